import { getReceivedClaims, type ReceivedClaim } from "@wrapsody/shared/claims.ts";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { pageNumber, rowsOfPage } from "../../../lib/pages/page-number.ts";
import { usePolling } from "../../../lib/polling.ts";
import { paths } from "../../../paths.ts";
import { formatTotal } from "../../../ui/format/format.ts";
import { QueryState, useAuthedQuery } from "../../accounts/index.ts";
import { DecisionList, pageSize } from "../lists/decision-list.tsx";
import type { Route } from "./+types/claims";
import { type ClaimFilter, parseFilter, toFilters } from "./claim-filter.ts";
import { ClaimFilters } from "./claim-filters.tsx";
import { ClaimRows } from "./claim-rows.tsx";
import { ExportClaims } from "./export-claims.tsx";
import "./received.css";

export async function clientLoader() {
  await loadNamespaces("claims");
  return null;
}

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.you.way.claims.name"), language);
}

/** Data that changes while the page is open. */
const changing = [getReceivedClaims];

/** Claims by fans on the rewards of the user's wraps. */
export default function ReceivedClaimsPage() {
  const { t, i18n } = useTranslation();
  const [query] = useSearchParams();
  const number = pageNumber(query);
  const filter = parseFilter(query);
  const list = { ...rowsOfPage(number, pageSize), filters: toFilters(filter) };
  const { data, error, refetch } = useAuthedQuery(getReceivedClaims, { list });
  usePolling(changing);
  return (
    <>
      <header className="page-h">
        <div>
          <h1 className="title">{t("accounts.you.way.claims.name")}</h1>
          <p className="small dim" role="status">
            {data === undefined
              ? ""
              : t("received.total", { count: data.total, total: formatTotal(data.total, i18n.language) })}
          </p>
        </div>
        <ExportClaims />
      </header>
      <section className="sec to-decide" aria-label={t("accounts.you.way.claims.name")}>
        <ClaimFilters filter={filter} />
        {data === undefined ? (
          <QueryState error={error} refetch={refetch} rows={6} height="6rem" />
        ) : (
          <Claims claims={data.data} total={data.total} filter={filter} number={number} />
        )}
      </section>
    </>
  );
}

type Shown = { claims: readonly ReceivedClaim[]; total: number; filter: ClaimFilter; number: number };

function Claims({ claims, total, filter, number }: Shown) {
  const { t } = useTranslation();
  const narrowed = Object.keys(filter).length > 0;
  return (
    <DecisionList
      rows={claims}
      total={total}
      page={number}
      href={(next) => paths.receivedClaims({ ...filter, ...(next > 1 ? { page: next } : {}) })}
      show={(rows, announce) => <ClaimRows claims={rows} announce={announce} />}
      nothing={
        narrowed
          ? {
              title: t("received.noneFound"),
              link: { to: paths.receivedClaims(), label: t("received.all") },
            }
          : {
              title: t("received.none"),
              text: t("received.noneText"),
              link: { to: paths.myWraps(), label: t("received.toWraps") },
            }
      }
    />
  );
}
