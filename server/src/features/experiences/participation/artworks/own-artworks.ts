import { Readable } from "node:stream";
import { traitLabel } from "@wrapsody/shared/experiences/experiences.ts";
import type {
  ArtworkFileSize,
  ArtworkReveal,
  RevealedLayer,
} from "@wrapsody/shared/experiences/own-artworks.ts";
import { CANVAS_SIDE_PX } from "@wrapsody/shared/experiences/placing.ts";
import { FileDownload } from "../../../../platform/api/streamed-json.ts";
import type { Context } from "../../../../platform/context.ts";
import { notFound } from "../../../../platform/failure.ts";
import { type ArtworkLayer, readArtworkPng, renderPreviews, renderPrint } from "../../../artwork/index.ts";
import { computePrintSide, type LaidComponent, layOutArtwork, toArtworkSpec } from "../../drawing/picture.ts";
import { type ComponentRow, listComponents } from "../../public/campaigns.data.ts";
import { assertActive, type OrderCredentials, requireOrderByCode } from "../orders/order-code.ts";
import {
  findRenderedArtworkOfAccount,
  findRenderedArtworkOfOrder,
  type RenderedArtwork,
} from "./own-artworks.data.ts";

/** Proves that an artwork is the caller's: the code of its order, or the account that owns it. */
export type ArtworkProof = OrderCredentials | { accountId: string; participantId: number };

/** Side of a photo or QR code in a reveal. */
const PRIVATE_LAYER_SIDE_PX = 450;

/**
 * Returns the layers of the caller's artwork. Images of components are public; photos and QR codes are sent with the response, because
 * they have no public address, and a photo only to the buyer.
 *
 * @throws Failure E0001 if the artwork is not rendered, restricted or not the caller's, E0035 for a wrong code or order
 */
export async function readArtworkLayers(context: Context, proof: ArtworkProof): Promise<ArtworkReveal> {
  const artwork = await requireRenderedArtwork(context, proof);
  const components = await listComponents(context.db, artwork.campaignId);
  const laid = layOut(context, artwork, components);
  const isBuyer = "code" in proof || artwork.buyerId === proof.accountId;
  const hidden = laid.map(({ part, layer }) => {
    if (part === undefined || part.component_type === "IMAGE") return undefined;
    return part.component_type === "PRESELECTED" && !isBuyer ? undefined : layer;
  });
  const pictures = await renderPrivateLayers(context, hidden);
  return {
    layers: laid.map((each, index) =>
      presentLayer(artwork, each, { components, picture: pictures.get(index) ?? null }),
    ),
    print_side: printSideOf(artwork, laid),
  };
}

/** Renders layers alone. Returns base64 by index. */
async function renderPrivateLayers(
  context: Context,
  layers: readonly (ArtworkLayer | undefined)[],
): Promise<ReadonlyMap<number, string>> {
  const place = { left: 0, top: 0, width: CANVAS_SIDE_PX, height: CANVAS_SIDE_PX };
  const rendered = layers.flatMap((layer, index) =>
    layer === undefined ? [] : [{ index, spec: toArtworkSpec([{ layer: { ...layer, place } }]) }],
  );
  const specs = rendered.map(({ spec }) => spec);
  const pictures = await renderPreviews(context, specs, PRIVATE_LAYER_SIDE_PX);
  return new Map(rendered.map(({ index }, at) => [index, pictures[at]?.toString("base64") ?? ""]));
}

function presentLayer(
  { type, image: promo }: RenderedArtwork,
  { part, layer }: LaidComponent<ComponentRow>,
  { components, picture }: { components: readonly ComponentRow[]; picture: string | null },
): RevealedLayer {
  const drawn = type === "RANDOM" ? undefined : part;
  const slot = components.filter(({ slot_number }) => slot_number === drawn?.slot_number);
  return {
    name: part?.name ?? null,
    rarity: drawn?.rarity ?? null,
    rarity_label: drawn === undefined ? null : traitLabel(drawn, slot),
    image: part === undefined ? promo : part.component_type === "IMAGE" ? part.image : null,
    picture,
    box: layer.place,
  };
}

/**
 * Returns the caller's artwork as a PNG file: as stored, or rendered for printing.
 *
 * @throws Failure E0001 if the artwork is not rendered, restricted or not the caller's, E0035 for a wrong code or order
 */
export async function downloadArtwork(
  context: Context,
  proof: ArtworkProof,
  size: ArtworkFileSize,
): Promise<FileDownload> {
  const artwork = await requireRenderedArtwork(context, proof);
  const laid = layOut(context, artwork, await listComponents(context.db, artwork.campaignId));
  const side = size === "PRINT" ? printSideOf(artwork, laid) : CANVAS_SIDE_PX;
  const png =
    side > CANVAS_SIDE_PX
      ? await renderPrint(context, toArtworkSpec(laid), side)
      : await readArtworkPng(context, artwork.renderedId);
  return new FileDownload({
    contentType: "image/png",
    name: `${artwork.name}${side > CANVAS_SIDE_PX ? ` (${side} px)` : ""}.png`,
    size: png.length,
    content: Readable.from([png], { objectMode: false }),
  });
}

/** An artwork can no longer be rendered as it was without one of its photos, and if it was not drawn here. */
function printSideOf(artwork: RenderedArtwork, laid: readonly LaidComponent<ComponentRow>[]): number {
  const isComplete = laid.filter(({ part }) => part !== undefined).length === artwork.traits.length;
  return isComplete && artwork.drawn !== null ? computePrintSide(laid, artwork.image) : CANVAS_SIDE_PX;
}

function layOut(
  context: Context,
  artwork: RenderedArtwork,
  components: ComponentRow[],
): LaidComponent<ComponentRow>[] {
  const drawn = artwork.drawn ?? findTraits(artwork, components);
  return layOutArtwork(context.publicUrl, artwork.id, { artwork: { ...artwork, drawn }, components });
}

/** Finds the components that the traits name. For RANDOM the slot of a trait is its place in the grid. */
function findTraits({ type, traits }: RenderedArtwork, components: readonly ComponentRow[]): number[] {
  return traits.flatMap(({ slot_number, component: name }) => {
    const found = components.find(
      (part) => part.name === name && (type === "RANDOM" || part.slot_number === slot_number),
    );
    return found === undefined ? [] : [found.id];
  });
}

async function requireRenderedArtwork(context: Context, proof: ArtworkProof): Promise<RenderedArtwork> {
  const artwork = await findRenderedArtwork(context, proof);
  if (artwork === undefined) throw notFound();
  return artwork;
}

async function findRenderedArtwork(
  context: Context,
  proof: ArtworkProof,
): Promise<RenderedArtwork | undefined> {
  if ("accountId" in proof) return findRenderedArtworkOfAccount(context.db, proof);
  const order = await requireOrderByCode(context, proof);
  assertActive(order);
  return findRenderedArtworkOfOrder(context.db, { campaignId: order.campaign_id, orderId: order.id });
}
