import type { PointBalance } from "@wrapsody/shared/rewards/points.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths, REWARDS_TAB } from "../../../paths.ts";
import { formatCount } from "../../../ui/format/format.ts";
import { untilParts, useCurrentTime } from "../points/next-listen.tsx";

/** Points by wrap, one line each: what they reach next, when the next listen earns points. */
export function PointTable({ balances }: { balances: readonly PointBalance[] }) {
  const { t } = useTranslation();
  const now = useCurrentTime();
  return (
    <table className="tbl point-table">
      <thead>
        <tr>
          <th scope="col">{t("points.table.wrap")}</th>
          <th scope="col">{t("points.table.reward")}</th>
          <th scope="col" className="point-listen">
            {t("points.table.listen")}
          </th>
          <th scope="col" className="r">
            {t("points.table.points")}
          </th>
        </tr>
      </thead>
      <tbody>
        {balances.map((balance) => (
          <PointRow key={balance.song.id} balance={balance} now={now} />
        ))}
      </tbody>
    </table>
  );
}

function PointRow({ balance, now }: { balance: PointBalance; now: number }) {
  const { i18n } = useTranslation();
  const { song, points } = balance;
  return (
    <tr>
      <th scope="row">
        <Link className="b" to={paths.wrap(song.pretty_id, { tab: REWARDS_TAB })}>
          {song.name}
        </Link>{" "}
        <span className="dim">{song.artist}</span>
      </th>
      <td>
        <NextReward balance={balance} />
      </td>
      <td className="point-listen">
        <NextPoint balance={balance} now={now} />
      </td>
      <td className="r num b">{formatCount(points, i18n.language)}</td>
    </tr>
  );
}

function NextReward({ balance: { points, is_own, goals } }: { balance: PointBalance }) {
  const { t, i18n } = useTranslation();
  const { ready, next, levels, claimed } = goals;
  const number = (value: number) => formatCount(value, i18n.language);
  if (next !== null)
    return (
      <>
        {t("points.goals.until", { points: number(next.reward_points_earned - points) })} {next.name}
      </>
    );
  if (ready.length > 0) return t("points.ready");
  if (is_own) return <span className="dim">{t("points.own")}</span>;
  const none = claimed === levels ? "claims.allClaimed" : "claims.noneOpen";
  return <span className="dim">{t(levels === 0 ? "wrap.noRewards" : none)}</span>;
}

function NextPoint({ balance: { is_own, next_award_at }, now }: { balance: PointBalance; now: number }) {
  const { t } = useTranslation();
  if (is_own) return null;
  const left = untilParts(next_award_at, now);
  if (left === undefined) return <span className="state on">{t("points.table.now")}</span>;
  const { hours, minutes } = left;
  const time = hours > 0 ? t("points.hours", { count: hours }) : t("points.minutes", { count: minutes });
  return <span className="state wait">{t("points.table.in", { time })}</span>;
}
