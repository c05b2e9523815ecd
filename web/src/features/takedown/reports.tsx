import {
  getReports,
  type ReportSummary,
  reportedKinds,
  reportProblems,
  reportStates,
} from "@wrapsody/shared/operations/takedown.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../lib/language/language.ts";
import { loadNamespaces } from "../../lib/language/namespaces.ts";
import { choiceParam, useListParams } from "../../lib/pages/list-params.ts";
import { siteOf, titleOnly } from "../../lib/pages/meta.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/feedback/states.tsx";
import { StatusMessage } from "../../ui/feedback/status-message.tsx";
import { formatDay } from "../../ui/format/local-time.ts";
import { FilterSelect, ListFilters } from "../../ui/lists/filters.tsx";
import { ListHeader, useTotalText } from "../../ui/lists/paged-list.tsx";
import { Picture } from "../../ui/pictures/picture.tsx";
import { PagedList, type PageHandle, useAuthedQuery } from "../accounts/index.ts";
import type { Route } from "./+types/reports";
import { useDecisionMessage } from "./decision-message.ts";
import "./takedown.css";

const list = {
  pageSize: 20,
  params: {
    state: choiceParam(reportStates, "state"),
    kind: choiceParam(reportedKinds, "kind"),
    problem: choiceParam(reportProblems, "problem"),
    contested: choiceParam(["true"], "contested"),
  },
  path: paths.reports,
};

export async function clientLoader() {
  await loadNamespaces("takedown");
  return null;
}

const loading = { rows: 6, height: "5rem" };
export const handle = { loading } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("studio.nav.reports"), language);
}

/** Reports for administrators. Reports that await a decision come first. */
export default function ReportsPage() {
  const { t } = useTranslation();
  const params = useListParams(list);
  const { state, kind, problem, contested } = params.filters;
  const query = useAuthedQuery(getReports, { list: params.list });
  const totalText = useTotalText("takedown.list.total", query.data?.total);
  const isFiltered = Object.keys(params.filters).length > 0;
  const isEmpty = query.data?.total === 0 && !isFiltered;
  return (
    <>
      <ListHeader title={t("takedown.list.title")} status={isEmpty ? undefined : totalText} />
      <section className="sec reports" aria-label={t("takedown.list.title")}>
        {isEmpty ? null : (
          <ListFilters label={t("takedown.list.find")} params={params} className="reports-filters">
            <FilterSelect name="state" label={t("takedown.list.state")} value={state}>
              <option value="">{t("takedown.list.every")}</option>
              {reportStates.map((value) => (
                <option key={value} value={value}>
                  {t(`takedown.state.${value}`)}
                </option>
              ))}
            </FilterSelect>
            <FilterSelect name="kind" label={t("takedown.list.kind")} value={kind}>
              <option value="">{t("takedown.list.every")}</option>
              {reportedKinds.map((value) => (
                <option key={value} value={value}>
                  {t(`takedown.kind.${value}`)}
                </option>
              ))}
            </FilterSelect>
            <FilterSelect name="problem" label={t("takedown.list.problem")} value={problem}>
              <option value="">{t("takedown.list.every")}</option>
              {reportProblems.map((value) => (
                <option key={value} value={value}>
                  {t(`takedown.problem.${value}`)}
                </option>
              ))}
            </FilterSelect>
            <FilterSelect name="contested" label={t("takedown.list.contested")} value={contested}>
              <option value="">{t("takedown.list.every")}</option>
              <option value="true">{t("takedown.list.waiting")}</option>
            </FilterSelect>
          </ListFilters>
        )}
        <StatusMessage text={useDecisionMessage()} />
        <PagedList
          query={query}
          params={params}
          loading={loading}
          empty={
            <EmptyState title={t(isFiltered ? "takedown.list.noMatch" : "takedown.list.none")}>
              {isFiltered ? (
                <Link className="u b" to={paths.reports()}>
                  {t("takedown.list.all")}
                </Link>
              ) : (
                <p>{t("takedown.list.noneText")}</p>
              )}
            </EmptyState>
          }
        >
          {(reports) => <ReportRows reports={reports} startsList={params.page === 1} />}
        </PagedList>
      </section>
    </>
  );
}

type ReportRowsProps = { reports: readonly ReportSummary[]; startsList?: boolean };

/** Reports, one row each. The first of all is the next step. */
export function ReportRows({ reports, startsList = false }: ReportRowsProps) {
  return (
    <ul className="reports-rows">
      {reports.map((report, place) => (
        <ReportRow key={report.id} report={report} isNext={startsList && place === 0} />
      ))}
    </ul>
  );
}

function ReportRow({ report, isNext }: { report: ReportSummary; isNext: boolean }) {
  const { t, i18n } = useTranslation();
  const { id, kind, title, problem, state, contested, name, created_at } = report;
  return (
    <li>
      <Picture
        image={state === "RESTRICTED" ? null : report.image}
        alt=""
        sizes="64px"
        className="reports-cover"
      />
      <p className="reports-what small">
        <Link className="u b" to={paths.report(id)}>
          {title}
        </Link>
        <span className="dim">{t(`takedown.kind.${kind}`)}</span>
      </p>
      <p className="reports-what small">
        <span>{t(`takedown.problem.${problem}`)}</span>
        <span className="dim">{name ?? t("takedown.anonymous")}</span>
      </p>
      <p className="reports-what small">
        <ReportStateText state={state} contested={contested} />
        <time className="dim num" dateTime={created_at}>
          {formatDay(created_at, i18n.language)}
        </time>
      </p>
      {state === "OPEN" || contested ? (
        <Link
          className={isNext ? "mark reports-go" : "u b small reports-go"}
          to={paths.report(id)}
          aria-label={t("takedown.list.decideNamed", { name: title })}
        >
          {t("takedown.decide.send")} {isNext ? <ArrowRight className="i" aria-hidden="true" /> : null}
        </Link>
      ) : null}
    </li>
  );
}

const shapes = { OPEN: "wait", NO_ACTION: "done", RESTRICTED: "bad" } as const;

/** State of a report: a shape and a word. */
export function ReportStateText({ state, contested }: Pick<ReportSummary, "state" | "contested">) {
  const { t } = useTranslation();
  const text = t(contested ? "takedown.state.CONTESTED" : `takedown.state.${state}`);
  return <span className={`state ${contested ? "wait" : shapes[state]}`}>{text}</span>;
}
