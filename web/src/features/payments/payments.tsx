import { getPayments, type ListedPayment } from "@wrapsody/shared/payments.ts";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { textIn } from "../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../lib/pages/meta.ts";
import { pageNumber, rowsOfPage } from "../../lib/pages/page-number.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/feedback/states.tsx";
import { StatusMessage, useStatusMessage } from "../../ui/feedback/status-message.tsx";
import { formatTotal } from "../../ui/format/format.ts";
import { Pager } from "../../ui/layout/pager.tsx";
import { QueryState, useAuthedQuery } from "../accounts/index.ts";
import type { Route } from "./+types/payments";
import { type PaymentFilter, parseFilter, toFilters, toSearchParams } from "./payment-filter.ts";
import { PaymentFilters } from "./payment-filters.tsx";
import { PaymentRows } from "./payment-rows.tsx";
import { LastReconciliation } from "./reconciliation.tsx";
import "./payments.css";

const pageSize = 20;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("payments.title"), language);
}

/** Payments and refunds. Payments that need attention come first. */
export default function PaymentsPage() {
  const { t, i18n } = useTranslation();
  const [query] = useSearchParams();
  const number = pageNumber(query);
  const filter = parseFilter(query);
  const list = { ...rowsOfPage(number, pageSize), filters: toFilters(filter) };
  const { data, error, refetch } = useAuthedQuery(getPayments, { list });
  return (
    <>
      <header className="page-h">
        <div>
          <h1 className="title">{t("payments.title")}</h1>
          <p className="small dim" role="status">
            {data === undefined
              ? ""
              : t("payments.total", { count: data.total, total: formatTotal(data.total, i18n.language) })}
          </p>
        </div>
      </header>
      <section className="sec payments" aria-label={t("payments.title")}>
        <PaymentFilters filter={filter} />
        {data === undefined ? (
          <QueryState error={error} refetch={refetch} rows={6} height="5.5rem" />
        ) : (
          <Payments payments={data.data} total={data.total} filter={filter} number={number} />
        )}
        <LastReconciliation />
      </section>
    </>
  );
}

function Payments({
  payments,
  total,
  filter,
  number,
}: {
  payments: readonly ListedPayment[];
  total: number;
  filter: PaymentFilter;
  number: number;
}) {
  const [message, announce] = useStatusMessage();
  return (
    <>
      <StatusMessage {...message} />
      {payments.length === 0 ? (
        <NoPayments filter={filter} />
      ) : (
        <PaymentRows payments={payments} announce={announce} />
      )}
      {number === 1 && total <= pageSize ? null : (
        <Pager
          page={number}
          hasNext={number * pageSize < total || payments.length === pageSize}
          href={(next) => paths.payments({ ...toSearchParams(filter), ...(next > 1 ? { page: next } : {}) })}
        />
      )}
    </>
  );
}

function NoPayments({ filter: { view, q } }: { filter: PaymentFilter }) {
  const { t } = useTranslation();
  const title = view === "STUCK" && q === "" ? "payments.noneStuck" : "payments.none";
  return (
    <EmptyState title={t(title)}>
      {view === undefined && q === "" ? (
        <p>{t("payments.noneText")}</p>
      ) : (
        <Link className="u b" to={paths.payments()}>
          {t("payments.all")}
        </Link>
      )}
    </EmptyState>
  );
}
