import { pointRules } from "@wrapsody/shared/rewards.ts";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database.ts";
import { notFound } from "../../platform/failure.ts";
import type { Session } from "../../platform/routing.ts";
import { addToTally, type CountedPlay, type OnCounted } from "../catalogue/index.ts";
import { suspicionsOf } from "./holds/suspicion.ts";
import type { Entry } from "./ledger.data.ts";
import { addEntry, holdEntry, type Outcome, type Pace } from "./ledger.ts";
import { newcomerKeys } from "./newcomer.ts";
import { findPoints, isNewcomer, lockParties } from "./points.data.ts";

type Earning = Entry & { kind: "LISTEN" | "SHARE" };
/** An entry that a play gives reason for. */
type Attempt = { entry: Earning; pace: Pace };

/**
 * Earns points for a play that was counted, in the transaction that counts it: its listener for listening, and whoever
 * shared the link it came by. An anonymous play without such a link costs nothing here.
 */
export const earnPoints: OnCounted = async (tx, play) => {
  const listener = play.accountId;
  const sharer = sharerOf(play);
  const accounts = [listener, sharer].filter((account) => account !== undefined).sort();
  if (accounts.length === 0) return null;
  const parties = await lockParties(tx, { songId: play.songId, listener, accounts });
  const early = listener === undefined ? undefined : awaitedAfter(parties.lastListenAt, play.countedAt);
  const attempts: Attempt[] = [];
  for (const account of accounts) {
    if (!parties.accounts.has(account) || account === parties.owner) continue;
    // Most listens of a day are not the first: what is surely too early is seen without holding anything.
    if (account === listener && early === undefined) attempts.push(listening(play, account));
    if (account !== listener && (await isNewcomer(tx, play, account))) attempts.push(sharing(play, account));
  }
  const isOwner = listener === parties.owner;
  return (await earnAll(tx, play, attempts)) ?? (isOwner ? null : (early?.toISOString() ?? null));
};

/** Answers when a further listen may earn again, where one was tried. */
async function earnAll(
  tx: Executor,
  play: CountedPlay,
  attempts: readonly Attempt[],
): Promise<string | null> {
  const reasons = await suspicionsOf(
    tx,
    play,
    attempts.map(({ entry }) => entry),
  );
  let points = 0;
  let next: Date | null = null;
  for (const { entry, pace } of attempts) {
    const reason = reasons.get(entry.accountId);
    const outcome =
      reason === undefined
        ? await addEntry(tx, entry, pace)
        : await holdEntry(tx, entry, { ...pace, reason });
    if (outcome.state === "added") points += entry.points;
    if (entry.kind === "LISTEN") next = nextListen(outcome, play.countedAt);
  }
  if (points > 0) await addToTally(tx, { songId: play.songId, at: play.countedAt, points });
  return next?.toISOString() ?? null;
}

const { points: listenPoints, apartSeconds: apart, songsADay } = pointRules.listen;
const again = (last: Date) => new Date(last.getTime() + apart * 1000);

/** When a listen may earn again after the last one that did; undefined where it may now. */
function awaitedAfter(last: Date | undefined, now: Date): Date | undefined {
  return last !== undefined && again(last) > now ? again(last) : undefined;
}

/** Nothing tells of points that wait: whoever farms would try how far they can go. */
function nextListen(outcome: Outcome | { state: "held" }, now: Date): Date | null {
  if (outcome.state === "added" || outcome.state === "held") return again(now);
  if (outcome.state === "early") return again(outcome.last);
  return outcome.state === "full" ? dayAfter(now) : null;
}

function listening({ songId, streamId, countedAt: now }: CountedPlay, accountId: string): Attempt {
  const entry = {
    accountId,
    songId,
    key: `listen ${streamId}`,
    kind: "LISTEN",
    points: listenPoints,
    now,
  } as const;
  return { entry, pace: { aDay: songsADay, apart } };
}

function sharing(play: CountedPlay, accountId: string): Attempt {
  const { songId, countedAt: now } = play;
  const { points, aDay } = pointRules.share;
  const { key, knownAs } = newcomerKeys(play);
  return { entry: { accountId, songId, key, kind: "SHARE", points, now }, pace: { aDay, knownAs } };
}

const accountId = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** The account that shared the link of a play. Visitors share, too, but have nothing that points could be added to. */
function sharerOf({ sharer, accountId: listener }: CountedPlay): string | undefined {
  const account = sharer?.toLowerCase();
  return account !== undefined && accountId.test(account) && account !== listener ? account : undefined;
}

/** The next midnight (UTC). */
export function dayAfter(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
}

/** Answers `getMyPoints`. @throws Failure E0001 for a song that is not public, unless points of it are held */
export async function ownPoints({ db }: Context, { accountId }: Session, song: string): Promise<number> {
  const points = await findPoints(db, accountId, song);
  if (points === undefined) throw notFound();
  return points;
}
