import { useQuery } from "@tanstack/react-query";
import { auditKinds, getAuditLog, getUser } from "@wrapsody/shared/accounts/account-admin.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { choiceParam, textParam, useListParams } from "../../../lib/pages/list-params.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { useSignedIn } from "../../../lib/storage/session.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { FilterSelect, ListFilters } from "../../../ui/lists/filters.tsx";
import { ListHeader, useTotalText } from "../../../ui/lists/paged-list.tsx";
import { useAuthedQuery } from "../authed-query.tsx";
import type { PageHandle } from "../layouts/loading-page.tsx";
import { PagedList } from "../paged-list.tsx";
import type { Route } from "./+types/audit";
import { AuditDays } from "./audit-days.tsx";
import "./admin.css";

const list = {
  pageSize: 30,
  params: { kind: choiceParam(auditKinds, "kind"), account: textParam("account_id", "==") },
  path: paths.audit,
};

const loading = { rows: 10, height: "3.5rem" };
export const handle = { loading } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("admin.audit.title"), language);
}

/** The audit log, latest first. */
export default function AuditPage() {
  const { t } = useTranslation();
  const params = useListParams(list);
  const { kind, account } = params.filters;
  const query = useAuthedQuery(getAuditLog, { list: params.list });
  const totalText = useTotalText("admin.audit.total", query.data?.total);
  return (
    <>
      <ListHeader title={t("admin.audit.title")} status={totalText} />
      <section className="sec audit" aria-label={t("admin.audit.title")}>
        <ListFilters label={t("admin.audit.find")} params={params} className="audit-filters">
          <FilterSelect name="kind" label={t("admin.audit.kind")} value={kind}>
            <option value="">{t("admin.audit.everyKind")}</option>
            {auditKinds.map((option) => (
              <option key={option} value={option}>
                {t(`admin.audit.kinds.${option}`)}
              </option>
            ))}
          </FilterSelect>
          {account === undefined ? null : <AccountFilter account={account} kind={kind} />}
        </ListFilters>
        <PagedList
          query={query}
          params={params}
          loading={loading}
          empty={
            <EmptyState title={t("admin.audit.none")}>
              <Link className="u b" to={paths.audit()}>
                {t("admin.audit.all")}
              </Link>
            </EmptyState>
          }
        >
          {(entries) => <AuditDays entries={entries} />}
        </PagedList>
      </section>
    </>
  );
}

/** The account that the list is filtered by, with a link to remove the filter. */
function AccountFilter({ account, kind }: { account: string; kind: string | undefined }) {
  const { t } = useTranslation();
  const enabled = useSignedIn();
  const { data } = useQuery({ ...queryOf(getUser, { params: { id: account } }), enabled });
  return (
    <p className="small">
      {t("admin.audit.of", { name: data?.name ?? account })}{" "}
      <Link className="u b" to={paths.audit(kind === undefined ? {} : { kind })}>
        {t("admin.audit.everybody")}
      </Link>
    </p>
  );
}
