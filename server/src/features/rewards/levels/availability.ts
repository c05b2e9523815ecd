import {
  type ExperienceLink,
  type LevelAvailability,
  levelProblems,
  rewardTexts,
} from "@wrapsody/shared/rewards/reward-levels.ts";
import type { Reward } from "@wrapsody/shared/rewards/rewards.ts";
import type { Executor } from "../../../platform/database/database.ts";
import type { LevelExperience } from "../ports.ts";
import { rewardPorts } from "../ports.ts";
import { findWnftNetwork } from "./levels.data.ts";

/** The reward that a level gives access to. */
export type RewardTarget = Pick<Reward, "reward_type" | "alt_id">;

/** Configured networks by name. */
type Networks = ReadonlyMap<string, unknown>;

/** The assets of a song that a level can target. */
export type SongAssets = {
  experiences: readonly LevelExperience[];
  /** Network of the wrap's wNFT; null if none is confirmed. */
  wnft: string | null;
};

/** Experiences of a song, as the caller loaded them. */
type Caller = { isOwner: boolean; joined: ReadonlySet<number> };

const stranger: Caller = { isOwner: false, joined: new Set() };

/** Reads what a level targets and locks the experience that it names. */
export async function lockTargets(
  tx: Executor,
  { songId, about: { reward_type, alt_id } }: { songId: number; about: RewardTarget },
): Promise<SongAssets> {
  const named =
    alt_id === null ? undefined : await rewardPorts().lockExperience(tx, { campaignId: alt_id, songId });
  if (reward_type !== "WRAPPED_MP3") return { wnft: null, experiences: named === undefined ? [] : [named] };
  const [wnft, experiences] = [
    await findWnftNetwork(tx, songId),
    await rewardPorts().listRewardTargets(tx, [songId]),
  ];
  return { wnft, experiences };
}

/** Returns why a level cannot have this target; undefined if it can. */
export function findTargetProblem(
  { reward_type, alt_id }: RewardTarget,
  has: SongAssets,
): string | undefined {
  const named = has.experiences.find(({ id }) => id === alt_id);
  if (alt_id !== null && (named === undefined || named.isDeleted)) return rewardTexts.noDapp;
  if (reward_type === "WRAPPED_MP3")
    return has.wnft === null && has.experiences.length === 0 ? levelProblems.noToken : undefined;
  if (named?.stage === "COMPLETED") return levelProblems.over;
  return named?.isPublic ? levelProblems.open : undefined;
}

/**
 * Whether a level can be fulfilled now on the configured networks. Types other than DAPP_ACCESS and
 * WRAPPED_MP3 depend on the artist only.
 */
export function isAvailable(about: RewardTarget, has: SongAssets, networks: Networks): boolean {
  const led = listExperienceLinks(about, has);
  if (about.reward_type === "DAPP_ACCESS") return led.some(({ state }) => state === "OPEN");
  if (about.reward_type !== "WRAPPED_MP3") return true;
  const ids = new Set(led.map(({ id }) => id));
  return (
    acceptsWnft(about, has, networks) ||
    has.experiences.some(
      (experience) =>
        ids.has(experience.id) && isReachable(experience.network, networks) && hasOrSellsTokens(experience),
    )
  );
}

function acceptsWnft(
  { reward_type, alt_id }: RewardTarget,
  { wnft }: SongAssets,
  networks: Networks,
): boolean {
  return reward_type === "WRAPPED_MP3" && alt_id === null && isReachable(wnft, networks);
}

/** Ownership of a token on another network could not be verified. */
function isReachable(network: string | null, networks: Networks): boolean {
  return network !== null && networks.has(network);
}

/** Whether a token of the experience exists or can still be obtained. */
function hasOrSellsTokens({ hasTokens, stage, left }: LevelExperience): boolean {
  return hasTokens || (stage === "ACTIVE" && left > 0);
}

/** Lists the experiences of a level: the one that it unlocks, or those whose tokens qualify. */
function listExperienceLinks(
  { reward_type, alt_id }: RewardTarget,
  { experiences }: SongAssets,
  { joined }: Caller = stranger,
): ExperienceLink[] {
  if (reward_type !== "DAPP_ACCESS" && reward_type !== "WRAPPED_MP3") return [];
  return experiences
    .filter(({ id }) => (alt_id === null ? reward_type === "WRAPPED_MP3" : id === alt_id))
    .map((experience) => {
      const { id, pretty_id, name, isShown } = experience;
      const state = linkState(experience, reward_type);
      return { id, pretty_id, name, is_shown: isShown, is_joined: joined.has(id), state };
    });
}

function linkState(
  { stage, isPublic, left }: LevelExperience,
  type: Reward["reward_type"],
): ExperienceLink["state"] {
  if (stage === "COMPLETED") return "OVER";
  if (isPublic && type === "DAPP_ACCESS") return "PUBLIC";
  if (stage !== "ACTIVE") return "UPCOMING";
  return left > 0 ? "OPEN" : "FULL";
}

type Level = RewardTarget & Pick<Reward, "id" | "stock_left">;

/** Builds the availability of a level, with the experiences that the caller may know of. */
export function toLevelAvailability(
  level: Level,
  has: SongAssets,
  { networks, caller }: { networks: Networks; caller: Caller },
): Omit<LevelAvailability, "details" | "questions"> {
  const { id, stock_left } = level;
  return {
    id,
    stock_left,
    is_available: stock_left !== 0 && isAvailable(level, has, networks),
    experiences: listExperienceLinks(level, has, caller).filter(
      ({ is_shown, is_joined }) =>
        level.reward_type === "DAPP_ACCESS" || is_shown || is_joined || caller.isOwner,
    ),
    wnft: acceptsWnft(level, has, networks),
  };
}
