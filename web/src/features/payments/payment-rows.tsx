import type { ListedPayment } from "@wrapsody/shared/payments.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { formatUsd } from "../../ui/format/format.ts";
import { formatDay, formatTime } from "../../ui/format/local-time.ts";
import { Invoices } from "./invoices.tsx";
import { PaymentProblem } from "./payment-problem.tsx";
import { Refund } from "./refund.tsx";

type Rows = { payments: readonly ListedPayment[]; announce: (text: string) => void };
type PaymentProps = { payment: ListedPayment };

/** Lists payments with their invoices. Payments that need attention are marked, with the problem. */
export function PaymentRows({ payments, announce }: Rows) {
  return (
    <ul className="payment-rows">
      {payments.map((payment) => (
        <PaymentRow key={payment.id} payment={payment} announce={announce} />
      ))}
    </ul>
  );
}

function PaymentRow({ payment, announce }: PaymentProps & Pick<Rows, "announce">) {
  const { t } = useTranslation();
  const { title, state, problem, seen_at, refund_reason, bills } = payment;
  // A refunded subscription refunds only its last invoice.
  const statusKey =
    state === "REFUNDED" && bills.length > 1 ? "payments.invoices.lastRefunded" : `payments.state.${state}`;
  return (
    <li className={problem === null || seen_at !== null ? "payment" : "payment stuck"}>
      <div className="payment-what">
        <h2 className="b">{title}</h2>
        <Order payment={payment} />
        <People payment={payment} />
        <PaymentProblem payment={payment} announce={announce} />
        {refund_reason === null || refund_reason === "" ? null : (
          <p className="small dim">{t("payments.because", { reason: refund_reason })}</p>
        )}
      </div>
      <div className="payment-state">
        <p className={`state ${shapes[state]}`}>{t(statusKey)}</p>
        <When payment={payment} />
        <p className="code dim payment-id">{payment.session_id ?? ""}</p>
      </div>
      <Amounts payment={payment} />
      <Refund payment={payment} announce={announce} />
      <Invoices payment={payment} announce={announce} />
    </li>
  );
}

const shapes = {
  OPENING: "wait",
  OPEN: "wait",
  PAID: "on",
  EXPIRED: "",
  REFUNDING: "wait",
  REFUNDED: "done",
} as const satisfies Record<ListedPayment["state"], string>;

/** Order of the payment: title for the buyer, number and state. */
function Order({ payment: { order, title } }: PaymentProps) {
  const { t } = useTranslation();
  if (order === null) return null;
  return (
    <>
      {order.title === title ? null : <p className="small">{order.title}</p>}
      <p className="small payment-people">
        <span>
          {t("payments.order.number")} <span className="code payment-number">{order.number}</span>
        </span>
        <span>{t(`payments.order.state.${order.state}`)}</span>
      </p>
    </>
  );
}

function People({ payment: { account, payee } }: PaymentProps) {
  const { t } = useTranslation();
  const link = (person: { id: string; name: string }) => (
    <Link className="u" to={paths.user(person.id)}>
      {person.name}
    </Link>
  );
  return (
    <p className="small payment-people">
      <span>
        {t("payments.from")} {account === null ? t("payments.deletedAccount") : link(account)}
        {account === null || account.email === null ? null : <span className="dim"> {account.email}</span>}
      </span>
      <span>
        {t("payments.to")} {payee === null ? t("payments.platform") : link(payee)}
      </span>
    </p>
  );
}

/** Dates of the order and of the last change. */
function When({ payment: { created_at, paid_at, refunded_at } }: PaymentProps) {
  const { t } = useTranslation();
  const last = refunded_at ?? paid_at;
  return (
    <div className="small dim num">
      <p>
        {t("payments.ordered")} <Moment at={created_at} />
      </p>
      {last === null ? null : (
        <p>
          {t(refunded_at === null ? "payments.state.PAID" : "payments.state.REFUNDED")} <Moment at={last} />
        </p>
      )}
    </div>
  );
}

function Moment({ at }: { at: string }) {
  const { i18n } = useTranslation();
  return (
    <time dateTime={at}>
      {formatDay(at, i18n.language)}, {formatTime(at)}
    </time>
  );
}

/** Amounts and fees. Without a payee there is no platform fee, and an unpaid order has no fees. */
function Amounts({ payment }: PaymentProps) {
  const { t } = useTranslation();
  const { amount_cents, refunded_cents, platform_fee_cents, payee, paid_at, is_shared, bills } = payment;
  const isPart = bills.length === 0 && refunded_cents > 0 && refunded_cents < amount_cents;
  const [invoice] = bills;
  return (
    <div className="payment-sums num">
      <p className="payment-sum">{formatUsd(amount_cents / 100)}</p>
      {invoice === undefined ? null : <p className="small dim">{t("payments.invoices.first")}</p>}
      {isPart ? (
        <p className="small">{t("payments.invoices.part", { amount: formatUsd(refunded_cents / 100) })}</p>
      ) : null}
      {payee === null || paid_at === null ? null : (
        <p className="small dim">{t("payments.fee", { amount: formatUsd(platform_fee_cents / 100) })}</p>
      )}
      {paid_at === null ? null : <ProviderFee payment={payment} />}
      {is_shared ? <p className="small dim">{t("payments.shared")}</p> : null}
    </div>
  );
}

function ProviderFee({ payment: { provider, provider_fee_cents } }: PaymentProps) {
  const { t } = useTranslation();
  const name = t(`payments.provider.${provider}`);
  return (
    <p className="small dim">
      {provider_fee_cents === null
        ? t("payments.feeUnknown", { provider: name })
        : t("payments.providerFee", { provider: name, amount: formatUsd(provider_fee_cents / 100) })}
    </p>
  );
}
