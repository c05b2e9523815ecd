import type { ListedPayment } from "@wrapsody/shared/payments.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { formatUsd } from "../../ui/format.ts";
import { formatDay, formatTime } from "../../ui/local-time.ts";
import { Refund } from "./refund.tsx";

type Rows = { payments: readonly ListedPayment[]; onTold: (text: string) => void };

/** Payments, a line each. What somebody has to look at is marked, and says why. */
export function PaymentRows({ payments, onTold }: Rows) {
  return (
    <ul className="payment-rows">
      {payments.map((payment) => (
        <PaymentRow key={payment.id} payment={payment} onTold={onTold} />
      ))}
    </ul>
  );
}

function PaymentRow({ payment, onTold }: { payment: ListedPayment; onTold: (text: string) => void }) {
  const { t } = useTranslation();
  const { title, state, problem, refund_reason } = payment;
  return (
    <li className={problem === null ? "payment" : "payment stuck"}>
      <div className="payment-what">
        <h2 className="b">{title}</h2>
        <People payment={payment} />
        {problem === null ? null : <p className="state bad">{t(`payments.problem.${problem}`)}</p>}
        {refund_reason === null || refund_reason === "" ? null : (
          <p className="small dim">{t("payments.because", { reason: refund_reason })}</p>
        )}
      </div>
      <div className="payment-state">
        <p className={`state ${shapes[state]}`}>{t(`payments.state.${state}`)}</p>
        <When payment={payment} />
        <p className="code dim payment-id">{payment.session_id ?? ""}</p>
      </div>
      <Amounts payment={payment} />
      <Refund payment={payment} onTold={onTold} />
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

function People({ payment: { account, payee } }: { payment: ListedPayment }) {
  const { t } = useTranslation();
  const link = (person: { id: string; name: string }) => (
    <Link className="u" to={paths.user(person.id)}>
      {person.name}
    </Link>
  );
  return (
    <p className="small payment-people">
      <span>
        {t("payments.from")} {account === null ? t("payments.nobody") : link(account)}
      </span>
      <span>
        {t("payments.to")} {payee === null ? t("payments.house") : link(payee)}
      </span>
    </p>
  );
}

/** The last that is known of it. */
function When({ payment }: { payment: ListedPayment }) {
  const { i18n } = useTranslation();
  const at = payment.refunded_at ?? payment.paid_at ?? payment.created_at;
  return (
    <p className="small dim num">
      <time dateTime={at}>
        {formatDay(at, i18n.language)}, {formatTime(at)}
      </time>
    </p>
  );
}

function Amounts({ payment }: { payment: ListedPayment }) {
  const { t } = useTranslation();
  const { amount_cents, platform_fee_cents, provider_fee_cents, provider, is_shared } = payment;
  return (
    <div className="payment-sums num">
      <p className="payment-sum">{formatUsd(amount_cents / 100)}</p>
      <p className="small dim">{t("payments.fee", { amount: formatUsd(platform_fee_cents / 100) })}</p>
      <p className="small dim">
        {provider_fee_cents === null
          ? t("payments.feeUnknown", { provider: t(`payments.provider.${provider}`) })
          : t("payments.providerFee", {
              provider: t(`payments.provider.${provider}`),
              amount: formatUsd(provider_fee_cents / 100),
            })}
      </p>
      {is_shared ? <p className="small dim">{t("payments.shared")}</p> : null}
    </div>
  );
}
