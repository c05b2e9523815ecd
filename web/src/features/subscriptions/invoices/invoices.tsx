import { getInvoices, type Invoice } from "@wrapsody/shared/subscriptions.ts";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { pageNumber, rowsOfPage } from "../../../lib/pages/page-number.ts";
import { paths } from "../../../paths.ts";
import { formatUsd } from "../../../ui/format/format.ts";
import { formatDay } from "../../../ui/format/local-time.ts";
import { Pager } from "../../../ui/layout/pager.tsx";
import { EmptySection } from "../../../ui/layout/section.tsx";
import { QueryState, useAuthedQuery } from "../../accounts/index.ts";
import { billsOnPage } from "./first-invoices.ts";
import { BillLink } from "./invoice-link.tsx";

/** The invoices by period, newest first. */
export function Bills() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const number = pageNumber(query);
  const { data, error, refetch } = useAuthedQuery(getInvoices, { list: rowsOfPage(number, billsOnPage) });
  if (data === undefined) return <QueryState error={error} refetch={refetch} />;
  const { data: bills, total } = data;
  return (
    <>
      {bills.length === 0 ? (
        <EmptySection>{t(number === 1 ? "plan.bills.none" : "plan.bills.noMore")}</EmptySection>
      ) : (
        <ul className="plan-bills">
          {bills.map((bill) => (
            <Bill key={bill.id} bill={bill} />
          ))}
        </ul>
      )}
      {number === 1 && total <= billsOnPage ? null : (
        <Pager
          page={number}
          hasNext={number * billsOnPage < total}
          href={(next) => paths.bills(next > 1 ? { page: next } : {})}
        />
      )}
    </>
  );
}

const shapes = { OPEN: "bad", PAID: "on", VOID: "" } as const satisfies Record<Invoice["state"], string>;

function Bill({ bill }: { bill: Invoice }) {
  const { t, i18n } = useTranslation();
  const { number, plan, state, amount_cents, refunded_cents, paid_at } = bill;
  const day = (at: string) => formatDay(at, i18n.language);
  const from = day(bill.period_from);
  return (
    <li className="plan-bill">
      <div className="plan-bill-what">
        <p className="b">{t(`plan.name.${plan}`)}</p>
        <p className="small">{t("plan.bills.period", { from, until: day(bill.period_until) })}</p>
        <p className="code dim">{number ?? t("plan.bills.unnumbered")}</p>
      </div>
      <div className="plan-bill-state">
        <p className={`state plan-state ${shapes[state]}`}>
          {t(`plan.bills.state.${state}`, { day: day(paid_at ?? bill.created_at) })}
        </p>
        {refunded_cents === 0 ? null : (
          <p className="small dim">{t("plan.bills.refunded", { amount: formatUsd(refunded_cents / 100) })}</p>
        )}
      </div>
      <p className="plan-bill-sum num">{formatUsd(amount_cents / 100)}</p>
      <div className="plan-bill-do">
        <BillLink
          bill={bill}
          className="btn s"
          label={t(`plan.bills.${state === "OPEN" ? "pay" : "open"}`)}
          name={t(`plan.bills.${state === "OPEN" ? "payOf" : "openOf"}`, { from })}
        />
      </div>
    </li>
  );
}
