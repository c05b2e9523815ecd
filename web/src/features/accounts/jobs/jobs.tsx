import { getJobs, jobStates } from "@wrapsody/shared/operations/jobs.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { choiceParam, textParam, useListParams } from "../../../lib/pages/list-params.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { StatusMessage, useStatusMessage } from "../../../ui/feedback/status-message.tsx";
import { FilterSelect, ListFilters } from "../../../ui/lists/filters.tsx";
import { ListHeader, useTotalText } from "../../../ui/lists/paged-list.tsx";
import { useAuthedQuery } from "../authed-query.tsx";
import type { PageHandle } from "../layouts/loading-page.tsx";
import { PagedList } from "../paged-list.tsx";
import type { Route } from "./+types/jobs";
import { JobCounts } from "./job-counts.tsx";
import { JobRows } from "./job-rows.tsx";
import "./jobs.css";

const list = {
  pageSize: 30,
  params: { state: choiceParam(jobStates, "state"), name: textParam("name", "==") },
  path: paths.jobs,
};

const loading = { rows: 6, height: "4.5rem" };
export const handle = { loading } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("jobs.title"), language);
}

/** The job queue: failed jobs first, then running and waiting ones. */
export default function JobsPage() {
  const { t } = useTranslation();
  const params = useListParams(list);
  const { state, name } = params.filters;
  const query = useAuthedQuery(getJobs, { list: { ...params.list, sortDir: "ASC" } });
  const totalText = useTotalText("jobs.total", query.data?.total);
  const [status, announce] = useStatusMessage();
  return (
    <>
      <ListHeader title={t("jobs.title")} status={totalText} />
      <section className="sec jobs" aria-label={t("jobs.title")}>
        <JobCounts pathOf={(job) => paths.jobs({ name: job })} announce={announce} />
        <ListFilters label={t("jobs.find")} params={params} className="job-filters">
          <FilterSelect name="state" label={t("jobs.stateLabel")} value={state}>
            <option value="">{t("jobs.everyState")}</option>
            {jobStates.map((each) => (
              <option key={each} value={each}>
                {t(`jobs.state.${each}`)}
              </option>
            ))}
          </FilterSelect>
          {name === undefined ? null : (
            <p className="small">
              {t("jobs.only", { name })}{" "}
              <Link className="u b" to={paths.jobs(state === undefined ? {} : { state })}>
                {t("jobs.all")}
              </Link>
            </p>
          )}
        </ListFilters>
        <StatusMessage {...status} />
        <PagedList
          query={query}
          params={params}
          loading={loading}
          empty={
            state === undefined && name === undefined ? (
              <EmptyState title={t("jobs.noneText")} />
            ) : (
              <EmptyState title={t("jobs.none")}>
                <Link className="u b" to={paths.jobs()}>
                  {t("jobs.all")}
                </Link>
              </EmptyState>
            )
          }
        >
          {(jobs) => <JobRows jobs={jobs} announce={announce} />}
        </PagedList>
      </section>
    </>
  );
}
