import type { PointBalance } from "@wrapsody/shared/rewards/points.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths, REWARDS_TAB } from "../../../paths.ts";
import { formatCount } from "../../../ui/format/format.ts";
import { Picture } from "../../../ui/pictures/picture.tsx";
import "../my-rewards/rewards.css";
import { MoreButton } from "../my-rewards/more-button.tsx";
import { Goals } from "./goals.tsx";
import { NextListen } from "./next-listen.tsx";

type Props = { balances: readonly PointBalance[]; total: number; more: () => void };

/** Point balances by wrap, each with a link to its rewards. */
export function Balances({ balances, total, more }: Props) {
  return (
    <>
      <ul className="balances">
        {balances.map((balance) => (
          <BalanceRow key={balance.song.id} balance={balance} />
        ))}
      </ul>
      <MoreButton count={balances.length} total={total} more={more} />
    </>
  );
}

export function BalanceRow({ balance }: { balance: PointBalance }) {
  const { song, points } = balance;
  const { t, i18n } = useTranslation();
  return (
    <li>
      <Picture image={song.image} alt="" sizes="3.5rem" />
      <div className="balance-wrap">
        <Link className="b" to={paths.wrap(song.pretty_id, { tab: REWARDS_TAB })}>
          {song.name}
        </Link>
        <p className="small dim">{song.artist}</p>
      </div>
      <div className="balance-goals">
        <Goals balance={balance} />
        {balance.goals.ready.length > 0 ? null : <NextListen balance={balance} />}
      </div>
      <p className="balance-points">
        <span className="no">{formatCount(points, i18n.language)}</span>{" "}
        <span className="small dim">{t("points.unit", { count: points })}</span>
      </p>
    </li>
  );
}
