import { planEntitlements } from "@wrapsody/shared/payments/plan-entitlements.ts";
import type { PlanUse } from "@wrapsody/shared/payments/subscriptions.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { Failure } from "../../../../platform/failure.ts";
import { isPremium, listCurrentPlans } from "../../../subscriptions/index.ts";
import { readTokenUsage } from "../../wnft/own-token.ts";
import { countArtists, countSongsAdded, lockAccount } from "./plan-usage.data.ts";

/** Usage of a plan's allowance. */
type Usage = { used: number; most: number };

/** Returns an account's artists and the songs added this month, with the plan's limits. */
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

/**
 * Checks the limit and locks the account, so that no concurrent call adds an artist.
 *
 * @throws Failure E0024 if it is reached, E0003 if the account is gone
 */
export async function reserveArtistQuota(context: Context, tx: Executor, accountId: string): Promise<void> {
  if (!(await lockAccount(tx, accountId))) throw new Failure("E0003");
  await checkArtistQuota(context, tx, accountId);
}

/** Checks the limit without a lock. @throws Failure E0024 if it is reached */
export async function checkArtistQuota(context: Context, db: Executor, accountId: string): Promise<void> {
  const { premium, artists } = await readPlanUsage(context, db, accountId);
  if (artists.used < artists.most) return;
  const quota = artists.most === 1 ? "1 artist" : `${artists.most} artists`;
  const more = premium ? "" : ` Premium includes ${planEntitlements.PREMIUM.artists}.`;
  const message = `Your plan includes ${quota}, and you have ${artists.used}.${more}`;
  throw new Failure("E0024", { message });
}

/**
 * Checks the limit and locks the account, so that no concurrent call adds a song.
 *
 * @throws Failure E0025 if it is reached, E0003 if the account is gone
 */
export async function reserveSongQuota(context: Context, tx: Executor, accountId: string): Promise<void> {
  if (!(await lockAccount(tx, accountId))) throw new Failure("E0003");
  await checkSongQuota(context, tx, accountId);
}

/** Checks this month's (UTC) limit without a lock. @throws Failure E0025 if it is reached */
export async function checkSongQuota(context: Context, db: Executor, accountId: string): Promise<void> {
  const { premium, songsThisMonth: songs } = await readPlanUsage(context, db, accountId);
  if (songs.used < songs.most) return;
  const more = premium ? "" : ` Premium includes ${planEntitlements.PREMIUM.songsPerMonth}.`;
  const message = `Your plan includes ${songs.most} new songs a month, and you have added ${songs.used} this month.${more}`;
  throw new Failure("E0025", { message });
}

/** Returns the start of the calendar month (UTC). */
function startOfMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
}

/** Returns the account's plan, the longest-lasting if there are several, and its usage. */
export async function showPlan(context: Context, accountId: string): Promise<PlanUse> {
  const { db, clock } = context;
  const { artists, songsThisMonth: songs_this_month } = await readPlanUsage(context, db, accountId);
  const { used, most } = await readTokenUsage(context, db, accountId);
  const plan = (await listCurrentPlans(db, [accountId], clock.now())).get(accountId);
  return {
    ...(plan ?? { plan: "FREE", expires_at: null, is_canceled: false }),
    artists,
    songs_this_month,
    wnfts: { used, most },
  };
}
