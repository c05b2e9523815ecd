import { useQuery } from "@tanstack/react-query";
import { type AuditEntry, getAuditLog, getUser } from "@wrapsody/shared/account-admin.ts";
import type { Filter } from "@wrapsody/shared/page.ts";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { pageNumber, rowsOfPage } from "../../../lib/pages/page-number.ts";
import { useSignedIn } from "../../../lib/storage/session.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { formatTotal } from "../../../ui/format/format.ts";
import { Pager } from "../../../ui/layout/pager.tsx";
import { QueryState, useAuthedQuery } from "../authed-query.tsx";
import type { Route } from "./+types/audit";
import { AuditDays } from "./audit-days.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import { type AuditFilter, eventKinds } from "./event-kinds.ts";
import "./admin.css";

const pageSize = 30;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("admin.audit.title"), language);
}

/** The audit log, latest first. */
export default function AuditPage() {
  const { t, i18n } = useTranslation();
  const [query] = useSearchParams();
  const number = pageNumber(query);
  const filter = parseAuditFilter(query);
  const { data, error, refetch } = useAuthedQuery(getAuditLog, { list: listOf(filter, number) });
  const name = useAccountName(filter.account);
  return (
    <>
      <header className="page-h">
        <div>
          <h1 className="title">{t("admin.audit.title")}</h1>
          <p className="small dim" role="status">
            {data === undefined
              ? ""
              : t("admin.audit.total", {
                  count: data.total,
                  total: formatTotal(data.total, i18n.language),
                })}
          </p>
        </div>
      </header>
      <section className="sec audit" aria-label={t("admin.audit.title")}>
        <AuditFilters filter={filter} name={name} />
        {data === undefined ? (
          <QueryState error={error} refetch={refetch} rows={10} height="3.5rem" />
        ) : (
          <Entries entries={data.data} total={data.total} number={number} filter={filter} />
        )}
      </section>
    </>
  );
}

function Entries({
  entries,
  total,
  number,
  filter,
}: {
  entries: readonly AuditEntry[];
  total: number;
  number: number;
  filter: AuditFilter;
}) {
  const { t } = useTranslation();
  return (
    <>
      {entries.length === 0 ? (
        <EmptyState title={t("admin.audit.none")}>
          <Link className="u b" to={paths.audit()}>
            {t("admin.audit.all")}
          </Link>
        </EmptyState>
      ) : (
        <AuditDays entries={entries} />
      )}
      {number === 1 && total <= pageSize ? null : (
        <Pager
          page={number}
          hasNext={number * pageSize < total || entries.length === pageSize}
          href={(next) => paths.audit({ ...filter, ...(next > 1 ? { page: next } : {}) })}
        />
      )}
    </>
  );
}

/** Returns the name of the account that the list is filtered by. */
function useAccountName(account: string | undefined): string | undefined {
  const signedIn = useSignedIn();
  const { data } = useQuery({
    ...queryOf(getUser, { params: { id: account ?? "" } }),
    enabled: signedIn && account !== undefined,
  });
  return account === undefined ? undefined : data?.name;
}

/** Parses the query string. Unknown kinds are ignored. */
function parseAuditFilter(query: URLSearchParams): AuditFilter {
  const kind = eventKinds.find((name) => name === query.get("kind"));
  const account = query.get("account")?.trim().slice(0, 100) ?? "";
  return { ...(kind === undefined ? {} : { kind }), ...(account === "" ? {} : { account }) };
}

function listOf({ kind, account }: AuditFilter, number: number) {
  const filters: Filter[] = [];
  if (kind !== undefined) filters.push({ key: "kind", operator: "==", value: kind });
  if (account !== undefined) filters.push({ key: "account_id", operator: "==", value: account });
  return { ...rowsOfPage(number, pageSize), filters };
}
