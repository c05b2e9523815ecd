import { useQueryClient } from "@tanstack/react-query";
import { getAccess } from "@wrapsody/shared/access.ts";
import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import type { ErrorCode } from "@wrapsody/shared/errors.ts";
import { type Campaign, getDrop } from "@wrapsody/shared/experiences.ts";
import { participationTexts, postPayment } from "@wrapsody/shared/participation.ts";
import { useRef } from "react";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { newIdempotencyKey } from "../../../lib/api/idempotency-key.ts";
import { invalidateQueries } from "../../../lib/api/invalidate.ts";
import { validate } from "../../../lib/forms/validate.ts";

/** Errors which mean that the page shows outdated data. */
const outdated: readonly ErrorCode[] = ["E0032", "E0033", "E0034"];

/**
 * Returns a function that reserves a spot for an artwork in `wallet`. Keeps the idempotency key until the wallet
 * changes, so that a retry after a lost response reserves no second spot.
 *
 * @throws ApiError with the problem on the wallet field, or without field errors
 */
export function useReservation({ id }: Campaign) {
  const client = useQueryClient();
  const latest = useRef<{ wallet: string; key: string }>(undefined);
  return async (wallet: string): Promise<AnswerOf<typeof postPayment>> => {
    if (wallet === "") throw walletMissing();
    const body = await validate(postPayment.body, { wallet, qty: 1 });
    if (latest.current?.wallet !== wallet) latest.current = { wallet, key: newIdempotencyKey() };
    try {
      return await apiFetch(postPayment, { params: { id: String(id) }, body, key: latest.current.key });
    } catch (error) {
      // A rejected request may be sent again.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) latest.current = undefined;
      if (error instanceof ApiError && outdated.includes(error.code))
        invalidateQueries(client, getAccess, getDrop);
      throw error;
    }
  };
}

/** Returns the server's own error for a missing wallet, before anything is sent. */
function walletMissing(): ApiError {
  const errors = [{ field: "wallet", message: participationTexts.noWallet }];
  return new ApiError(400, { code: "E0007", message: "", errors });
}
