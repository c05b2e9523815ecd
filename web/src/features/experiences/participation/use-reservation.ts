import { useQueryClient } from "@tanstack/react-query";
import { getAccess } from "@wrapsody/shared/access.ts";
import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import type { ErrorCode } from "@wrapsody/shared/errors.ts";
import { type Campaign, getDrop } from "@wrapsody/shared/experiences.ts";
import { participationTexts, postPayment } from "@wrapsody/shared/participation.ts";
import { useRef } from "react";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { newIdempotencyKey } from "../../../lib/api/idempotency-key.ts";
import { invalidate } from "../../../lib/api/invalidate.ts";
import { validate } from "../../../lib/forms/validate.ts";

/** Refusals by which the reader learns that the page does not show how things stand. */
const outdated: readonly ErrorCode[] = ["E0032", "E0033", "E0034"];

/**
 * Answers what reserves a place, for an artwork that goes to `wallet`. A repeat after a lost answer reserves no second one:
 * the key stays until the wallet is another.
 *
 * @throws AskError what is wrong with the wallet on its field, anything else without one
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
      // What was refused may be asked for anew.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) latest.current = undefined;
      if (error instanceof ApiError && outdated.includes(error.code)) invalidate(client, getAccess, getDrop);
      throw error;
    }
  };
}

/** The server's own word for it, told before anything is sent. */
function walletMissing(): ApiError {
  const errors = [{ field: "wallet", message: participationTexts.noWallet }];
  return new ApiError(400, { code: "E0007", message: "", errors });
}
