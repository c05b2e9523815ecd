import type { BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { AccountEntry, postCorrection } from "@wrapsody/shared/rewards/corrections.ts";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import { notFound } from "../../../platform/failure.ts";
import { recordEvent } from "../../accounts/index.ts";
import { addPointsToTally } from "../../catalogue/index.ts";
import { type BalanceKey, findEntry, lockBalance } from "../points/ledger.data.ts";
import { reverseEntry } from "../points/ledger.ts";
import { listAccountEntries } from "./corrections.data.ts";

/** Lists the ledger entries of an account. */
export function listAccountPoints(
  { db }: Context,
  { accountId, list }: { accountId: string; list: ListQuery },
): Promise<Rows<AccountEntry>> {
  return listAccountEntries(db, accountId, list);
}

type Correction = {
  session: Session;
  device: Device;
  accountId: string;
  body: BodyOf<typeof postCorrection>;
};

/**
 * Revokes earned points of an account as far as they are not spent; a repeat does nothing. Returns how many
 * were revoked.
 *
 * @throws Failure E0001 if no points were earned with that key
 */
export function revokePoints(
  context: Context,
  { session, device, accountId, body: { song_id: songId, key, reason } }: Correction,
): Promise<{ taken: number }> {
  return context.db.transaction().execute(async (tx) => {
    const holder: BalanceKey = { accountId, songId };
    const earned = await findEntry(tx, { ...holder, key });
    if (earned === undefined || earned.points <= 0 || earned.kind === "REVERSAL") throw notFound();
    // Serializes concurrent corrections: the second finds the reversal.
    await lockBalance(tx, holder);
    const now = context.clock.now();
    const outcome = await reverseEntry(tx, { ...holder, key, reason, now });
    const reversal = await findEntry(tx, { ...holder, key: `reversal ${key}` });
    const reversedPoints = Math.abs(reversal?.points ?? 0);
    if (outcome?.status !== "added") return { taken: reversedPoints };
    if (reversedPoints > 0 && earned.kind !== "PARTICIPATION")
      await addPointsToTally(tx, { songId, at: new Date(earned.created_at), points: -reversedPoints });
    const detail = { points: reversedPoints, by: session.accountId, reason };
    await recordEvent(context, tx, { accountId, kind: "points-taken-back", device, detail });
    return { taken: reversedPoints };
  });
}
