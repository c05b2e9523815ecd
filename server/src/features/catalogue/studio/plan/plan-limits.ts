import { planEntitlements } from "@wrapsody/shared/subscriptions.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { Failure } from "../../../../platform/failure.ts";
import { isPremium } from "../../../subscriptions/index.ts";
import { countArtists, countSongsAdded, lockAccount } from "./plan-usage.data.ts";

/** What of a plan is used up. */
export type Usage = { used: number; most: number };

/** How many artists an account has and songs it has added this month, beside what its plan allows. */
export async function readPlanUsage(
  { clock }: Pick<Context, "clock">,
  db: Executor,
  accountId: string,
): Promise<{ premium: boolean; artists: Usage; songsThisMonth: Usage }> {
  const now = clock.now();
  const premium = await isPremium(db, accountId, now);
  const plan = planEntitlements[premium ? "PREMIUM" : "FREE"];
  return {
    premium,
    artists: { used: await countArtists(db, accountId), most: plan.artists },
    songsThisMonth: {
      used: await countSongsAdded(db, accountId, startOfMonth(now)),
      most: plan.songsPerMonth,
    },
  };
}

/** Nobody adds an artist for the account until `tx` ends. @throws Failure E0024, or E0003 for an account that has gone */
export async function reserveArtistQuota(context: Context, tx: Executor, accountId: string): Promise<void> {
  if (!(await lockAccount(tx, accountId))) throw new Failure("E0003");
  await checkArtistQuota(context, tx, accountId);
}

/** As it is at the moment. @throws Failure E0024 where the plan has no room for an artist */
export async function checkArtistQuota(context: Context, db: Executor, accountId: string): Promise<void> {
  const { premium, artists } = await readPlanUsage(context, db, accountId);
  if (artists.used < artists.most) return;
  const most = artists.most === 1 ? "1 artist" : `${artists.most} artists`;
  const more = premium ? "" : ` Premium has room for ${planEntitlements.PREMIUM.artists}.`;
  const message = `Your plan has room for ${most}, and you have ${artists.used}.${more}`;
  throw new Failure("E0024", { message });
}

/** Nobody adds a song for the account until `tx` ends. @throws Failure E0025, or E0003 for an account that has gone */
export async function reserveSongQuota(context: Context, tx: Executor, accountId: string): Promise<void> {
  if (!(await lockAccount(tx, accountId))) throw new Failure("E0003");
  await checkSongQuota(context, tx, accountId);
}

/** As it is at the moment. @throws Failure E0025 where the plan has no room for a song this month (UTC) */
export async function checkSongQuota(context: Context, db: Executor, accountId: string): Promise<void> {
  const { premium, songsThisMonth: songs } = await readPlanUsage(context, db, accountId);
  if (songs.used < songs.most) return;
  const more = premium ? "" : ` Premium has room for ${planEntitlements.PREMIUM.songsPerMonth}.`;
  const message = `Your plan has room for ${songs.most} new songs a month, and you have added ${songs.used} this month.${more}`;
  throw new Failure("E0025", { message });
}

/** When the calendar month of a moment begins. */
function startOfMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
}
