import { currentPhase } from "@wrapsody/shared/experiences/phase-rules.ts";
import { pointRules } from "@wrapsody/shared/rewards/point-rules.ts";
import type { PointBalance, PointGoals } from "@wrapsody/shared/rewards/points.ts";
import { isClosed } from "@wrapsody/shared/rewards/reward-levels.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { toLevelAvailability } from "../levels/availability.ts";
import { type LevelExperience, rewardPorts } from "../ports.ts";
import { type GoalLevelRow, listGoalLevels } from "./goals.data.ts";

type Balance = Pick<PointBalance, "points" | "next_award_at" | "is_own"> & { song: { id: number } };
type Listening = { now: Date; interval: number };

const noGoals: PointGoals = {
  ready: [],
  next: null,
  days: null,
  experience: null,
  levels: 0,
  claimed: 0,
  left: 0,
};

/** Adds to each balance the levels that its points reach. `interval`: seconds between two listens that earn points. */
export async function addGoals<B extends Balance>(
  { db, evm }: Context,
  { accountId, balances, ...listening }: { accountId: string; balances: readonly B[] } & Listening,
): Promise<(B & { goals: PointGoals })[]> {
  const songIds = balances.filter(({ is_own }) => !is_own).map(({ song }) => song.id);
  const levels = songIds.length === 0 ? [] : await listGoalLevels(db, { accountId, songIds });
  const withLevels = [...new Set(levels.map(({ song_id }) => song_id))];
  const [experiences, joined] =
    withLevels.length === 0
      ? [[], []]
      : await Promise.all([
          rewardPorts().listRewardTargets(db, withLevels),
          rewardPorts().listJoinedExperiences(db, { songIds: withLevels, accountId }),
        ]);
  const levelsBySong = Map.groupBy(levels, ({ song_id }) => song_id);
  const experiencesBySong = Map.groupBy(experiences, ({ songId }) => songId);
  return balances.map((balance) => {
    const own = levelsBySong.get(balance.song.id);
    if (own === undefined) return { ...balance, goals: noGoals };
    const targets = experiencesBySong.get(balance.song.id) ?? [];
    const open = own
      .filter(({ is_claimed }) => !is_claimed)
      .flatMap((level) => {
        const state = readLevelState(level, targets, evm.networks);
        return state === "CLOSED" ? [] : { level, isAvailable: state === "AVAILABLE" };
      });
    return {
      ...balance,
      goals: toGoals(balance, {
        open,
        joinable: targets
          .filter((target) => isJoinable(target) && !joined.includes(target.id))
          .flatMap((target) => toJoinable(target, listening.now)),
        levels: own.length,
        claimed: own.filter(({ is_claimed }) => is_claimed).length,
        listening,
      }),
    };
  });
}

/** Lists the levels of a song that can be redeemed now and that adding `points` to a balance has brought within reach. */
export async function listReachedLevels(
  { evm }: Pick<Context, "evm">,
  tx: Executor,
  {
    accountId,
    songId,
    balance,
    points,
  }: { accountId: string; songId: number; balance: number; points: number },
): Promise<GoalLevelRow[]> {
  const levels = await listGoalLevels(tx, { accountId, songIds: [songId] });
  const crossed = levels.filter(
    ({ is_claimed, reward_points_earned: needed }) =>
      !is_claimed && needed <= balance && needed > balance - points,
  );
  if (crossed.length === 0) return [];
  const targets = await rewardPorts().listRewardTargets(tx, [songId]);
  return crossed.filter((level) => readLevelState(level, targets, evm.networks) === "AVAILABLE");
}

/** Returns whether a level can be redeemed now, later once an experience opens, or not anymore. */
function readLevelState(
  level: GoalLevelRow,
  experiences: readonly LevelExperience[],
  networks: Context["evm"]["networks"],
): "AVAILABLE" | "LATER" | "CLOSED" {
  const caller = { isOwner: true, joined: new Set<number>() };
  const availability = toLevelAvailability(level, { experiences, wnft: level.wnft }, { networks, caller });
  if (availability.is_available) return "AVAILABLE";
  return isClosed(availability) ? "CLOSED" : "LATER";
}

function isJoinable({ stage, isPublic, isShown, isDeleted, left }: LevelExperience): boolean {
  return stage === "ACTIVE" && isPublic && isShown && !isDeleted && left > 0;
}

/** Returns an experience with its current price; empty while no phase is open to everyone. */
function toJoinable(target: LevelExperience, now: Date): LevelExperience[] {
  if (target.phases.length === 0) return [target];
  const phase = currentPhase(target.phases, now.getTime());
  return phase?.audience === "EVERYONE" ? [{ ...target, costCents: phase.price_cents }] : [];
}

type OpenLevels = {
  open: readonly { level: GoalLevelRow; isAvailable: boolean }[];
  joinable: readonly LevelExperience[];
  /** Numbers of levels of the wrap: all, and those redeemed. */
  levels: number;
  claimed: number;
  listening: Listening;
};

function toGoals(balance: Balance, { open, joinable, levels, claimed, listening }: OpenLevels): PointGoals {
  const { points } = balance;
  const ready = open.filter(({ level, isAvailable }) => isAvailable && level.reward_points_earned <= points);
  const next = open.find(({ level }) => level.reward_points_earned > points)?.level;
  const needed = next === undefined ? 0 : next.reward_points_earned - points;
  const [experience] = joinable
    .filter(({ rewardPoints }) => needed > 0 && rewardPoints >= needed)
    .toSorted((a, b) => a.costCents - b.costCents);
  return {
    ready: ready.map(({ level }) => toGoalLevel(level)).reverse(),
    next: next === undefined ? null : toGoalLevel(next),
    days: next === undefined ? null : countDays(needed, balance.next_award_at, listening),
    experience:
      experience === undefined
        ? null
        : {
            pretty_id: experience.pretty_id,
            name: experience.name,
            reward_points: experience.rewardPoints,
            cost_per_nft: experience.costCents / 100,
          },
    levels,
    claimed,
    left: open.length,
  };
}

function toGoalLevel({
  id,
  name,
  reward_type,
  reward_points_earned,
  stock_left,
}: GoalLevelRow): PointGoals["ready"][number] {
  return { id, name, reward_type, reward_points_earned, stock_left };
}

const dayMs = 86_400_000;

/** Counts the days until as many listens as needed can have earned points. */
function countDays(needed: number, nextAwardAt: string | null, { now, interval }: Listening): number {
  const listens = Math.ceil(needed / pointRules.listen.points);
  const first = nextAwardAt === null ? now.getTime() : Date.parse(nextAwardAt);
  return Math.ceil((first + (listens - 1) * interval * 1000 - now.getTime()) / dayMs);
}
