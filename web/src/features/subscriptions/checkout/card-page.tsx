import { postBilling } from "@wrapsody/shared/subscriptions.ts";
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { useExternalRedirect } from "../../../lib/polling.ts";
import { PlanError } from "./refused.tsx";

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
        {t("plan.course.card.button")} <ArrowUpRight className="i" aria-hidden="true" />
      </button>
      <PlanError error={error} />
    </>
  );
}
