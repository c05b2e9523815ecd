import type { Reward } from "@wrapsody/shared/rewards.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../ui/format.ts";
import { Gauge } from "../../ui/gauge.tsx";

/** What stands beside a level instead of its state; `head` says how far it is. */
type Claiming = ((reward: Reward, head: ReactNode) => ReactNode) | undefined;
type Ladder = { rewards: Reward[]; points: number | undefined; claiming?: Claiming };

/** Every level, the nearest first, with what is held and what it takes; also those that are far off. */
export function RewardsLadder({ rewards, points, claiming }: Ladder) {
  const inOrder = [...rewards].sort((a, b) => a.reward_points_earned - b.reward_points_earned);
  return (
    <ol className="ladder">
      {inOrder.map((reward) => (
        <Level key={reward.id} reward={reward} points={points} claiming={claiming} />
      ))}
    </ol>
  );
}

type Step = { reward: Reward; points: number | undefined; claiming: Claiming };

function Level({ reward, points, claiming }: Step) {
  const { t, i18n } = useTranslation();
  const need = reward.reward_points_earned;
  const count = (value: number) => formatCount(value, i18n.language);
  const kind = t(`wrap.reward.${reward.reward_type}`);
  const head = <p className="code dim">{t("wrap.have", { have: count(points ?? 0), need: count(need) })}</p>;
  const state = (
    <div className="act">
      {head}
      <LevelState need={need} points={points} />
    </div>
  );
  return (
    <li>
      <span className="no num">{count(need)}</span>
      <div>
        <p className="b">{reward.name}</p>
        <p className="small dim">
          {kind === reward.name ? reward.description : `${kind}. ${reward.description}`}
        </p>
        <Gauge share={shareOf(points ?? 0, need)} />
      </div>
      {claiming === undefined ? state : claiming(reward, head)}
    </li>
  );
}

function LevelState({ need, points }: { need: number; points: number | undefined }) {
  const { t, i18n } = useTranslation();
  const count = (value: number) => formatCount(value, i18n.language);
  if (points === undefined) return <p className="state small">{t("wrap.needs", { points: count(need) })}</p>;
  if (points >= need) return <p className="state on small">{t("wrap.reached")}</p>;
  return <p className="state wait small">{t("wrap.toGo", { points: count(need - points) })}</p>;
}

/** How much of a level is reached; a level that takes nothing always is. */
export function shareOf(points: number, need: number): number {
  return need === 0 ? 1 : points / need;
}
