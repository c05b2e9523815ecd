import { queryOptions } from "@tanstack/react-query";
import {
  type ArtworkFileSize,
  getMyArtFile,
  getMyArtLayers,
  getOrderArtworkFile,
  getOrderArtworkLayers,
} from "@wrapsody/shared/experiences/own-artworks.ts";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { fetchFile } from "../../../lib/api/fetch-file.ts";
import type { OrderAddress } from "../participation/order/order-address.ts";

/** Proof that an artwork is the reader's: the code of its order, or the session of its owner. */
export type ArtworkProof = { order: OrderAddress } | { participantId: number };

/** The layers of an artwork, which never change. */
export function layersOf(proof: ArtworkProof) {
  return queryOptions({
    queryKey: ["artwork layers", proof],
    queryFn: ({ signal }) =>
      "order" in proof
        ? apiFetch(getOrderArtworkLayers, byCode(proof.order), signal)
        : apiFetch(getMyArtLayers, { params: proof }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { personal: true },
  });
}

/** Fetches the file of an artwork. @throws ApiError */
export function fetchArtwork(proof: ArtworkProof, size: ArtworkFileSize): Promise<Blob> {
  if ("participantId" in proof) return fetchFile(getMyArtFile, { params: proof, query: { size } });
  const { params, query } = byCode(proof.order);
  return fetchFile(getOrderArtworkFile, { params, query: { ...query, size } });
}

function byCode({ c, i }: OrderAddress) {
  return { params: { id: i }, query: { code: c } };
}
