import { getInvoices, type Invoice } from "@wrapsody/shared/subscriptions.ts";
import { useTranslation } from "react-i18next";
import { parseListParams, useListParams } from "../../../lib/pages/list-params.ts";
import { paths } from "../../../paths.ts";
import { formatUsd } from "../../../ui/format/format.ts";
import { formatDay } from "../../../ui/format/local-time.ts";
import { EmptySection } from "../../../ui/layout/section.tsx";
import { PagedList, useAuthedQuery } from "../../accounts/index.ts";
import { BillLink } from "./invoice-link.tsx";

const list = { pageSize: 12, params: {}, path: paths.bills };

/** Request options of the first page of invoices, as the list uses them. */
export const firstBills = { list: parseListParams(new URLSearchParams(), list).list };

/** The invoices by period, newest first. */
export function Bills() {
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
      {(bills) => (
        <ul className="plan-invoices">
          {bills.map((bill) => (
            <Bill key={bill.id} bill={bill} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

const shapes = { OPEN: "bad", PAID: "on", VOID: "" } as const satisfies Record<Invoice["state"], string>;

function Bill({ bill }: { bill: Invoice }) {
  const { t, i18n } = useTranslation();
  const { number, plan, state, amount_cents, refunded_cents, paid_at } = bill;
  const day = (at: string) => formatDay(at, i18n.language);
  const from = day(bill.period_from);
  return (
    <li className="plan-invoice">
      <div className="plan-invoice-what">
        <p className="b">{t(`plan.name.${plan}`)}</p>
        <p className="small">{t("plan.invoices.period", { from, until: day(bill.period_until) })}</p>
        <p className="code dim">{number ?? t("plan.invoices.unnumbered")}</p>
      </div>
      <div className="plan-invoice-state">
        <p className={`state plan-state ${shapes[state]}`}>
          {t(`plan.invoices.state.${state}`, { day: day(paid_at ?? bill.created_at) })}
        </p>
        {refunded_cents === 0 ? null : (
          <p className="small dim">
            {t("plan.invoices.refunded", { amount: formatUsd(refunded_cents / 100) })}
          </p>
        )}
      </div>
      <p className="plan-invoice-sum num">{formatUsd(amount_cents / 100)}</p>
      <div className="plan-invoice-do">
        <BillLink
          bill={bill}
          className="btn s"
          label={t(`plan.invoices.${state === "OPEN" ? "pay" : "open"}`)}
          name={t(`plan.invoices.${state === "OPEN" ? "payOf" : "openOf"}`, { from })}
        />
      </div>
    </li>
  );
}
