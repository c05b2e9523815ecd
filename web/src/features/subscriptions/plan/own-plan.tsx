import { getInvoices, type OwnSubscription } from "@wrapsody/shared/payments/subscriptions.ts";
import { useTranslation } from "react-i18next";
import { formatDay } from "../../../ui/format/local-time.ts";
import { useAuthedQuery } from "../../accounts/index.ts";
import { CardPage } from "../checkout/card-page.tsx";
import { InvoiceLink } from "../invoices/invoice-link.tsx";
import { firstInvoices } from "../invoices/invoices.tsx";
import { type PlanStatus, periodPrice, planStatus } from "./plan-status.ts";

/** The user's plan with its status. A plan that has lapsed counts as free. */
export function OwnPlan({ current, payable }: { current: OwnSubscription | null; payable: boolean }) {
  const { t } = useTranslation();
  const has = current === null || planStatus(current, Date.now()) === "LAPSED" ? "FREE" : current.plan;
  return (
    <div className="plan-now">
      <p className="display plan-name">{t(`plan.name.${has}`)}</p>
      {current === null ? (
        <p className="lead dim">{t("plan.now.free")}</p>
      ) : (
        <Future current={current} payable={payable} />
      )}
    </div>
  );
}

const shapes = {
  GRANTED: "on",
  RENEWS: "on",
  SWITCHES: "on",
  OVERDUE: "wait",
  CANCELLED: "wait",
  UNPAID: "bad",
  LAPSED: "bad",
} as const satisfies Record<PlanStatus, string>;

function Future({ current, payable }: { current: OwnSubscription; payable: boolean }) {
  const { t, i18n } = useTranslation();
  const status = planStatus(current, Date.now());
  const { renews_as, next_price_cents } = current;
  const values = {
    day: formatDay(current.expires_at, i18n.language),
    kept: formatDay(current.kept_until, i18n.language),
    own: t(`plan.name.${current.plan}`),
    plan: renews_as === null ? "" : t(`plan.name.${renews_as}`),
    price: renews_as === null ? "" : periodPrice(t, renews_as, next_price_cents),
  };
  return (
    <>
      <p className={`state plan-state ${shapes[status]}`}>{t(`plan.now.${status}.state`, values)}</p>
      <p className="plan-text">{t(`plan.now.${status}.text`, values)}</p>
      {status === "UNPAID" || status === "LAPSED" ? <FixPayment /> : null}
      {status === "GRANTED" && payable ? (
        <p className="small dim plan-text">{t("plan.now.GRANTED.then")}</p>
      ) : null}
    </>
  );
}

/** Actions after a declined card. */
function FixPayment() {
  const { t } = useTranslation();
  const { data: invoices } = useAuthedQuery(getInvoices, firstInvoices);
  const open = invoices?.data.find(({ state }) => state === "OPEN");
  return (
    <div className="row plan-buttons">
      <CardPage className="btn go" />
      {open === undefined ? null : (
        <InvoiceLink invoice={open} className="btn" label={t("plan.now.payInvoice")} />
      )}
    </div>
  );
}
