import { getReceivedClaims, type ReceivedClaim } from "@wrapsody/shared/claims.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { textIn } from "../../../lib/language.ts";
import { loadTexts } from "../../../lib/later-texts.ts";
import { siteOf, titleOnly } from "../../../lib/meta.ts";
import { pageNumber, rowsOfPage } from "../../../lib/page-number.ts";
import { paths } from "../../../paths.ts";
import { formatTotal } from "../../../ui/format.ts";
import { Pager } from "../../../ui/pager.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { Told } from "../../../ui/told.tsx";
import { OwnPending, useOwn } from "../../accounts/index.ts";
import type { Route } from "./+types/claims";
import { ClaimFilters } from "./claim-filters.tsx";
import { ClaimRows } from "./claim-rows.tsx";
import { ExportClaims } from "./export-claims.tsx";
import { filtersOf, type WantedClaims, wantedBy } from "./shown-claims.ts";
import "./received.css";

const pageSize = 20;

export async function clientLoader() {
  await loadTexts("claims");
  return null;
}

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.you.way.claims.name"), language);
}

/** What fans claimed of the rewards of the reader's wraps. */
export default function ReceivedClaimsPage() {
  const { t, i18n } = useTranslation();
  const [query] = useSearchParams();
  const number = pageNumber(query);
  const wanted = wantedBy(query);
  const list = { ...rowsOfPage(number, pageSize), filters: filtersOf(wanted) };
  const { data, error, refetch } = useOwn(getReceivedClaims, { list });
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
      <section className="sec received" aria-label={t("accounts.you.way.claims.name")}>
        <ClaimFilters wanted={wanted} />
        {data === undefined ? (
          <OwnPending error={error} refetch={refetch} rows={6} height="6rem" />
        ) : (
          <Claims claims={data.data} total={data.total} wanted={wanted} number={number} />
        )}
      </section>
    </>
  );
}

type Shown = { claims: readonly ReceivedClaim[]; total: number; wanted: WantedClaims; number: number };

function Claims({ claims, total, wanted, number }: Shown) {
  const [told, setTold] = useState<string>();
  return (
    <>
      <Told text={told} />
      {claims.length === 0 ? <Nothing wanted={wanted} /> : <ClaimRows claims={claims} tell={setTold} />}
      {number === 1 && total <= pageSize ? null : (
        <Pager
          page={number}
          hasNext={number * pageSize < total || claims.length === pageSize}
          href={(next) => paths.receivedClaims({ ...wanted, ...(next > 1 ? { page: next } : {}) })}
        />
      )}
    </>
  );
}

function Nothing({ wanted }: { wanted: WantedClaims }) {
  const { t } = useTranslation();
  const narrowed = Object.keys(wanted).length > 0;
  return (
    <EmptyState title={t(narrowed ? "received.noneFound" : "received.none")}>
      <p>{narrowed ? null : t("received.noneText")}</p>
      <Link className="u b" to={narrowed ? paths.receivedClaims() : paths.myWraps()}>
        {t(narrowed ? "received.all" : "received.toWraps")}
      </Link>
    </EmptyState>
  );
}
