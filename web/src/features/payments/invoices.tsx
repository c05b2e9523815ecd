import type { ListedInvoice, ListedPayment } from "@wrapsody/shared/payments/payments.ts";
import { useTranslation } from "react-i18next";
import { formatUsd } from "../../ui/format/format.ts";
import { formatDay } from "../../ui/format/local-time.ts";
import { InvoiceRefund } from "./invoice-refund.tsx";

/** Number of invoices before the others are collapsed. */
const INITIAL_INVOICES = 3;

type Props = { payment: ListedPayment; announce: (text: string) => void };

/** Invoices of a subscription, latest first, each with its refund button. */
export function Invoices({ payment, announce }: Props) {
  const { t } = useTranslation();
  const { bills, title } = payment;
  if (bills.length === 0) return null;
  const rows = (some: readonly ListedInvoice[]) => (
    <ul className="payment-invoices">
      {some.map((invoice) => (
        <InvoiceRow key={invoice.id} invoice={invoice} payment={payment} announce={announce} />
      ))}
    </ul>
  );
  const earlier = bills.slice(INITIAL_INVOICES);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs, and sections of the same name would be landmarks of the same name
    <div className="payment-invoice-section" role="group" aria-label={t("payments.invoices.of", { title })}>
      <h3 className="small b">{t("payments.invoices.title", { count: bills.length })}</h3>
      {rows(bills.slice(0, INITIAL_INVOICES))}
      {earlier.length === 0 ? null : (
        <details>
          <summary className="u small">{t("payments.invoices.earlier", { count: earlier.length })}</summary>
          {rows(earlier)}
        </details>
      )}
    </div>
  );
}

function InvoiceRow({ invoice, payment, announce }: Props & { invoice: ListedInvoice }) {
  const { t } = useTranslation();
  const { number, amount_cents, refund_reason } = invoice;
  return (
    <li className="payment-invoice">
      <p className="payment-invoice-what">
        <InvoicePeriod invoice={invoice} />
        {number === null ? null : <span className="code dim"> {number}</span>}
      </p>
      <InvoiceState invoice={invoice} />
      <p className="num payment-invoice-sum">{formatUsd(amount_cents / 100)}</p>
      <InvoiceRefund invoice={invoice} payment={payment} announce={announce} />
      {refund_reason === null ? null : (
        <p className="small dim payment-invoice-why">{t("payments.because", { reason: refund_reason })}</p>
      )}
    </li>
  );
}

/** Period of the invoice. */
function InvoicePeriod({ invoice: { period_from, period_until } }: { invoice: ListedInvoice }) {
  const { t, i18n } = useTranslation();
  const [from, until] = [period_from, period_until].map((at) => formatDay(at, i18n.language));
  return <span className="num">{t("payments.invoices.period", { from, until })}</span>;
}

const shapes = {
  OPEN: "wait",
  PAID: "on",
  VOID: "",
  REFUNDING: "wait",
  FAILED: "bad",
  REFUNDED: "done",
} as const satisfies Record<ListedInvoice["state"] | NonNullable<ListedInvoice["refund"]>, string>;

function InvoiceState({ invoice: { state, refund, refunded_cents } }: { invoice: ListedInvoice }) {
  const { t } = useTranslation();
  const status = refund ?? state;
  const isPart = refunded_cents > 0 && refund !== "REFUNDED";
  return (
    <p>
      <span className={`state ${shapes[status]}`}>{t(`payments.invoices.state.${status}`)}</span>
      {isPart ? (
        <span className="small dim">
          {" "}
          {t("payments.invoices.part", { amount: formatUsd(refunded_cents / 100) })}
        </span>
      ) : null}
    </p>
  );
}
