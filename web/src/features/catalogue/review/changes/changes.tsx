import { getChanges } from "@wrapsody/shared/studio/song-changes.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../../../lib/language/language.ts";
import { choiceParam, useListParams } from "../../../../lib/pages/list-params.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { paths } from "../../../../paths.ts";
import { EmptyState } from "../../../../ui/feedback/states.tsx";
import { StatusMessage, useStatusMessage } from "../../../../ui/feedback/status-message.tsx";
import { FilterSelect, ListFilters } from "../../../../ui/lists/filters.tsx";
import { ListHeader, useTotalText } from "../../../../ui/lists/paged-list.tsx";
import { PagedList, type PageHandle, useAuthedQuery } from "../../../accounts/index.ts";
import type { Route } from "./+types/changes";
import { ChangeItem } from "./change-item.tsx";
import "../review.css";
import "./changes.css";

/** States that are listed besides WAITING. */
const endedStates = ["APPLIED", "APPROVED", "REJECTED"] as const;
const list = { pageSize: 10, params: { state: choiceParam(endedStates, "state") }, path: paths.changes };

const loading = { rows: 3, height: "14rem" };
export const handle = { loading } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("review.changes.title"), language);
}

/** Changes of listed wraps that wait for a decision, or that ended. */
export default function ChangesPage() {
  const { t } = useTranslation();
  const params = useListParams(list);
  const { state } = params.filters;
  const query = useAuthedQuery(getChanges, { list: params.list });
  const [message, announce] = useStatusMessage();
  const kind = state === undefined ? "waiting" : "ended";
  const totalText = useTotalText(`review.changes.total.${kind}`, query.data?.total);
  return (
    <>
      <ListHeader title={t("review.changes.title")} status={totalText} />
      <section className="sec admin-list" aria-label={t("review.changes.title")}>
        <ListFilters label={t("review.changes.find")} params={params} className="changes-filters">
          <FilterSelect name="state" label={t("review.changes.show")} value={state}>
            <option value="">{t("review.changes.state.WAITING")}</option>
            {endedStates.map((value) => (
              <option key={value} value={value}>
                {t(`review.changes.state.${value}`)}
              </option>
            ))}
          </FilterSelect>
        </ListFilters>
        <StatusMessage {...message} />
        <PagedList
          query={query}
          params={params}
          loading={loading}
          empty={
            <EmptyState title={t(`review.changes.none.${kind}`)}>
              {state === undefined ? (
                <p>{t("review.changes.noneText")}</p>
              ) : (
                <Link className="u b" to={paths.changes()}>
                  {t("review.changes.toWaiting")}
                </Link>
              )}
            </EmptyState>
          }
        >
          {(changes) => (
            <ul className="changes">
              {changes.map((change) => (
                <ChangeItem key={change.id} change={change} announce={announce} />
              ))}
            </ul>
          )}
        </PagedList>
      </section>
    </>
  );
}
