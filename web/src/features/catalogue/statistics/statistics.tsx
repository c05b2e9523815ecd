import type { Statistics } from "@wrapsody/shared/studio/statistics.ts";
import { getMyStatistics } from "@wrapsody/shared/studio/statistics.ts";
import { getMySongs } from "@wrapsody/shared/studio/studio.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { ListHeader } from "../../../ui/lists/paged-list.tsx";
import { type PageHandle, QueryState, useAuthedQuery } from "../../accounts/index.ts";
import { NoWrapsYet } from "../studio/my-wraps/no-wraps-yet.tsx";
import type { Route } from "./+types/statistics";
import { StatisticsChoice } from "./choice.tsx";
import { dayText } from "./day-text.ts";
import { Days } from "./days.tsx";
import { Figures } from "./figures.tsx";
import { parseStatisticsFilters, type StatisticsFilters } from "./filters.ts";
import type { Measure } from "./measures.ts";
import { NoPlays } from "./no-plays.tsx";
import { Songs } from "./songs.tsx";
import { Funnel, Sources } from "./sources.tsx";
import "./statistics.css";

const anyWrap = { list: { limit: 1 } } as const;

export const handle = { loading: { shape: "figures" } } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("statistics.title"), language);
}

export default function StatisticsPage() {
  const { t, i18n } = useTranslation();
  const [query] = useSearchParams();
  const filters = parseStatisticsFilters(query);
  const { days, ...chosen } = filters;
  const { data, error, refetch, isPlaceholderData } = useAuthedQuery(getMyStatistics, {
    query: { ...chosen, days: `${days}` },
  });
  const songs = useAuthedQuery(getMySongs, anyWrap);
  const hasNone = songs.data?.total === 0;
  return (
    <>
      <ListHeader
        title={t("statistics.title")}
        status={
          data === undefined || hasNone
            ? undefined
            : t("statistics.time", {
                from: dayText(data.from, i18n.language),
                to: dayText(data.to, i18n.language),
              })
        }
      />
      <section className="sec statistics" aria-label={t("statistics.title")}>
        {hasNone ? (
          <NoWrapsYet />
        ) : (
          <>
            <StatisticsChoice filters={filters} />
            {data === undefined || (error !== null && isPlaceholderData) ? (
              <QueryState error={error} refetch={refetch} shape="figures" />
            ) : (
              <StatisticsContent statistics={data} filters={filters} busy={isPlaceholderData} />
            )}
          </>
        )}
      </section>
    </>
  );
}

type StatisticsContentProps = { statistics: Statistics; filters: StatisticsFilters; busy: boolean };

/** Shows the statistics, dimmed while another range loads. */
function StatisticsContent({ statistics, filters, busy }: StatisticsContentProps) {
  const [measure, setMeasure] = useState<Measure>("plays");
  const { total, before } = statistics;
  if (total.plays === 0 && total.points === 0 && before.plays === 0) return <NoPlays filters={filters} />;
  return (
    <div aria-busy={busy}>
      <Figures statistics={statistics} measure={measure} onMeasure={setMeasure} />
      <Days statistics={statistics} measure={measure} />
      <Songs statistics={statistics} filters={filters} measure={measure} />
      <Sources statistics={statistics} />
      <Funnel statistics={statistics} />
    </div>
  );
}
