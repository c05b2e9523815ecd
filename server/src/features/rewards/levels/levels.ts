import type { BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import type { ClaimQuestion } from "@wrapsody/shared/rewards/claim-questions.ts";
import type { LevelAvailability, postReward } from "@wrapsody/shared/rewards/reward-levels.ts";
import type { Reward } from "@wrapsody/shared/rewards/rewards.ts";
import { withIdempotencyKey } from "../../../platform/api/idempotency.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { invalidateSongs, lockOwnSong } from "../../catalogue/index.ts";
import { rewardPorts } from "../ports.ts";
import { findTargetProblem, lockTargets, type RewardTarget, toLevelAvailability } from "./availability.ts";
import { countLevels, deleteLevel, findShownSong, insertLevel, listLevels } from "./levels.data.ts";

/** Maximum number of levels of a wrap. */
const MAX_LEVELS = 50;

type AddLevelInput = {
  accountId: string;
  song: string;
  body: BodyOf<typeof postReward>;
  key: string | undefined;
};

/**
 * Adds a level to a wrap of the caller.
 *
 * @throws Failure E0001 if the caller has no such wrap, E0007 on `alt_id` for a target that cannot be, E0027
 * at the maximum number of levels
 */
export function addLevel(context: Context, { accountId, song, body, key }: AddLevelInput): Promise<Reward> {
  const repeatable = { accountId, call: `POST song/${song}/reward`, key, input: body };
  return withIdempotencyKey(context, repeatable, async (tx) => {
    const ownSong = await lockOwnSong(tx, accountId, song);
    if (ownSong === undefined) throw notFound();
    const { reward_type } = body;
    const campaign = toCampaignId(body);
    await assertReachable(tx, { songId: ownSong.id, about: { reward_type, alt_id: campaign } });
    if ((await countLevels(tx, ownSong.id)) >= MAX_LEVELS) throw tooManyLevels();
    const questions = (body.questions ?? []).map(toQuestion);
    const level = { ...body, campaign, questions, now: context.clock.now() };
    const added = await insertLevel(tx, ownSong.id, level);
    await invalidateSongs(tx, [ownSong.id]);
    return added;
  });
}

/**
 * Deletes a level of a wrap of the caller.
 *
 * @throws Failure E0001 if there is no such level
 */
export async function removeLevel(
  { db, clock }: Context,
  { accountId, song, level }: { accountId: string; song: string; level: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const ownSong = await lockOwnSong(tx, accountId, song);
    const id = /^\d{1,9}$/.test(level) ? Number(level) : 0;
    if (ownSong === undefined || !(await deleteLevel(tx, ownSong.id, id, clock.now()))) throw notFound();
    await invalidateSongs(tx, [ownSong.id]);
  });
}

/** Only a CHOICE has choices. */
function toQuestion(question: ClaimQuestion): ClaimQuestion {
  const { kind, choices } = question;
  return { ...question, choices: kind === "CHOICE" ? [...new Set(choices.filter(Boolean))] : [] };
}

/**
 * Returns the campaign of a level: 0, which does not exist, for a DAPP_ACCESS level without one; null for
 * types without a campaign.
 */
function toCampaignId({ reward_type, alt_id }: AddLevelInput["body"]): number | null {
  if (reward_type === "DAPP_ACCESS") return alt_id ?? 0;
  return reward_type === "WRAPPED_MP3" ? (alt_id ?? null) : null;
}

/**
 * Requires a valid target and locks it.
 *
 * @throws Failure E0007 on `alt_id`
 */
async function assertReachable(
  tx: Executor,
  { songId, about }: { songId: number; about: RewardTarget },
): Promise<void> {
  const problem = findTargetProblem(about, await lockTargets(tx, { songId, about }));
  if (problem !== undefined) throw new Failure("E0007", { errors: [{ field: "alt_id", message: problem }] });
}

/**
 * Lists the availability of a wrap's levels; for its owner with `details`.
 *
 * @throws Failure E0001 if the wrap is neither public nor the caller's own
 */
export async function listLevelAvailability(
  { db, evm }: Context,
  { song, accountId = null }: { song: string; accountId: string | undefined | null },
): Promise<LevelAvailability[]> {
  const shownSong = await findShownSong(db, { reference: song, accountId });
  if (shownSong === undefined) throw notFound();
  const levels = await listLevels(db, shownSong.id);
  const isLeading = levels.some(
    ({ alt_id, reward_type }) => alt_id !== null || reward_type === "WRAPPED_MP3",
  );
  const experiences = isLeading ? await rewardPorts().listRewardTargets(db, [shownSong.id]) : [];
  const joined =
    experiences.length === 0 || accountId === null
      ? []
      : await rewardPorts().listJoinedExperiences(db, { songIds: [shownSong.id], accountId });
  const has = { experiences, wnft: shownSong.wnft };
  const caller = { isOwner: shownSong.is_own, joined: new Set(joined) };
  return levels.map((level) => ({
    ...toLevelAvailability(level, has, { networks: evm.networks, caller }),
    details: shownSong.is_own ? level.details : null,
    questions: level.questions,
  }));
}

function tooManyLevels(): Failure {
  return new Failure("E0027", { message: `A wrap has at most ${MAX_LEVELS} reward levels.` });
}
