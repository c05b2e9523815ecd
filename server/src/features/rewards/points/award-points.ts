import { createHash } from "node:crypto";
import { planEntitlements } from "@wrapsody/shared/payments/plan-entitlements.ts";
import { pointRules } from "@wrapsody/shared/rewards/point-rules.ts";
import type { Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { notFound } from "../../../platform/failure.ts";
import { addPointsToTally, type CountedPlay } from "../../catalogue/index.ts";
import { isPremium } from "../../subscriptions/index.ts";
import { detectAbuse } from "../holds/abuse-checks.ts";
import { findPoints, isNewReferral, lockPlayAccounts } from "./award-points.data.ts";
import type { Entry } from "./ledger.data.ts";
import { type EntryResult, putEntryOnHold, type RateLimit } from "./ledger.ts";
import { addEarnedEntry } from "./reached-rewards.ts";

type PlayEntry = Entry & { kind: "LISTEN" | "SHARE" };
/** A ledger entry that a play may add. */
type Award = { entry: PlayEntry; rateLimit: RateLimit };

/**
 * Awards points for a counted play in its transaction: to the listener for listening, and to the account that
 * shared the link. Anonymous plays without a shared link cost no query.
 */
export async function awardPlayPoints(
  context: Context,
  tx: Executor,
  play: CountedPlay,
): Promise<string | null> {
  const listener = play.accountId;
  const sharer = parseSharer(play);
  const accounts = [listener, sharer].filter((account) => account !== undefined).sort();
  if (accounts.length === 0) return null;
  const locked = await lockPlayAccounts(tx, { songId: play.songId, listener, accounts });
  const interval =
    listener === undefined ? undefined : await findListenInterval(tx, listener, play.countedAt);
  const nextListenAt = interval === undefined ? undefined : nextAwardAfter(locked.lastListenAt, interval);
  const isTooSoon = nextListenAt !== undefined && nextListenAt > play.countedAt;
  const awards: Award[] = [];
  for (const account of accounts) {
    if (!locked.accounts.has(account) || account === locked.owner) continue;
    // Most listens of a day are repeats: rejects them without locking the balance.
    if (interval !== undefined && account === listener && !isTooSoon)
      awards.push(listenAward(play, account, interval));
    if (account !== listener && (await isNewReferral(tx, play, account)))
      awards.push(shareAward(play, account));
  }
  const isOwner = listener === locked.owner;
  const next = (await addAwards(context, tx, play, awards)) ?? (isOwner || !isTooSoon ? null : nextListenAt);
  return next?.toISOString() ?? null;
}

/** Adds the awards and returns when the next listen may earn points, if a listen was among them. */
async function addAwards(
  context: Context,
  tx: Executor,
  play: CountedPlay,
  awards: readonly Award[],
): Promise<Date | null> {
  const reasons = await detectAbuse(
    tx,
    play,
    awards.map(({ entry }) => entry),
  );
  let points = 0;
  let next: Date | null = null;
  for (const { entry, rateLimit } of awards) {
    const reason = reasons.get(entry.accountId);
    const outcome =
      reason === undefined
        ? await addEarnedEntry(context, tx, entry, rateLimit)
        : await putEntryOnHold(tx, entry, { ...rateLimit, reason });
    if (outcome.status === "added") points += entry.points;
    if (entry.kind === "LISTEN")
      next = nextAwardAt(outcome, play.countedAt, rateLimit.minIntervalSeconds ?? 0);
  }
  if (points > 0) await addPointsToTally(tx, { songId: play.songId, at: play.countedAt, points });
  return next;
}

const addSeconds = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000);

/** Returns when a listen may earn points after the last one that did; undefined if none did. */
function nextAwardAfter(last: Date | undefined, interval: number): Date | undefined {
  return last && addSeconds(last, interval);
}

/** Returns the same for points on hold as for added ones, so that abusers cannot probe the limits. */
function nextAwardAt(
  outcome: EntryResult | { status: "on_hold" },
  now: Date,
  intervalSeconds: number,
): Date | null {
  if (outcome.status === "added" || outcome.status === "on_hold") return addSeconds(now, intervalSeconds);
  if (outcome.status === "too_soon") return addSeconds(outcome.last, intervalSeconds);
  return outcome.status === "daily_limit" ? startOfNextDay(now) : null;
}

function listenAward(
  { songId, streamId, countedAt: now }: CountedPlay,
  accountId: string,
  minIntervalSeconds: number,
): Award {
  const { points, maxEntriesPerDay } = pointRules.listen;
  const entry = {
    accountId,
    songId,
    key: `listen ${streamId}`,
    kind: "LISTEN",
    points,
    now,
  } as const;
  return { entry, rateLimit: { maxEntriesPerDay, minIntervalSeconds } };
}

function shareAward(play: CountedPlay, accountId: string): Award {
  const { songId, countedAt: now } = play;
  const { points, maxEntriesPerDay } = pointRules.share;
  const { key, aliasKeys } = referralKeys(play);
  return {
    entry: { accountId, songId, key, kind: "SHARE", points, now },
    rateLimit: { maxEntriesPerDay, aliasKeys },
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

/**
 * Returns the idempotency key of a referred listener's point and the other keys under which the same listener
 * may be recorded: the visitor id is stable across networks and accounts, the account across browsers;
 * without either, the network identifies the listener. Ids are hashed, because sharers may read the keys of
 * their entries.
 */
function referralKeys({ visitor, listener }: Pick<CountedPlay, "visitor" | "listener">): {
  key: string;
  aliasKeys: readonly string[];
} {
  const shareKey = `share ${listener}`;
  if (visitor === null) return { key: shareKey, aliasKeys: [] };
  const hash = createHash("sha256").update(`visitor ${visitor}`).digest("hex").slice(0, 32);
  return { key: `share ${hash}`, aliasKeys: [shareKey] };
}

/** Returns how many seconds an account waits between two listens of a song that earn points, by its plan. */
export async function findListenInterval(db: Executor, accountId: string, now: Date): Promise<number> {
  const [free, premium] = [
    planEntitlements.FREE.listenIntervalSeconds,
    planEntitlements.PREMIUM.listenIntervalSeconds,
  ];
  // Plays are counted often: skips the query while both plans have the same interval.
  if (free === premium) return free;
  return (await isPremium(db, accountId, now)) ? premium : free;
}
