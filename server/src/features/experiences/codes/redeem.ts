import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import {
  type Discount,
  type postSpotCode,
  readSpotCode,
  spotCodeProblems,
} from "@wrapsody/shared/experiences/spot-codes.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { findOffer } from "../participation/orders/offers.data.ts";
import { type FoundCode, findCode } from "./redeem.data.ts";
import { presentDiscount, SPOT_CODE_PURPOSE } from "./spot-code.ts";

/** A code that an order may use. */
export type UsableCode = { id: number; discount: Discount };

/**
 * Returns what a code gives, and leaves it unused.
 *
 * @throws Failure E0001 if the experience is not public, E0007 on `code` if it can't be used
 */
export async function checkCode(
  context: Context,
  { accountId, reference, typed }: { accountId: string; reference: string; typed: string },
): Promise<AnswerOf<typeof postSpotCode>> {
  const { db } = context;
  const offer = await findOffer(db, reference);
  if (offer === undefined) throw notFound();
  const code = await requireCode(context, db, { campaignId: offer.id, typed });
  assertUsable(code, { accountId, now: context.clock.now() });
  return { ...presentDiscount(code), expires_at: code.expires_at };
}

/**
 * Returns a code that a new order may use, in the caller's transaction, which holds the campaign: of two orders, the second finds that of the first.
 *
 * @throws Failure E0007 on `code` if it can't be used
 */
export async function requireUsableCode(
  context: Context,
  tx: Executor,
  { campaignId, accountId, typed }: { campaignId: number; accountId: string; typed: string },
): Promise<UsableCode> {
  const code = await requireCode(context, tx, { campaignId, typed });
  assertUsable(code, { accountId, now: context.clock.now() });
  return { id: code.id, discount: presentDiscount(code) };
}

/** @throws Failure E0007 on `code` if the experience has no such code */
async function requireCode(
  { encryption }: Context,
  db: Executor,
  { campaignId, typed }: { campaignId: number; typed: string },
): Promise<FoundCode> {
  const text = readSpotCode(typed);
  const code =
    text === undefined
      ? undefined
      : await findCode(db, { campaignId, hmacs: encryption.hmacs(SPOT_CODE_PURPOSE, text) });
  if (code === undefined) throw codeFailure(spotCodeProblems.invalid);
  return code;
}

/** @throws Failure E0007 on `code` */
function assertUsable(code: FoundCode, { accountId, now }: { accountId: string; now: Date }): void {
  const { order, isRevoked, expires_at } = code;
  if (order !== null)
    throw codeFailure(
      order.isOpen && order.accountId === accountId ? spotCodeProblems.reserved : spotCodeProblems.used,
    );
  if (isRevoked) throw codeFailure(spotCodeProblems.revoked);
  if (expires_at !== null && new Date(expires_at) <= now) throw codeFailure(spotCodeProblems.expired);
}

/**
 * An open order keeps its price, so a buyer who adds a code to it has to end it first.
 *
 * @throws Failure E0007 on `code` if it is not the code of the order
 */
export async function assertSameCode(
  context: Context,
  tx: Executor,
  { campaignId, codeId, typed }: { campaignId: number; codeId: number | null; typed: string },
): Promise<void> {
  const { id } = await requireCode(context, tx, { campaignId, typed });
  if (id !== codeId) throw codeFailure(spotCodeProblems.otherOrder);
}

function codeFailure(message: string): Failure {
  return new Failure("E0007", { errors: [{ field: "code", message }] });
}
