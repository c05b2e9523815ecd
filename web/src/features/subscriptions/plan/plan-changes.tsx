import { useMutation } from "@tanstack/react-query";
import {
  type OwnSubscription,
  patchSubscription,
  planPrices,
} from "@wrapsody/shared/payments/subscriptions.ts";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { formatDay } from "../../../ui/format/local-time.ts";
import { CardPage, PlanError } from "../checkout/card-page.tsx";
import { isOutdated, planErrorText } from "../error-messages.ts";
import { CancelPlan } from "./cancel-plan.tsx";
import {
  formatPrice,
  nextPeriodOffer,
  type Offer,
  type PlanStatus,
  periodPrice,
  planStatus,
  savingOfYearly,
} from "./plan-status.ts";
import { useRefreshOnPlanError, useUpdatePlanCache } from "./use-plan-changed.ts";

type PlanChangesProps = { current: OwnSubscription; announce: (text: string) => void };

/** Changes of the coming periods: switch, cancel or keep the plan. */
export function PlanChanges({ current, announce }: PlanChangesProps) {
  const now = Date.now();
  const offer = nextPeriodOffer(current, now);
  const status = planStatus(current, now);
  return (
    <div className="plan-changes">
      {offer === undefined ? null : <NextPeriod current={current} offer={offer} announce={announce} />}
      {canUpdateCard(status) ? <Card /> : null}
      {status === "CANCELLED" ? null : <CancelPlan current={current} announce={announce} />}
    </div>
  );
}

/** Returns false without further charges, and after a declined card, for which the page offers the change above. */
function canUpdateCard(status: PlanStatus): boolean {
  return status !== "CANCELLED" && status !== "UNPAID" && status !== "LAPSED";
}

function Card() {
  const { t } = useTranslation();
  return (
    <div className="plan-step">
      <p className="plan-text">{t("plan.manage.card.text")}</p>
      <CardPage className="btn" />
    </div>
  );
}

function NextPeriod({ current, offer, announce }: PlanChangesProps & { offer: Offer }) {
  const { t, i18n } = useTranslation();
  const updatePlanCache = useUpdatePlanCache();
  const refreshOnError = useRefreshOnPlanError();
  const values = {
    day: formatDay(current.expires_at, i18n.language),
    plan: t(`plan.name.${offer.plan}`),
    price: periodPrice(t, offer.plan, planPrices[offer.plan]),
    month: formatPrice(planPrices.PREMIUM_YEARLY / 12),
    saving: savingOfYearly(),
  };
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      apiFetch(patchSubscription, { params: { id: String(current.id) }, body: { renews_as: offer.plan } }),
    onSuccess(changed) {
      updatePlanCache(changed);
      announce(t(`plan.manage.${offer.name}.done`, values));
    },
    onError(error) {
      refreshOnError();
      if (isOutdated(error)) announce(planErrorText(t, error));
    },
  });
  const key = offer.name === "switch" ? `switch.${offer.plan}` : offer.name;
  return (
    <div className="plan-step">
      <p className="plan-text">{t(`plan.manage.${key}.text`, values)}</p>
      <button
        type="button"
        className={offer.name === "resume" ? "btn go" : "btn"}
        aria-disabled={isPending || undefined}
        onClick={() => {
          if (!isPending) mutate();
        }}
      >
        {t(`plan.manage.${key}.button`, values)}
      </button>
      <PlanError error={error !== null && isOutdated(error) ? null : error} />
    </div>
  );
}
