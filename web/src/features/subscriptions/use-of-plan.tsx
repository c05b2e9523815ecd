import type { PlanUse } from "@wrapsody/shared/subscriptions.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { Gauge } from "../../ui/gauge.tsx";

/** How much of the plan is used up. */
export function UseOfPlan({ use: { artists, songs_this_month } }: { use: PlanUse }) {
  return (
    <div className="plan-use">
      <Used name="artists" {...artists} to={paths.myArtists()} />
      <Used name="songs" {...songs_this_month} to={paths.myWraps()} />
    </div>
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
