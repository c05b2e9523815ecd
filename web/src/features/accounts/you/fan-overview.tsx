import { getMyArt } from "@wrapsody/shared/experiences/experiences.ts";
import { getOpenOrders, type WaitingOrder } from "@wrapsody/shared/experiences/participation.ts";
import { getMyBalances } from "@wrapsody/shared/rewards/points.ts";
import { getMyPointTotal } from "@wrapsody/shared/rewards/rewards.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLazyModule } from "../../../lib/lazy-module.ts";
import { usePolling } from "../../../lib/polling.ts";
import { paths } from "../../../paths.ts";
import { formatCount, formatUsd } from "../../../ui/format/format.ts";
import { formatTime } from "../../../ui/format/local-time.ts";
import { CollectedGrid } from "../../experiences/index.ts";
import { QueryState, useAuthedQuery } from "../authed-query.tsx";

/** Wraps that are read, those with rewards to redeem first: enough for these and the closest levels. */
const MAX_WRAPS = 24;
const MAX_ARTWORKS = 4;
const changing = [getMyBalances, getMyPointTotal, getOpenOrders];

const loadRewards = async () => (await import("../../rewards/index.ts")).loadRewardsOverview();

/** What a fan has won and can do now: points and artworks, open orders, rewards, the next listen, the latest artworks. Appears at once, so that nothing moves. */
export function FanOverview() {
  const { t } = useTranslation();
  usePolling(changing);
  const balances = useAuthedQuery(getMyBalances, {
    list: { limit: MAX_WRAPS, sortKey: "goal", sortDir: "DESC" },
  });
  const points = useAuthedQuery(getMyPointTotal);
  const orders = useAuthedQuery(getOpenOrders);
  const art = useAuthedQuery(getMyArt, { list: { limit: MAX_ARTWORKS } });
  const { part: rewards, failed, retry } = useLazyModule("rewards-overview", loadRewards);
  const error =
    balances.error ??
    points.error ??
    orders.error ??
    art.error ??
    (failed ? new Error("the rewards were not loaded") : null);
  if (
    balances.data === undefined ||
    points.data === undefined ||
    orders.data === undefined ||
    art.data === undefined ||
    rewards === undefined
  )
    return (
      <div className="you-main">
        <QueryState
          error={error}
          refetch={() => [balances.refetch(), points.refetch(), orders.refetch(), art.refetch(), retry()]}
          rows={6}
          height="6rem"
        />
      </div>
    );
  const { RewardsOverview, NextPoint } = rewards;
  return (
    <div className="you-main">
      <Totals
        points={points.data}
        wraps={balances.data.total}
        ready={balances.data.data.flatMap(({ goals }) => goals.ready).length}
        artworks={art.data.total}
      />
      {orders.data.data.length === 0 ? null : <OpenOrders orders={orders.data.data} />}
      <RewardsOverview balances={balances.data.data} />
      <NextPoint balances={balances.data.data} />
      {art.data.data.length === 0 ? null : (
        <section className="you-part">
          <h2 className="head">{t("points.latestArt")}</h2>
          <CollectedGrid artworks={art.data.data} />
        </section>
      )}
    </div>
  );
}

type TotalsProps = { points: number; wraps: number; ready: number; artworks: number };

/** All points, rewards to redeem and artworks, each leading to its page. Empty for newcomers. */
function Totals({ points, wraps, ready, artworks }: TotalsProps) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatCount(value, i18n.language);
  if (wraps === 0 && artworks === 0) return null;
  return (
    <ul className="you-totals">
      <li>
        <Link to={paths.myRewards}>
          <span className="no">{number(points)}</span>{" "}
          <span className="u small">
            {t("points.unit", { count: points })} {t("points.wraps", { count: wraps, wraps: number(wraps) })}
          </span>
        </Link>
      </li>
      {ready === 0 ? null : (
        <li>
          <Link to={paths.myRewards}>
            <span className="no">{number(ready)}</span>{" "}
            <span className="u small">{t("points.rewardsReady", { count: ready })}</span>
          </Link>
        </li>
      )}
      <li>
        <Link to={paths.myArt()}>
          <span className="no">{number(artworks)}</span>{" "}
          <span className="u small">{t("points.artworks", { count: artworks })}</span>
        </Link>
      </li>
    </ul>
  );
}

function OpenOrders({ orders }: { orders: readonly WaitingOrder[] }) {
  const { t } = useTranslation();
  return (
    <section className="you-part">
      <h2 className="head">{t("points.orders.title")}</h2>
      <ul className="you-orders">
        {orders.map(({ exposed_id, state, total, expires_at, campaign }) => (
          <li key={exposed_id}>
            <div>
              <p className="b">{campaign.name}</p>
              <p className="small dim">
                {total === 0 ? t("points.goals.free") : formatUsd(total)}
                {expires_at === null
                  ? null
                  : `, ${t("points.orders.until", { time: formatTime(expires_at) })}`}
              </p>
            </div>
            <Link className="mark" to={paths.participate(campaign.pretty_id)}>
              {t(`points.orders.${state}`)} <ArrowRight className="i" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
