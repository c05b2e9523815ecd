import { getInvoices, type Invoice } from "@wrapsody/shared/payments/subscriptions.ts";
import { useTranslation } from "react-i18next";
import { parseListParams, useListParams } from "../../../lib/pages/list-params.ts";
import { paths } from "../../../paths.ts";
import { formatUsd } from "../../../ui/format/format.ts";
import { formatDay } from "../../../ui/format/local-time.ts";
import { EmptySection } from "../../../ui/layout/section.tsx";
import { PagedList, useAuthedQuery } from "../../accounts/index.ts";
import { InvoiceLink } from "./invoice-link.tsx";

const list = { pageSize: 12, params: {}, path: paths.invoices };

/** Request options of the first page of invoices, as the list uses them. */
export const firstInvoices = { list: parseListParams(new URLSearchParams(), list).list };

/** The invoices by period, newest first. */
export function InvoiceList() {
  const { t } = useTranslation();
  const params = useListParams(list);
  const query = useAuthedQuery(getInvoices, { list: params.list });
  return (
    <PagedList
      query={query}
      params={params}
      empty={
        <EmptySection>{t(params.page === 1 ? "plan.invoices.none" : "plan.invoices.noMore")}</EmptySection>
      }
    >
      {(invoices) => (
        <ul className="plan-invoices">
          {invoices.map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

const shapes = { OPEN: "bad", PAID: "on", VOID: "" } as const satisfies Record<Invoice["state"], string>;

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { t, i18n } = useTranslation();
  const { number, plan, state, amount_cents, refunded_cents, paid_at } = invoice;
  const day = (at: string) => formatDay(at, i18n.language);
  const from = day(invoice.period_from);
  return (
    <li className="plan-invoice">
      <div className="plan-invoice-what">
        <p className="b">{t(`plan.name.${plan}`)}</p>
        <p className="small">{t("plan.invoices.period", { from, until: day(invoice.period_until) })}</p>
        <p className="code dim">{number ?? t("plan.invoices.unnumbered")}</p>
      </div>
      <div className="plan-invoice-state">
        <p className={`state plan-state ${shapes[state]}`}>
          {t(`plan.invoices.state.${state}`, { day: day(paid_at ?? invoice.created_at) })}
        </p>
        {refunded_cents === 0 ? null : (
          <p className="small dim">
            {t("plan.invoices.refunded", { amount: formatUsd(refunded_cents / 100) })}
          </p>
        )}
      </div>
      <p className="plan-invoice-sum num">{formatUsd(amount_cents / 100)}</p>
      <div className="plan-invoice-do">
        <InvoiceLink
          invoice={invoice}
          className="btn s"
          label={t(`plan.invoices.${state === "OPEN" ? "pay" : "open"}`)}
          name={t(`plan.invoices.${state === "OPEN" ? "payOf" : "openOf"}`, { from })}
        />
      </div>
    </li>
  );
}
