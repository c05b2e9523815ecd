import { getMyBalances } from "@wrapsody/shared/points.ts";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { usePolling } from "../../../lib/polling.ts";
import { paths } from "../../../paths.ts";
import { EmptySection } from "../../../ui/layout/section.tsx";
import { QueryState, useAuthedQuery } from "../../accounts/index.ts";
import { BalanceRow } from "./balances.tsx";

/** Number of wraps shown. */
const MAX_WRAPS = 3;
const changing = [getMyBalances];

/** The wraps whose rewards can be redeemed now or are nearest. */
export function ClosestRewards() {
  const { t } = useTranslation();
  const id = useId();
  usePolling(changing);
  const { data, error, refetch } = useAuthedQuery(getMyBalances, {
    list: { limit: MAX_WRAPS, sortKey: "goal", sortDir: "DESC" },
  });
  const near = data?.data.filter(({ goals }) => goals.ready.length > 0 || goals.next !== null);
  return (
    <section className="you-rewards" aria-labelledby={id}>
      <div className="split">
        <h2 id={id} className="head">
          {t("points.goals.closest")}
        </h2>
        <Link className="u small" to={paths.myRewards}>
          {t("points.goals.all")}
        </Link>
      </div>
      {near === undefined ? (
        <QueryState error={error} refetch={refetch} rows={MAX_WRAPS} height="7rem" />
      ) : near.length === 0 ? (
        <EmptySection>{t("points.goals.none")}</EmptySection>
      ) : (
        <ul className="balances">
          {near.map((balance) => (
            <BalanceRow key={balance.song.id} balance={balance} />
          ))}
        </ul>
      )}
    </section>
  );
}
