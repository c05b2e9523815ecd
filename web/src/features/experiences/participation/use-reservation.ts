import { useQueryClient } from "@tanstack/react-query";
import { getAccess } from "@wrapsody/shared/accounts/access.ts";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { ErrorCode } from "@wrapsody/shared/api/errors.ts";
import { type Campaign, getDrop } from "@wrapsody/shared/experiences/experiences.ts";
import { getOwnOrders, participationTexts, postPayment } from "@wrapsody/shared/experiences/participation.ts";
import { useRef } from "react";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { newIdempotencyKey } from "../../../lib/api/idempotency-key.ts";
import { invalidateQueries } from "../../../lib/api/invalidate.ts";
import { validate } from "../../../lib/forms/validate.ts";

/** Errors which mean that the page shows outdated data. The user's own order of another tab may hold the last spot. */
const outdated: readonly ErrorCode[] = ["E0032", "E0033", "E0034", "E0045"];

/** `amount` is what the fan typed, where they choose the price; `code` is the one that the page applied. */
type Reservation = { wallet: string | null; amount?: string | undefined; code?: string | undefined };

/**
 * Returns a function that reserves a spot for an artwork in `wallet`, or for one that is kept if that is null. Keeps the idempotency
 * key until the request changes, so that a retry after a lost response reserves no second spot.
 *
 * @throws ApiError with the problems on their fields, or without field errors
 */
export function useReservation({ id }: Campaign) {
  const client = useQueryClient();
  const latest = useRef<{ sent: string; key: string }>(undefined);
  return async ({ wallet, ...price }: Reservation): Promise<AnswerOf<typeof postPayment>> => {
    if (wallet === "") throw walletMissing();
    const spot = wallet === null ? { keep: true } : { wallet, qty: 1 as const };
    const body = await validate(postPayment.body, { ...spot, ...price });
    const sent = JSON.stringify(body);
    if (latest.current?.sent !== sent) latest.current = { sent, key: newIdempotencyKey() };
    try {
      return await apiFetch(postPayment, { params: { id: String(id) }, body, key: latest.current.key });
    } catch (error) {
      // A rejected request may be sent again.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) latest.current = undefined;
      if (error instanceof ApiError && outdated.includes(error.code))
        invalidateQueries(client, getAccess, getDrop, getOwnOrders);
      throw error;
    }
  };
}

/** Returns the server's own error for a missing wallet, before anything is sent. */
function walletMissing(): ApiError {
  const errors = [{ field: "wallet", message: participationTexts.noWallet }];
  return new ApiError(400, { code: "E0007", message: "", errors });
}
