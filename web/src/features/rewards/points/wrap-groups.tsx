import type { Claim } from "@wrapsody/shared/rewards/claims.ts";
import type { GoalLevel, PointBalance } from "@wrapsody/shared/rewards/points.ts";
import type { Reward } from "@wrapsody/shared/rewards/rewards.ts";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths, REWARDS_TAB } from "../../../paths.ts";
import { formatCount } from "../../../ui/format/format.ts";
import { Picture } from "../../../ui/pictures/picture.tsx";
import { Redeem } from "../claims/redeem.tsx";
import { NextGoal } from "./goals.tsx";
import "./wrap-groups.css";

type Props = { balances: readonly PointBalance[]; onClaimed: (claim: Claim) => void };

/** Rewards by wrap: the points for it, the levels to redeem now, then the nearest one with the quickest way to it. */
export function WrapGroups({ balances, onClaimed }: Props) {
  return (
    <ul className="wrap-groups">
      {balances.map((balance) => (
        <WrapGroup key={balance.song.id} balance={balance} onClaimed={onClaimed} />
      ))}
    </ul>
  );
}

type GroupProps = { balance: PointBalance; onClaimed: Props["onClaimed"] };

function WrapGroup({ balance, onClaimed }: GroupProps) {
  const { song, points, goals } = balance;
  const { t, i18n } = useTranslation();
  return (
    <li>
      <Picture image={song.image} alt="" sizes="5rem" />
      <div className="wrap-group-h">
        <h3 className="b">
          <Link to={paths.wrap(song.pretty_id, { tab: REWARDS_TAB })}>{song.name}</Link>
        </h3>
        <p className="small dim">{song.artist}</p>
      </div>
      <p className="wrap-group-points">
        <span className="no">{formatCount(points, i18n.language)}</span>{" "}
        <span className="small dim">{t("points.unit", { count: points })}</span>
      </p>
      <div className="wrap-group-levels">
        {goals.ready.map((level) => (
          <ReadyLevel key={level.id} balance={balance} level={level} onClaimed={onClaimed} />
        ))}
        <NextGoal balance={balance} />
      </div>
    </li>
  );
}

type LevelProps = GroupProps & { level: GoalLevel };

function ReadyLevel({ balance: { song, points }, level, onClaimed }: LevelProps) {
  const { t, i18n } = useTranslation();
  const { title, kind } = levelTitle(level, song, t);
  const { reward_points_earned: cost, stock_left: left } = level;
  return (
    <div className="ready-level">
      <div>
        <p className="b">{title}</p>
        <p className="small dim">
          {kind === null ? null : `${kind}, `}
          {t("points.cost", { count: cost, points: formatCount(cost, i18n.language) })}
          {left === null
            ? null
            : `, ${t("claims.left", { count: left, left: formatCount(left, i18n.language) })}`}
        </p>
      </div>
      <div className="ready-level-act">
        <Redeem song={song} level={level} points={points} claimed={onClaimed} isRow />
      </div>
    </div>
  );
}

const shareOf = ({ points, goals: { next } }: PointBalance) =>
  next === null ? 0 : points / next.reward_points_earned;

/** Picks the wraps with a level to redeem now. */
export function pickReady(balances: readonly PointBalance[]): PointBalance[] {
  return balances.filter(({ goals }) => goals.ready.length > 0);
}

/** Picks the other wraps whose next level the points come closest to, the closest first. */
export function pickNear(balances: readonly PointBalance[], limit: number): PointBalance[] {
  return balances
    .filter(({ goals }) => goals.ready.length === 0 && goals.next !== null)
    .toSorted((a, b) => shareOf(b) - shareOf(a))
    .slice(0, limit);
}

/** Returns the name of a level, with its song if it is the song as a file, and its kind unless that is its name or says nothing. */
export function levelTitle(
  { name, reward_type }: Pick<Reward, "name" | "reward_type">,
  song: { name: string },
  t: TFunction,
): { title: string; kind: string | null } {
  const kind = t(`wrap.reward.${reward_type}`);
  const isSong = reward_type === "WRAPPED_MP3";
  return {
    title: isSong ? t("points.levelOf", { level: name, song: song.name }) : name,
    kind: kind === name || reward_type === "CUSTOM" ? null : kind,
  };
}
