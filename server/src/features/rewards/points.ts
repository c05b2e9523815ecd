import { pointRules } from "@wrapsody/shared/rewards.ts";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database.ts";
import { notFound } from "../../platform/failure.ts";
import type { Session } from "../../platform/routing.ts";
import { addToTally, type CountedPlay, type OnCounted } from "../catalogue/index.ts";
import { addEntry } from "./ledger.ts";
import { findPoints, hasBeenVisitor, lockParties, type Parties } from "./points.data.ts";

/** What somebody gets from a play: points, and to the listener when a further listen may earn again. */
type Earned = { points: number; next: Date | null };

const nothing: Earned = { points: 0, next: null };

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
  const earned = new Map<string, Earned>();
  for (const account of accounts) {
    if (!parties.accounts.has(account) || account === parties.owner) continue;
    const earn = account === listener ? earnByListening : earnBySharing;
    earned.set(account, await earn(tx, play, account, parties));
  }
  const points = [...earned.values()].reduce((sum, each) => sum + each.points, 0);
  if (points > 0) await addToTally(tx, { songId: play.songId, at: play.countedAt, points });
  return earned.get(listener ?? "")?.next?.toISOString() ?? null;
};

async function earnByListening(
  tx: Executor,
  { songId, streamId, countedAt: now }: CountedPlay,
  accountId: string,
  { lastListenAt }: Parties,
): Promise<Earned> {
  const { points, apartSeconds: apart, songsADay: aDay } = pointRules.listen;
  const again = (last: Date) => new Date(last.getTime() + apart * 1000);
  // Most listens of a day are not the first: what is surely too early is seen without holding anything.
  if (lastListenAt !== undefined && again(lastListenAt) > now)
    return { points: 0, next: again(lastListenAt) };
  const entry = { accountId, songId, key: `listen ${streamId}`, kind: "LISTEN", points, now } as const;
  const outcome = await addEntry(tx, entry, { aDay, apart });
  if (outcome.state === "added") return { points, next: again(now) };
  if (outcome.state === "early") return { points: 0, next: again(outcome.last) };
  return { points: 0, next: outcome.state === "full" ? dayAfter(now) : null };
}

async function earnBySharing(
  tx: Executor,
  { songId, listener, visitor, countedAt: now }: CountedPlay,
  accountId: string,
): Promise<Earned> {
  // Whoever logs out to follow their own link is no new visitor.
  if (visitor !== null && (await hasBeenVisitor(tx, accountId, visitor))) return nothing;
  const { points, aDay } = pointRules.share;
  const entry = { accountId, songId, key: `share ${listener}`, kind: "SHARE", points, now } as const;
  const outcome = await addEntry(tx, entry, { aDay });
  return outcome.state === "added" ? { points, next: null } : nothing;
}

const accountId = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** The account that shared the link of a play. Visitors share, too, but have nothing that points could be added to. */
function sharerOf({ sharer, accountId: listener }: CountedPlay): string | undefined {
  const account = sharer?.toLowerCase();
  return account !== undefined && accountId.test(account) && account !== listener ? account : undefined;
}

/** The next midnight (UTC). */
function dayAfter(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
}

/** Answers `getMyPoints`. @throws Failure E0001 for a song that is not public, unless points of it are held */
export async function ownPoints({ db }: Context, { accountId }: Session, song: string): Promise<number> {
  const points = await findPoints(db, accountId, song);
  if (points === undefined) throw notFound();
  return points;
}
