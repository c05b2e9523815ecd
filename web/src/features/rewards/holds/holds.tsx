import { getHolds, type Hold, holdReasons } from "@wrapsody/shared/holds.ts";
import type { Filter } from "@wrapsody/shared/page.ts";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";
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
import type { Route } from "./+types/holds";
import { HoldRows } from "./hold-rows.tsx";
import "./holds.css";

const pageSize = 20;

export async function clientLoader() {
  await loadTexts("claims");
  return null;
}

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("studio.nav.holds"), language);
}

/** What the list is narrowed to: one reason, or one account. */
type WantedHolds = { reason?: Hold["reason"]; account?: string };

/** Points that look farmed, the longest wait first. */
export default function HoldsPage() {
  const { t, i18n } = useTranslation();
  const [query] = useSearchParams();
  const number = pageNumber(query);
  const wanted = wantedBy(query);
  const list = { ...rowsOfPage(number, pageSize), sortDir: "ASC", filters: filtersOf(wanted) } as const;
  const { data, error, refetch } = useOwn(getHolds, { list });
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
      <section className="sec holds" aria-label={t("holds.title")}>
        <Reasons wanted={wanted} />
        {data === undefined ? (
          <OwnPending error={error} refetch={refetch} rows={6} height="5.5rem" />
        ) : (
          <Holds holds={data.data} total={data.total} wanted={wanted} number={number} />
        )}
      </section>
    </>
  );
}

type Shown = { holds: readonly Hold[]; total: number; wanted: WantedHolds; number: number };

function Holds({ holds, total, wanted, number }: Shown) {
  const { t } = useTranslation();
  const [told, setTold] = useState<string>();
  const narrowed = Object.keys(wanted).length > 0;
  return (
    <>
      <Told text={told} />
      {holds.length > 0 ? (
        <HoldRows holds={holds} tell={setTold} />
      ) : (
        <EmptyState title={t(narrowed ? "holds.noneFound" : "holds.none")}>
          <p>{narrowed ? null : t("holds.noneText")}</p>
          <Link className="u b" to={narrowed ? paths.holds() : paths.users()}>
            {t(narrowed ? "holds.all" : "holds.toUsers")}
          </Link>
        </EmptyState>
      )}
      {number === 1 && total <= pageSize ? null : (
        <Pager
          page={number}
          hasNext={number * pageSize < total || holds.length === pageSize}
          href={(next) => paths.holds({ ...wanted, ...(next > 1 ? { page: next } : {}) })}
        />
      )}
    </>
  );
}

function Reasons({ wanted }: { wanted: WantedHolds }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  return (
    <search aria-label={t("holds.find")} className="hold-filters">
      <div className="f">
        <label htmlFor={id}>{t("holds.reasonLabel")}</label>
        <div className="in">
          <select
            id={id}
            value={wanted.reason ?? ""}
            onChange={({ target }) =>
              void navigate(paths.holds({ ...wanted, reason: target.value }), { preventScrollReset: true })
            }
          >
            <option value="">{t("holds.everyReason")}</option>
            {holdReasons.map((reason) => (
              <option key={reason} value={reason}>
                {t(`holds.reasonShort.${reason}`)}
              </option>
            ))}
          </select>
        </div>
      </div>
    </search>
  );
}

/** What an address asks for; what nobody knows is left out. */
function wantedBy(query: URLSearchParams): WantedHolds {
  const reason = holdReasons.find((one) => one === query.get("reason"));
  const account = query.get("account")?.trim().slice(0, 100) ?? "";
  return { ...(reason === undefined ? {} : { reason }), ...(account === "" ? {} : { account }) };
}

function filtersOf({ reason, account }: WantedHolds): Filter[] {
  const filters: Filter[] = [];
  if (reason !== undefined) filters.push({ key: "reason", operator: "==", value: reason });
  if (account !== undefined) filters.push({ key: "account_id", operator: "==", value: account });
  return filters;
}
