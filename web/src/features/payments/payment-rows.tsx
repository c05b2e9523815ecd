import type { ListedPayment } from "@wrapsody/shared/payments/payments.ts";
import ChevronDown from "lucide-react/icons/chevron-down";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatUsd } from "../../ui/format/format.ts";
import { Moment, PaymentDetails } from "./payment-details.tsx";
import { PaymentProblem } from "./payment-problem.tsx";

type Rows = { payments: readonly ListedPayment[]; announce: (text: string) => void };

/** Lists payments, one row each. Payments that need attention are marked, with the problem. The only result is open. */
export function PaymentRows({ payments, announce }: Rows) {
  return (
    <div className="payment-table">
      <Headings />
      <ul className="payment-rows">
        {payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} isOnly={payments.length === 1} announce={announce} />
        ))}
      </ul>
    </div>
  );
}

const columns = ["what", "payer", "stateOf", "changed", "amount"] as const;

/** Headings of the columns, which the lines of a phone do not have. What stands in them says it itself. */
function Headings() {
  const { t } = useTranslation();
  return (
    <div className="payment-line payment-headings dim" aria-hidden="true">
      {columns.map((column) => (
        <span key={column}>{t(`payments.column.${column}`)}</span>
      ))}
    </div>
  );
}

type RowProps = { payment: ListedPayment; isOnly: boolean } & Pick<Rows, "announce">;

function PaymentRow({ payment, isOnly, announce }: RowProps) {
  const id = useId();
  const [chosen, setChosen] = useState<boolean>();
  const open = chosen ?? isOnly;
  const { title, order, problem, seen_at, created_at, paid_at, refunded_at } = payment;
  return (
    <li className={problem === null || seen_at !== null ? "payment" : "payment stuck"}>
      <div className="payment-line">
        <div className="payment-what">
          <h2>
            <button
              type="button"
              className="b"
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setChosen(!open)}
            >
              {title}
            </button>
          </h2>
          {order === null ? null : <p className="code dim">{order.number}</p>}
        </div>
        <Payer payment={payment} />
        <State payment={payment} />
        <Moment at={refunded_at ?? paid_at ?? created_at} />
        <Amount payment={payment} />
        <ChevronDown className="i payment-sign" aria-hidden="true" />
      </div>
      <PaymentProblem payment={payment} announce={announce} />
      <div id={id} hidden={!open}>
        {open ? <PaymentDetails payment={payment} announce={announce} /> : null}
      </div>
    </li>
  );
}

type PaymentProps = Pick<RowProps, "payment">;

function Payer({ payment: { account } }: PaymentProps) {
  const { t } = useTranslation();
  if (account === null) return <p className="payment-nobody dim">{t("payments.deletedAccount")}</p>;
  return (
    <p className="payment-payer">
      {account.name} {account.email === null ? null : <span className="meta dim">{account.email}</span>}
    </p>
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

function State({ payment: { state, bills } }: PaymentProps) {
  const { t } = useTranslation();
  // A refunded subscription refunds only its last invoice.
  const key =
    state === "REFUNDED" && bills.length > 1 ? "payments.invoices.lastRefunded" : `payments.state.${state}`;
  return <p className={`state ${shapes[state]}`}>{t(key)}</p>;
}

function Amount({ payment: { amount_cents, refunded_cents, bills } }: PaymentProps) {
  const { t } = useTranslation();
  const isPart = bills.length === 0 && refunded_cents > 0 && refunded_cents < amount_cents;
  return (
    <p className="payment-sum">
      <span className="no">{formatUsd(amount_cents / 100)}</span>
      {isPart ? (
        <span className="meta dim">
          {" "}
          {t("payments.invoices.part", { amount: formatUsd(refunded_cents / 100) })}
        </span>
      ) : null}
    </p>
  );
}
