import { getMyPlan, type PlanUse } from "@wrapsody/shared/subscriptions.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../lib/language.ts";
import { siteOf, titleOnly } from "../../lib/meta.ts";
import { paths } from "../../paths.ts";
import { Gauge } from "../../ui/gauge.tsx";
import { Leaf } from "../../ui/leaf.tsx";
import { formatDay } from "../../ui/local-time.ts";
import { OwnPending, useOwn } from "../accounts/index.ts";
import type { Route } from "./+types/plan";
import { PlanTable } from "./plan-table.tsx";
import "./plan.css";

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("plan.title"), language);
}

export default function PlanPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useOwn(getMyPlan);
  return (
    <>
      <header className="page-h">
        <h1 className="title">{t("plan.title")}</h1>
      </header>
      <div className="plan">
        {data === undefined ? (
          <OwnPending error={error} refetch={refetch} rows={4} height="9rem" />
        ) : (
          <Plan use={data} />
        )}
      </div>
    </>
  );
}

function Plan({ use }: { use: PlanUse }) {
  const { t } = useTranslation();
  const premium = use.plan !== "FREE";
  return (
    <>
      <Leaf title={t("plan.now.title")}>
        <p className="display plan-name">{t(`plan.name.${use.plan}`)}</p>
        <Ends use={use} />
      </Leaf>
      <Leaf title={t("plan.use.title")}>
        <div className="plan-use">
          <Used name="artists" {...use.artists} to={paths.myArtists()} />
          <Used name="songs" {...use.songs_this_month} to={paths.myWraps()} />
        </div>
      </Leaf>
      <Leaf title={t("plan.includes.title")}>
        <PlanTable premium={premium} />
      </Leaf>
      <Leaf title={t(premium ? "plan.grant.titlePremium" : "plan.grant.title")}>
        <p className="plan-text">{t(premium ? "plan.grant.premium" : "plan.grant.free")}</p>
      </Leaf>
    </>
  );
}

/** Until when the plan lasts, and what comes then. */
function Ends({ use: { expires_at, is_canceled } }: { use: PlanUse }) {
  const { t, i18n } = useTranslation();
  if (expires_at === null) return <p className="lead dim">{t("plan.now.free")}</p>;
  const day = formatDay(expires_at, i18n.language);
  return (
    <>
      <p className={`state plan-state ${is_canceled ? "wait" : "on"}`}>
        {t(is_canceled ? "plan.now.cancelled" : "plan.now.runs", { day })}
      </p>
      <p className="small dim plan-text">
        {t(is_canceled ? "plan.now.afterCancelled" : "plan.now.after", { day })}
      </p>
    </>
  );
}

/** How many of how many, and what it means that there is no room. */
function Used({
  name,
  used,
  most,
  to,
}: {
  name: "artists" | "songs";
  used: number;
  most: number;
  to: string;
}) {
  const { t } = useTranslation();
  const room = used < most ? "room" : used === most ? "full" : "over";
  return (
    <div className="plan-used">
      <h3 className="meta dim">{t(`plan.use.${name}.title`)}</h3>
      <p className="plan-count">
        <span className="no">{used}</span> <span className="head dim">{t("plan.use.of", { most })}</span>
      </p>
      <Gauge share={used / most} />
      <p className="small">
        {t(`plan.use.${name}.${room}`, { count: most - used })}{" "}
        <Link className="u" to={to}>
          {t(`plan.use.${name}.link`)}
        </Link>
      </p>
    </div>
  );
}
