import type { GoalLevel, PointBalance } from "@wrapsody/shared/points.ts";
import { useTranslation } from "react-i18next";
import { Gauge } from "../../../ui/feedback/states.tsx";
import { formatCount } from "../../../ui/format/format.ts";
import { Picture } from "../../../ui/pictures/picture.tsx";
import { QuickestWay } from "./goals.tsx";
import { LevelName } from "./ready-levels.tsx";
import "./level-rows.css";

type Near = { balance: PointBalance; level: GoalLevel };

const shareOf = ({ balance, level }: Near) => balance.points / level.reward_points_earned;

/** Picks the levels that the points come closest to, the closest first. */
export function pickNear(balances: readonly PointBalance[], limit: number): Near[] {
  return balances
    .flatMap((balance) => (balance.goals.next === null ? [] : { balance, level: balance.goals.next }))
    .toSorted((a, b) => shareOf(b) - shareOf(a))
    .slice(0, limit);
}

/** Levels with the progress to them and the quickest way. */
export function NearLevels({ levels }: { levels: readonly Near[] }) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatCount(value, i18n.language);
  return (
    <ul className="level-rows">
      {levels.map(({ balance, level }) => (
        <li key={level.id} className="is-near">
          <Picture image={balance.song.image} alt="" sizes="4rem" />
          <LevelName song={balance.song} level={level} />
          <p className="level-number">
            <span className="no">{number(balance.points)}</span>{" "}
            <span className="small dim">
              {t("points.ofNeeded", { points: number(level.reward_points_earned) })}
            </span>
          </p>
          <div className="level-way small">
            <Gauge share={balance.points / level.reward_points_earned} />
            <QuickestWay goals={balance.goals} />
          </div>
        </li>
      ))}
    </ul>
  );
}
