import type { Reward } from "@wrapsody/shared/rewards/rewards.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Gauge } from "../../../../ui/feedback/states.tsx";
import { formatCount } from "../../../../ui/format/format.ts";

/** Overrides of the public parts of a level, once they are known. */
type Parts = { facts?: ReactNode; gauge?: ReactNode; act?: ReactNode };
type Ladder = { rewards: Reward[]; partsOf(reward: Reward): Parts };

/** Lists all levels, lowest first, with the reader's progress. */
export function RewardsLadder({ rewards, partsOf }: Ladder) {
  const inOrder = [...rewards].sort((a, b) => a.reward_points_earned - b.reward_points_earned);
  return (
    <ol className="ladder">
      {inOrder.map((reward) => (
        <Level key={reward.id} reward={reward} {...partsOf(reward)} />
      ))}
    </ol>
  );
}

function Level({ reward, facts, gauge = <Gauge share={0} />, act }: Parts & { reward: Reward }) {
  const { t, i18n } = useTranslation();
  const points = formatCount(reward.reward_points_earned, i18n.language);
  const kind = t(`wrap.reward.${reward.reward_type}`);
  return (
    <li className={reward.reward_type}>
      <span className="no num">{points}</span>
      <div>
        <p className="b">{reward.name}</p>
        <p className="small dim">
          {kind === reward.name ? reward.description : `${kind}. ${reward.description}`}
        </p>
        {facts}
        {gauge}
      </div>
      {act === undefined ? (
        <div className="act">
          <p className="state small">{t("wrap.needs", { points })}</p>
        </div>
      ) : (
        act
      )}
    </li>
  );
}
