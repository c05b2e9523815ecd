import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import { type getTicket, TICKET_CODE_LENGTH } from "@wrapsody/shared/rewards/tickets.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { notFound } from "../../../platform/failure.ts";
import { createTypedCode } from "../../../platform/security/typed-codes.ts";
import { hashToken } from "../../accounts/index.ts";
import { encodeQr } from "../../artwork/index.ts";
import { findOwnClaim } from "../claims/claims.data.ts";
import { insertTicket, readSealedCode } from "./tickets.data.ts";

/** Encryption purpose of a ticket's code. */
const ticketPurpose = (claimId: number | string) => `ticket ${claimId}`;

/** Issues the ticket of a claim unless it has one. */
export async function issueTicket(
  { encryption, clock }: Context,
  tx: Executor,
  claimId: number,
): Promise<void> {
  const code = createTypedCode(TICKET_CODE_LENGTH);
  const codeSealed = encryption.encrypt(ticketPurpose(claimId), code);
  await insertTicket(tx, { claimId, codeHash: hashToken(code), codeSealed, now: clock.now() });
}

/**
 * Returns the ticket of a claim of the caller. A claim of before there were tickets gets its own now.
 *
 * @throws Failure E0001 if the caller has no such claim, or it is for another type of reward
 */
export async function showTicket(
  context: Context,
  { accountId, id }: { accountId: string; id: number },
): Promise<AnswerOf<typeof getTicket>> {
  const claim = await findOwnClaim(context.db, { accountId, id });
  if (claim === undefined || claim.reward.reward_type !== "TICKET") throw notFound();
  const { state, admitted_at, reward, song } = claim;
  const code = state === "REJECTED" ? null : await readCode(context, id);
  return {
    number: id,
    code,
    rows: code === null ? [] : encodeQr(code).rows,
    state,
    admitted_at,
    reward: reward.name,
    details: reward.details,
    song: song.name,
    artist: song.artist,
  };
}

async function readCode(context: Context, claimId: number): Promise<string> {
  const { db, encryption } = context;
  const known = await readSealedCode(db, claimId);
  if (known === undefined) await issueTicket(context, db, claimId);
  const sealed = known ?? (await readSealedCode(db, claimId));
  if (sealed === undefined) throw new Error("ticket was not issued");
  return encryption.decrypt(ticketPurpose(claimId), sealed);
}
