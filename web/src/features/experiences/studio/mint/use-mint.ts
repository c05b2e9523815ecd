import { useQueryClient } from "@tanstack/react-query";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import {
  campaignTexts,
  getMints,
  getMyDapp,
  getMyDapps,
  type OwnCampaign,
  postMint,
} from "@wrapsody/shared/experiences/campaigns.ts";
import { listWalletLines } from "@wrapsody/shared/text/pasted-address.ts";
import { useRef } from "react";
import { ApiError, apiFetch } from "../../../../lib/api/api-fetch.ts";
import { newIdempotencyKey } from "../../../../lib/api/idempotency-key.ts";
import { invalidateQueries } from "../../../../lib/api/invalidate.ts";

export type MintBatch = AnswerOf<typeof postMint>;

/**
 * Returns a function that submits a list of wallets. Resolves to "duplicates" if an address repeats without permission.
 * Keeps the idempotency key until the list changes or is accepted, so that a retry after a lost response queues nothing
 * twice.
 */
export function useMint({ id }: OwnCampaign) {
  const client = useQueryClient();
  const latest = useRef<{ sent: string; key: string }>(undefined);
  return async (list: { text: string; duplicates: boolean }): Promise<MintBatch | "duplicates"> => {
    const { text, duplicates } = list;
    if (listWalletLines(text).length === 0) throw noWalletsError();
    const sent = JSON.stringify(list);
    if (latest.current?.sent !== sent) latest.current = { sent, key: newIdempotencyKey() };
    try {
      const options = { params: { id: String(id) }, body: { wallets: text, duplicates } };
      const batch = await apiFetch(postMint, { ...options, key: latest.current.key });
      // Submitting the same list again is a new batch.
      latest.current = undefined;
      invalidateQueries(client, getMints, getMyDapp, getMyDapps);
      return batch;
    } catch (error) {
      if (error instanceof ApiError && error.code === "E0005") return "duplicates";
      if (error instanceof ApiError && error.code === "E0032")
        invalidateQueries(client, getMyDapp, getMyDapps);
      throw error;
    }
  };
}

/** Returns the server's own error for an empty list, before anything is sent. */
function noWalletsError(): ApiError {
  const errors = [{ field: "wallets", message: campaignTexts.noWallets }];
  return new ApiError(400, { code: "E0007", message: "", errors });
}
