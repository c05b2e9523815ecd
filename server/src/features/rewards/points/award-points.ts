import { pointRules } from "@wrapsody/shared/rewards.ts";
import type { Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { notFound } from "../../../platform/failure.ts";
import { addPointsToTally, type CountedPlay, type OnPlayCounted } from "../../catalogue/index.ts";
import { detectAbuse } from "../holds/abuse-checks.ts";
import { findPoints, isNewReferral, lockPlayAccounts } from "./award-points.data.ts";
import type { Entry } from "./ledger.data.ts";
import { addEntry, type EntryResult, putEntryOnHold, type RateLimit } from "./ledger.ts";
import { referralKeys } from "./referral.ts";

type PlayEntry = Entry & { kind: "LISTEN" | "SHARE" };
/** A ledger entry that a play may add. */
type Award = { entry: PlayEntry; rateLimit: RateLimit };

/**
 * Awards points for a counted play in its transaction: to the listener for listening, and to the account that
 * shared the link. Anonymous plays without a shared link cost no query.
 */
export const awardPlayPoints: OnPlayCounted = async (tx, play) => {
  const listener = play.accountId;
  const sharer = parseSharer(play);
  const accounts = [listener, sharer].filter((account) => account !== undefined).sort();
  if (accounts.length === 0) return null;
  const parties = await lockPlayAccounts(tx, { songId: play.songId, listener, accounts });
  const early = listener === undefined ? undefined : nextAwardAfter(parties.lastListenAt, play.countedAt);
  const attempts: Award[] = [];
  for (const account of accounts) {
    if (!parties.accounts.has(account) || account === parties.owner) continue;
    // Most listens of a day are repeats: rejects them without locking the balance.
    if (account === listener && early === undefined) attempts.push(listenAward(play, account));
    if (account !== listener && (await isNewReferral(tx, play, account)))
      attempts.push(shareAward(play, account));
  }
  const isOwner = listener === parties.owner;
  return (await addAwards(tx, play, attempts)) ?? (isOwner ? null : (early?.toISOString() ?? null));
};

/** Adds the awards and returns when the next listen may earn points, if a listen was among them. */
async function addAwards(
  tx: Executor,
  play: CountedPlay,
  attempts: readonly Award[],
): Promise<string | null> {
  const reasons = await detectAbuse(
    tx,
    play,
    attempts.map(({ entry }) => entry),
  );
  let points = 0;
  let next: Date | null = null;
  for (const { entry, rateLimit } of attempts) {
    const reason = reasons.get(entry.accountId);
    const outcome =
      reason === undefined
        ? await addEntry(tx, entry, rateLimit)
        : await putEntryOnHold(tx, entry, { ...rateLimit, reason });
    if (outcome.status === "added") points += entry.points;
    if (entry.kind === "LISTEN") next = nextAwardAt(outcome, play.countedAt);
  }
  if (points > 0) await addPointsToTally(tx, { songId: play.songId, at: play.countedAt, points });
  return next?.toISOString() ?? null;
}

const { points: listenPoints, apartSeconds: apart, songsADay } = pointRules.listen;
const addInterval = (last: Date) => new Date(last.getTime() + apart * 1000);

/** Returns when a listen may earn points again; undefined if now. */
function nextAwardAfter(last: Date | undefined, now: Date): Date | undefined {
  return last !== undefined && addInterval(last) > now ? addInterval(last) : undefined;
}

/** Returns the same for points on hold as for added ones, so that abusers cannot probe the limits. */
function nextAwardAt(outcome: EntryResult | { status: "on_hold" }, now: Date): Date | null {
  if (outcome.status === "added" || outcome.status === "on_hold") return addInterval(now);
  if (outcome.status === "too_soon") return addInterval(outcome.last);
  return outcome.status === "daily_limit" ? startOfNextDay(now) : null;
}

function listenAward({ songId, streamId, countedAt: now }: CountedPlay, accountId: string): Award {
  const entry = {
    accountId,
    songId,
    key: `listen ${streamId}`,
    kind: "LISTEN",
    points: listenPoints,
    now,
  } as const;
  return { entry, rateLimit: { maxPerDay: songsADay, minIntervalSeconds: apart } };
}

function shareAward(play: CountedPlay, accountId: string): Award {
  const { songId, countedAt: now } = play;
  const { points, aDay } = pointRules.share;
  const { key, knownAs } = referralKeys(play);
  return {
    entry: { accountId, songId, key, kind: "SHARE", points, now },
    rateLimit: { maxPerDay: aDay, aliasKeys: knownAs },
  };
}

const accountId = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** Parses the account that shared the link. Anonymous visitors also share, but cannot earn points. */
function parseSharer({ sharer, accountId: listener }: CountedPlay): string | undefined {
  const account = sharer?.toLowerCase();
  return account !== undefined && accountId.test(account) && account !== listener ? account : undefined;
}

/** Returns the next midnight (UTC). */
export function startOfNextDay(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
}

/**
 * Returns the points of the caller for a song.
 *
 * @throws Failure E0001 for a song that is not public, unless the caller has points for it
 */
export async function getPoints({ db }: Context, { accountId }: Session, song: string): Promise<number> {
  const points = await findPoints(db, accountId, song);
  if (points === undefined) throw notFound();
  return points;
}
