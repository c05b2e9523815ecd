import { getMySongs } from "@wrapsody/shared/studio/studio.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { QueryState, useAuthedQuery } from "../../accounts/index.ts";
import { type StatisticsFilters, statisticsPath } from "./filters.ts";

/** Suggests what to do without plays: share public wraps, else list a wrap. */
export function NoPlays({ filters }: { filters: StatisticsFilters }) {
  const { t } = useTranslation();
  const activeSongs = { limit: 1, filters: [{ key: "status", operator: "==", value: "ACTIVE" }] } as const;
  const { data, error, refetch } = useAuthedQuery(getMySongs, {
    list: { ...activeSongs, filters: [...activeSongs.filters] },
  });
  if (data === undefined) return <QueryState error={error} refetch={refetch} rows={1} />;
  const step = data.total > 0 ? "share" : "list";
  return (
    <div className="void">
      <p className="lead">{t("statistics.nothing")}</p>
      <p className="small dim">{t(`statistics.step.${step}`)}</p>
      <div className="row">
        <Link className="btn go" to={paths.myWraps(step === "share" ? { status: "ACTIVE" } : {})}>
          {t(`statistics.links.${step}`)} <ArrowRight className="i" aria-hidden="true" />
        </Link>
        {filters.song === undefined && filters.artist === undefined ? null : (
          <Link className="u b small" to={statisticsPath({ days: filters.days })}>
            {t("statistics.showAll")}
          </Link>
        )}
      </div>
    </div>
  );
}
