import type { Claim } from "@wrapsody/shared/claims.ts";
import type { GoalLevel, PointBalance } from "@wrapsody/shared/points.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { formatCount } from "../../../ui/format/format.ts";
import { Picture } from "../../../ui/pictures/picture.tsx";
import { Redeem } from "../claims/redeem.tsx";
import { REWARDS_TAB } from "./goals.tsx";
import "./level-rows.css";

type Props = {
  balances: readonly PointBalance[];
  /** Number of levels shown. */
  limit: number;
  onClaimed: (claim: Claim) => void;
};

/** Counts the levels that can be redeemed now. */
export function countReady(balances: readonly PointBalance[]): number {
  return balances.reduce((count, { goals }) => count + goals.ready.length, 0);
}

/** Levels that can be redeemed now, each with its button. */
export function ReadyLevels({ balances, limit, onClaimed }: Props) {
  const rows = balances.flatMap((balance) => balance.goals.ready.map((level) => ({ balance, level })));
  return (
    <ul className="level-rows">
      {rows.slice(0, limit).map(({ balance, level }, index) => (
        <ReadyLevel
          key={level.id}
          balance={balance}
          level={level}
          isFirst={index === 0}
          onClaimed={onClaimed}
        />
      ))}
    </ul>
  );
}

type RowProps = {
  balance: PointBalance;
  level: GoalLevel;
  isFirst: boolean;
  onClaimed: (claim: Claim) => void;
};

function ReadyLevel({ balance: { song, points }, level, isFirst, onClaimed }: RowProps) {
  const { t, i18n } = useTranslation();
  const cost = level.reward_points_earned;
  return (
    <li>
      <Picture image={song.image} alt="" sizes="4rem" />
      <LevelName song={song} level={level} />
      <p className="level-number">
        <span className="no">{formatCount(cost, i18n.language)}</span>{" "}
        <span className="small dim">
          {t("points.ofYours", { count: points, points: formatCount(points, i18n.language) })}
        </span>
      </p>
      <div className="level-act">
        <Redeem song={song} level={level} points={points} isNext={isFirst} claimed={onClaimed} />
      </div>
    </li>
  );
}

type NameProps = { song: PointBalance["song"]; level: GoalLevel };

/** The name of a level, its kind unless that is its name, and its wrap. */
export function LevelName({ song, level: { name, reward_type } }: NameProps) {
  const { t } = useTranslation();
  const kind = t(`wrap.reward.${reward_type}`);
  return (
    <div className="level-name">
      <p className="b">{name}</p>
      <p className="small dim">
        {kind === name ? null : `${kind}, `}
        <Link className="u" to={paths.wrap(song.pretty_id, { tab: REWARDS_TAB })}>
          {song.name}
        </Link>
        {`, ${song.artist}`}
      </p>
    </div>
  );
}
