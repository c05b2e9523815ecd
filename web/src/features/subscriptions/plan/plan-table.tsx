import { planEntitlements } from "@wrapsody/shared/payments/plan-entitlements.ts";
import { planPrices } from "@wrapsody/shared/payments/subscriptions.ts";
import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { formatPrice, savingOfYearly } from "./plan-status.ts";

/** Compares the two plans. `premium`: the user has the premium plan. */
export function PlanTable({ premium }: { premium: boolean }) {
  const { t } = useTranslation();
  const rows: { name: string; free: ReactNode; premium: ReactNode }[] = [
    { name: "price", free: t("plan.includes.free"), premium: <Prices /> },
    { name: "artists", ...limitsOf("artists") },
    { name: "songs", ...limitsOf("songsPerMonth") },
    { name: "tokens", free: t("plan.includes.oneToken"), premium: t("plan.includes.everyToken") },
    { name: "playlists", free: planEntitlements.FREE.playlists, premium: t("plan.includes.unlimited") },
    { name: "fee", ...formatFees(t) },
    { name: "featured", free: t("plan.includes.notFeatured"), premium: t("plan.includes.inTurn") },
    {
      name: "keys",
      free: t("plan.includes.none"),
      premium: premium ? (
        <Link className="u" to={paths.settings}>
          {t("plan.includes.ownKeys")}
        </Link>
      ) : (
        t("plan.includes.included")
      ),
    },
  ];
  return (
    <table className="tbl plan-table">
      <thead>
        <tr>
          <td />
          <th scope="col">
            <PlanName name="FREE" own={!premium} />
          </th>
          <th scope="col">
            <PlanName name="PREMIUM" own={premium} />
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, ...cells }) => (
          <tr key={name}>
            <th scope="row">{t(`plan.includes.${name}`)}</th>
            <td className="num">{cells.free}</td>
            <td className="num">{cells.premium}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PlanName({ name, own }: { name: "FREE" | "PREMIUM"; own: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <span className="head">{t(`plan.includes.${name}`)}</span>
      {own ? <span className="state on">{t("plan.includes.own")}</span> : null}
    </>
  );
}

function Prices() {
  const { t } = useTranslation();
  const { PREMIUM_MONTHLY: month, PREMIUM_YEARLY: year } = planPrices;
  return (
    <>
      <p>{t("plan.includes.monthly", { month: formatPrice(month), year: formatPrice(12 * month) })}</p>
      <p>
        {t("plan.includes.yearly", {
          month: formatPrice(year / 12),
          year: formatPrice(year),
          saving: savingOfYearly(),
        })}
      </p>
    </>
  );
}

function limitsOf(limit: "artists" | "songsPerMonth") {
  return { free: planEntitlements.FREE[limit], premium: planEntitlements.PREMIUM[limit] };
}

function formatFees(t: TFunction) {
  const percent = (basisPoints: number) => t("plan.includes.percent", { percent: basisPoints / 100 });
  return {
    free: percent(planEntitlements.FREE.feeBasisPoints),
    premium: percent(planEntitlements.PREMIUM.feeBasisPoints),
  };
}
