import type { PlanUse } from "@wrapsody/shared/payments/subscriptions.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { Gauge } from "../../../ui/feedback/states.tsx";

/** Usage of the plan's limits. */
export function PlanUsage({ use: { artists, songs_this_month, wnfts } }: { use: PlanUse }) {
  return (
    <div className="plan-use">
      <Used name="artists" {...artists} to={paths.myArtists()} />
      <Used name="songs" {...songs_this_month} to={paths.myWraps()} />
      <Used name="tokens" {...wnfts} to={paths.myWraps()} />
    </div>
  );
}

type UsedProps = { name: "artists" | "songs" | "tokens"; used: number; most: number | null; to: string };

/** Usage of one limit, with the consequence of reaching it. */
function Used({ name, used, most: limit, to }: UsedProps) {
  const { t } = useTranslation();
  return (
    <div className="plan-used">
      <h3 className="meta dim">{t(`plan.use.${name}.title`)}</h3>
      <p className="plan-count">
        <span className="no">{used}</span>{" "}
        {limit === null ? null : <span className="head dim">{t("plan.use.of", { most: limit })}</span>}
      </p>
      {limit === null ? null : <Gauge share={used / limit} />}
      <p className="small">
        {t(`plan.use.${name}.${roomOf(used, limit)}`, { count: (limit ?? used) - used })}{" "}
        <Link className="u" to={to}>
          {t(`plan.use.${name}.link`)}
        </Link>
      </p>
    </div>
  );
}

function roomOf(used: number, limit: number | null): "every" | "room" | "full" | "over" {
  if (limit === null) return "every";
  if (used < limit) return "room";
  return used === limit ? "full" : "over";
}
