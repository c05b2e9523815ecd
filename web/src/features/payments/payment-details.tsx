import type { ListedPayment } from "@wrapsody/shared/payments/payments.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { formatUsd } from "../../ui/format/format.ts";
import { formatDay, formatTime } from "../../ui/format/local-time.ts";
import { Invoices } from "./invoices.tsx";
import { Refund } from "./refund.tsx";

type PaymentProps = { payment: ListedPayment };

/** Order, people, fees and ids of a payment, its refund and its invoices. */
export function PaymentDetails({ payment, announce }: PaymentProps & { announce: (text: string) => void }) {
  const { t } = useTranslation();
  const { refund_reason, is_shared, session_id } = payment;
  return (
    <div className="payment-more">
      <dl className="kv small">
        <OrderFacts payment={payment} />
        <People payment={payment} />
        <Moments payment={payment} />
        <Fees payment={payment} />
      </dl>
      {is_shared ? <p className="small dim">{t("payments.shared")}</p> : null}
      {refund_reason === null || refund_reason === "" ? null : (
        <p className="small">{t("payments.because", { reason: refund_reason })}</p>
      )}
      {session_id === null ? null : <p className="code dim payment-id">{session_id}</p>}
      <Refund payment={payment} announce={announce} />
      <Invoices payment={payment} announce={announce} />
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Order of the payment: number and state, and its title if the payment has another. */
function OrderFacts({ payment: { order, title } }: PaymentProps) {
  const { t } = useTranslation();
  if (order === null) return null;
  return (
    <Fact name={t("payments.order.number")}>
      <span className="code payment-number">{order.number}</span>
      {order.title === title ? null : <span className="payment-sub">{order.title}</span>}
      <span className="payment-sub">{t(`payments.order.state.${order.state}`)}</span>
    </Fact>
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
    <>
      <Fact name={t("payments.from")}>
        {account === null ? t("payments.deletedAccount") : link(account)}
        {account?.email == null ? null : <span className="payment-sub dim">{account.email}</span>}
      </Fact>
      <Fact name={t("payments.to")}>{payee === null ? t("payments.platform") : link(payee)}</Fact>
    </>
  );
}

/** Times of the order and of the last change. */
function Moments({ payment: { created_at, paid_at, refunded_at } }: PaymentProps) {
  const { t } = useTranslation();
  const last = refunded_at ?? paid_at;
  return (
    <>
      <Fact name={t("payments.ordered")}>
        <Moment at={created_at} />
      </Fact>
      {last === null ? null : (
        <Fact name={t(refunded_at === null ? "payments.state.PAID" : "payments.state.REFUNDED")}>
          <Moment at={last} />
        </Fact>
      )}
    </>
  );
}

export function Moment({ at }: { at: string }) {
  const { i18n } = useTranslation();
  return (
    <time className="num" dateTime={at}>
      {formatDay(at, i18n.language)}, {formatTime(at)}
    </time>
  );
}

/** Without a payee there is no platform fee, and an unpaid order has no fees. */
function Fees({ payment }: PaymentProps) {
  const { t } = useTranslation();
  const { payee, paid_at, platform_fee_cents, provider, provider_fee_cents, bills } = payment;
  if (paid_at === null) return null;
  const name = t(`payments.provider.${provider}`);
  return (
    <Fact name={t("payments.fees")}>
      {bills.length === 0 ? null : <span className="payment-sub">{t("payments.invoices.first")}</span>}
      {payee === null ? null : (
        <span className="payment-sub num">
          {t("payments.fee", { amount: formatUsd(platform_fee_cents / 100) })}
        </span>
      )}
      <span className="payment-sub num">
        {provider_fee_cents === null
          ? t("payments.feeUnknown", { provider: name })
          : t("payments.providerFee", { provider: name, amount: formatUsd(provider_fee_cents / 100) })}
      </span>
    </Fact>
  );
}
