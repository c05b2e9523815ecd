import type { BodyOf } from "@wrapsody/shared/endpoint.ts";
import { type postReward, rewardTexts } from "@wrapsody/shared/reward-levels.ts";
import type { Reward } from "@wrapsody/shared/rewards.ts";
import { once } from "../../platform/answered-calls.ts";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database.ts";
import { Failure, notFound } from "../../platform/failure.ts";
import { notifyPagesChanged } from "../../platform/pages-changed.ts";
import { lockOwnSong } from "../catalogue/index.ts";
import { countLevels, deleteLevel, insertLevel } from "./rewards.data.ts";

/** What reward levels ask of later features; `features.ts` hands it in. */
export type RewardNeeds = {
  /** Whether an experience belongs to the song. It stays so until `tx` ends. */
  isCampaignOf(tx: Executor, campaignId: number, songId: number): Promise<boolean>;
};

/** Levels that a wrap has at most. */
const mostLevels = 50;

type Wish = { accountId: string; song: string; body: BodyOf<typeof postReward>; key: string | undefined };

/**
 * Adds a level to a wrap of the caller's.
 *
 * @throws Failure E0001 where the caller has no such wrap, E0007 on `alt_id` without an experience of it, E0027 at the
 * most levels that a wrap has
 */
export function addLevel(
  context: Context,
  needs: RewardNeeds,
  { accountId, song, body, key }: Wish,
): Promise<Reward> {
  const repeatable = { accountId, call: `POST song/${song}/reward`, key, sent: body };
  return once(context, repeatable, async (tx) => {
    const found = await lockOwnSong(tx, accountId, song);
    if (found === undefined) throw notFound();
    const campaign = campaignFor(body);
    if (campaign !== null && !(await needs.isCampaignOf(tx, campaign, found.id))) throw noDapp();
    if ((await countLevels(tx, found.id)) >= mostLevels) throw tooMany();
    const added = await insertLevel(tx, found.id, { ...body, campaign, now: context.clock.now() });
    await notifyPagesChanged(tx);
    return added;
  });
}

/** Deletes a level of a wrap of the caller's. @throws Failure E0001 where there is no such level, or none any more */
export async function removeLevel(
  { db, clock }: Context,
  { accountId, song, level }: { accountId: string; song: string; level: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const found = await lockOwnSong(tx, accountId, song);
    const id = /^\d{1,9}$/.test(level) ? Number(level) : 0;
    if (found === undefined || !(await deleteLevel(tx, found.id, id, clock.now()))) throw notFound();
    await notifyPagesChanged(tx);
  });
}

/** The experience that a level is about; what cannot be is 0. Other kinds have none. */
function campaignFor({ reward_type, alt_id }: Wish["body"]): number | null {
  if (reward_type === "DAPP_ACCESS") return alt_id ?? 0;
  return reward_type === "WRAPPED_MP3" ? (alt_id ?? null) : null;
}

function noDapp(): Failure {
  return new Failure("E0007", { errors: [{ field: "alt_id", message: rewardTexts.noDapp }] });
}

function tooMany(): Failure {
  return new Failure("E0027", { message: `A wrap has at most ${mostLevels} reward levels.` });
}
