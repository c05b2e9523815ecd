import { getHolds, type Hold, holdReasons } from "@wrapsody/shared/holds.ts";
import type { Filter } from "@wrapsody/shared/page.ts";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { pageNumber, rowsOfPage } from "../../../lib/pages/page-number.ts";
import { paths } from "../../../paths.ts";
import { formatTotal } from "../../../ui/format/format.ts";
import { QueryState, useAuthedQuery } from "../../accounts/index.ts";
import { DecisionList, pageSize } from "../lists/decision-list.tsx";
import { FilterSelect } from "../lists/filter-links.tsx";
import type { Route } from "./+types/holds";
import { AddedPoints } from "./added-points.tsx";
import { HoldRows } from "./hold-rows.tsx";
import "./holds.css";

export async function clientLoader() {
  await loadNamespaces("claims");
  return null;
}

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("studio.nav.holds"), language);
}

/** Filter of the list: one reason or one account. */
type HoldFilters = { reason?: Hold["reason"]; account?: string };

/** Points on hold for suspected farming, oldest first. */
export default function HoldsPage() {
  const { t, i18n } = useTranslation();
  const [query] = useSearchParams();
  const number = pageNumber(query);
  const filters = parseFilters(query);
  const list = { ...rowsOfPage(number, pageSize), sortDir: "ASC", filters: filtersOf(filters) } as const;
  const { data, error, refetch } = useAuthedQuery(getHolds, { list });
  return (
    <>
      <header className="page-h">
        <div>
          <h1 className="title">{t("holds.title")}</h1>
          <p className="small dim" role="status">
            {data === undefined
              ? ""
              : t("holds.total", { count: data.total, total: formatTotal(data.total, i18n.language) })}
          </p>
        </div>
      </header>
      <section className="sec to-decide" aria-label={t("holds.title")}>
        <Reasons filters={filters} />
        {data === undefined ? (
          <QueryState error={error} refetch={refetch} rows={6} height="5.5rem" />
        ) : (
          <Holds holds={data.data} total={data.total} filters={filters} number={number} />
        )}
        {filters.account === undefined ? null : <AddedPoints account={filters.account} />}
      </section>
    </>
  );
}

type Shown = { holds: readonly Hold[]; total: number; filters: HoldFilters; number: number };

function Holds({ holds, total, filters, number }: Shown) {
  const { t } = useTranslation();
  const narrowed = Object.keys(filters).length > 0;
  return (
    <DecisionList
      rows={holds}
      total={total}
      page={number}
      href={(next) => paths.holds({ ...filters, ...(next > 1 ? { page: next } : {}) })}
      show={(rows, announce) => <HoldRows holds={rows} announce={announce} />}
      nothing={
        narrowed
          ? {
              title: t(filters.reason === undefined ? "holds.noneOfAccount" : "holds.noneFound"),
              link: { to: paths.holds(), label: t("holds.all") },
            }
          : {
              title: t("holds.none"),
              text: t("holds.noneText"),
              link: { to: paths.users(), label: t("holds.toUsers") },
            }
      }
    />
  );
}

function Reasons({ filters }: { filters: HoldFilters }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <search aria-label={t("holds.find")} className="to-decide-filters">
      <FilterSelect
        label={t("holds.reasonLabel")}
        value={filters.reason}
        choose={(reason) => void navigate(paths.holds({ ...filters, reason }), { preventScrollReset: true })}
      >
        <option value="">{t("holds.everyReason")}</option>
        {holdReasons.map((reason) => (
          <option key={reason} value={reason}>
            {t(`holds.reasonShort.${reason}`)}
          </option>
        ))}
      </FilterSelect>
    </search>
  );
}

/** Parses the filters from the URL and ignores unknown values. */
function parseFilters(query: URLSearchParams): HoldFilters {
  const reason = holdReasons.find((known) => known === query.get("reason"));
  const account = query.get("account")?.trim().slice(0, 100) ?? "";
  return { ...(reason === undefined ? {} : { reason }), ...(account === "" ? {} : { account }) };
}

function filtersOf({ reason, account }: HoldFilters): Filter[] {
  const filters: Filter[] = [];
  if (reason !== undefined) filters.push({ key: "reason", operator: "==", value: reason });
  if (account !== undefined) filters.push({ key: "account_id", operator: "==", value: account });
  return filters;
}
