import type { PointBalance } from "@wrapsody/shared/points.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { formatCount } from "../../../ui/format/format.ts";
import { Picture } from "../../../ui/pictures/picture.tsx";
import { MoreButton } from "../my-rewards/more-button.tsx";
import { NextListen } from "./next-listen.tsx";

type Props = { balances: readonly PointBalance[]; total: number; more: () => void };

/** Point balances by wrap, each with a link to its rewards. */
export function Balances({ balances, total, more }: Props) {
  return (
    <>
      <ul className="balances">
        {balances.map((balance) => (
          <Balance key={balance.song.id} balance={balance} />
        ))}
      </ul>
      <MoreButton count={balances.length} total={total} more={more} />
    </>
  );
}

/** Index of the wrap's rewards tab. */
const rewardsTab = 3;

function Balance({ balance }: { balance: PointBalance }) {
  const { song, points } = balance;
  const { t, i18n } = useTranslation();
  return (
    <li>
      <Picture image={song.image} alt="" sizes="3.5rem" />
      <div className="balance-wrap">
        <Link className="b" to={paths.wrap(song.pretty_id, { tab: rewardsTab })}>
          {song.name}
        </Link>
        <p className="small dim">{song.artist}</p>
        <NextListen balance={balance} />
      </div>
      <p className="balance-points">
        <span className="no">{formatCount(points, i18n.language)}</span>{" "}
        <span className="small dim">{t("points.unit", { count: points })}</span>
      </p>
    </li>
  );
}
