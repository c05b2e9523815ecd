import { postBilling } from "@wrapsody/shared/payments/subscriptions.ts";
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { useExternalRedirect } from "../../../lib/external-payment.ts";
import { planErrorText } from "../error-messages.ts";

/** Links to the payment provider's page for changing the card. */
export function CardPage({ className }: { className: string }) {
  const { t } = useTranslation();
  const { go, busy, error } = useExternalRedirect(() => apiFetch(postBilling, {}));
  return (
    <>
      <button
        type="button"
        className={className}
        aria-disabled={busy || undefined}
        onClick={() => go(undefined)}
      >
        {t("plan.manage.card.button")} <ArrowUpRight className="i" aria-hidden="true" />
      </button>
      <PlanError error={error} />
    </>
  );
}

/** Why the action failed. */
export function PlanError({ error }: { error: Error | null }) {
  const { t } = useTranslation();
  if (error === null) return null;
  return (
    <p className="msg plan-text" role="alert">
      {planErrorText(t, error)}
    </p>
  );
}
