import { useQueryClient } from "@tanstack/react-query";
import {
  getMyPlan,
  getMySubscription,
  type PaidPlan,
  paidPlans,
  planPrices,
  postSubscribe,
} from "@wrapsody/shared/payments/subscriptions.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../../lib/api/invalidate.ts";
import { useExternalRedirect } from "../../../lib/external-payment.ts";
import { formatTime } from "../../../ui/format/local-time.ts";
import { formatPrice, savingOfYearly } from "../plan/plan-status.ts";
import { PlanError } from "./card-page.tsx";

type OpenOrder = { plan: PaidPlan; expires_at: string };

/** Starts a monthly or yearly premium plan, or resumes an open checkout. */
export function GoPremium({ payable, open }: { payable: boolean; open: OpenOrder | null }) {
  const { t } = useTranslation();
  const { go, busy, error } = useCheckout();
  if (!payable) return <p className="plan-text">{t("plan.checkout.unpayable")}</p>;
  return (
    <div className="plan-go">
      {open === null ? null : <OpenCheckout open={open} busy={busy} go={go} />}
      <div className="plan-choice">
        {paidPlans.map((plan) => (
          <Choice
            key={plan}
            plan={plan}
            next={open === null && plan === "PREMIUM_YEARLY"}
            busy={busy}
            go={go}
          />
        ))}
      </div>
      <PlanError error={error} />
      <p className="small" role="status">
        {busy ? t("plan.checkout.leaving") : ""}
      </p>
      <p className="small dim plan-text">{t("plan.checkout.text")}</p>
    </div>
  );
}

/** Starts a checkout. A rejection means that the page shows outdated data. */
function useCheckout() {
  const client = useQueryClient();
  return useExternalRedirect(
    (plan: PaidPlan) => apiFetch(postSubscribe, { params: { plan } }),
    () => invalidateQueries(client, getMySubscription, getMyPlan),
  );
}

type Way = { busy: boolean; go(plan: PaidPlan): void };

function OpenCheckout({ open: { plan, expires_at }, busy, go }: Way & { open: OpenOrder }) {
  const { t } = useTranslation();
  return (
    <div className="plan-open">
      <p className="state wait plan-state">{t("plan.checkout.open", { plan: t(`plan.name.${plan}`) })}</p>
      <p className="plan-text">{t("plan.checkout.openText", { time: formatTime(expires_at) })}</p>
      <button type="button" className="btn go" aria-disabled={busy || undefined} onClick={() => go(plan)}>
        {t("plan.checkout.continue")} <ArrowRight className="i" aria-hidden="true" />
      </button>
    </div>
  );
}

function Choice({ plan, next, busy, go }: Way & { plan: PaidPlan; next: boolean }) {
  const { t } = useTranslation();
  const values = { month: formatPrice(planPrices.PREMIUM_YEARLY / 12), saving: savingOfYearly() };
  return (
    <div className="plan-way">
      <h3 className="meta dim">{t(`plan.name.${plan}`)}</h3>
      <p className="plan-count">
        <span className="no">{formatPrice(planPrices[plan])}</span>{" "}
        <span className="head dim">{t(`plan.checkout.${plan}.unit`)}</span>
      </p>
      <p className="small">{t(`plan.checkout.${plan}.text`, values)}</p>
      <button
        type="button"
        className={next ? "btn go" : "btn"}
        aria-disabled={busy || undefined}
        onClick={() => go(plan)}
      >
        {t(`plan.checkout.${plan}.button`)} <ArrowRight className="i" aria-hidden="true" />
      </button>
    </div>
  );
}
