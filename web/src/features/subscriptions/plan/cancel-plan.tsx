import { planEntitlements } from "@wrapsody/shared/payments/plan-entitlements.ts";
import { deleteSubscription, type OwnSubscription } from "@wrapsody/shared/payments/subscriptions.ts";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { formatDay } from "../../../ui/format/local-time.ts";
import { ConfirmButton } from "../../accounts/index.ts";
import { isOutdated, planErrorText } from "../error-messages.ts";
import { isPeriodOver } from "./plan-status.ts";
import { useRefreshOnPlanError, useUpdatePlanCache } from "./use-plan-changed.ts";

type CancelProps = { current: OwnSubscription; announce: (text: string) => void };

/** Cancels the plan after a confirmation of what stays until when and what stops. */
export function CancelPlan({ current, announce }: CancelProps) {
  const { t, i18n } = useTranslation();
  const updatePlanCache = useUpdatePlanCache();
  const refreshOnError = useRefreshOnPlanError();
  const day = formatDay(current.expires_at, i18n.language);
  const end = isPeriodOver(current, Date.now()) ? "immediately" : "later";
  const cancel = async () => {
    try {
      const cancelled = await apiFetch(deleteSubscription, { params: { id: String(current.id) } });
      updatePlanCache(cancelled);
      const over = isPeriodOver(cancelled, Date.now());
      announce(t(`plan.cancel.done.${over ? "immediately" : "later"}`, { day }));
    } catch (error) {
      refreshOnError();
      if (error instanceof Error && isOutdated(error)) announce(planErrorText(t, error));
      throw error;
    }
  };
  return (
    <div className="plan-step">
      <p className="plan-text">{t(`plan.cancel.text.${end}`, { day })}</p>
      <ConfirmButton
        label={t("plan.cancel.button")}
        title={t("plan.cancel.title")}
        text={<CancellationTerms end={end} day={day} />}
        keep={t("plan.cancel.keep")}
        confirm={t("plan.cancel.button")}
        run={cancel}
        reason={(error) => planErrorText(t, error)}
      />
    </div>
  );
}

function CancellationTerms({ end, day }: { end: "immediately" | "later"; day: string }) {
  const { t } = useTranslation();
  const { artists, songsPerMonth, feeBasisPoints } = planEntitlements.FREE;
  return (
    <>
      <p className="b">{t(`plan.cancel.keeps.${end}`, { day })}</p>
      <p>{t("plan.cancel.remains")}</p>
      <p>{t("plan.cancel.stops")}</p>
      <ul className="plan-stops">
        <li>{t("plan.cancel.limits", { artists, songs: songsPerMonth })}</li>
        <li>{t("plan.cancel.keys")}</li>
        <li>{t("plan.cancel.fee", { fee: feeBasisPoints / 100 })}</li>
      </ul>
    </>
  );
}
