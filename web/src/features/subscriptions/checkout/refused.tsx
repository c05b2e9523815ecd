import { useTranslation } from "react-i18next";
import { paymentErrorText } from "../error-messages.ts";

/** Why the action failed. */
export function PlanError({ error }: { error: Error | null }) {
  const { t } = useTranslation();
  if (error === null) return null;
  return (
    <p className="msg plan-text" role="alert">
      {paymentErrorText(t, error)}
    </p>
  );
}
