import type { BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import { MAX_WAITING } from "@wrapsody/shared/operations/waiting.ts";
import type { Hold, postHold } from "@wrapsody/shared/rewards/holds.ts";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { type AdministrationPart, recordEvent } from "../../accounts/index.ts";
import { addPointsToTally } from "../../catalogue/index.ts";
import { addReleasedEntry } from "../points/ledger.ts";
import { announceReachedRewards } from "../points/reached-rewards.ts";
import { countPendingHolds, type LockedHold, listHolds, lockHolds, markDecided } from "./holds.data.ts";

export const rewardAdministration = {
  countWaiting: async ({ db }) => ({ holds: await countPendingHolds(db, MAX_WAITING) }),
} satisfies AdministrationPart;

/** Lists pending holds. */
export function listPendingHolds({ db }: Context, list: ListQuery): Promise<Rows<Hold>> {
  return listHolds(db, list);
}

/**
 * Releases points on hold to their balance, or refuses them; a repeat does nothing. Returns how many holds
 * were decided.
 *
 * @throws Failure E0001 for an unknown hold, E0005 if it was decided otherwise
 */
export function decideHold(
  context: Context,
  input: { session: Session; device: Device; id: number; body: BodyOf<typeof postHold> },
): Promise<{ decided: number }> {
  const { session, device, id, body } = input;
  const { decision: state, all } = body;
  return context.db.transaction().execute(async (tx) => {
    const holds = await lockHolds(tx, id, all);
    const hold = holds.find((candidate) => candidate.id === id);
    if (hold === undefined) throw notFound();
    if (hold.state !== "PENDING" && hold.state !== state) throw new Failure("E0005");
    const waiting = holds.filter((candidate) => candidate.state === "PENDING");
    const now = context.clock.now();
    if (state === "RELEASED")
      for (const pendingHold of waiting) await releaseEntries(context, tx, pendingHold);
    await markDecided(
      tx,
      waiting.map((pendingHold) => pendingHold.id),
      { state, by: session.accountId, now },
    );
    if (waiting.length > 0) {
      const kind = state === "RELEASED" ? "points-released" : "points-refused";
      const detail = { points: waiting.reduce((sum, { points }) => sum + points, 0), by: session.accountId };
      await recordEvent(context, tx, { accountId: hold.accountId, kind, device, detail });
    }
    return { decided: waiting.length };
  });
}

/** Releases a hold as of the day it was earned, so that a late decision does not delay the next listen. */
async function releaseEntries(
  context: Context,
  tx: Executor,
  { accountId, songId, key, kind, points, createdAt }: LockedHold,
): Promise<void> {
  const now = new Date(createdAt);
  const balance = await addReleasedEntry(tx, { accountId, songId, key, kind, points, now });
  if (balance === undefined) return;
  await addPointsToTally(tx, { songId, at: now, points });
  await announceReachedRewards(context, tx, { accountId, songId, points, balance });
}
