import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { StatusMessage } from "../../../ui/feedback/status-message.tsx";

/** The last decision, passed in the navigation state. */
export type LastDecision = { decision: "APPROVED" | "REJECTED"; subject: "wrap" | "recording"; name: string };

/** Announces the decision of the previous page. */
export function DecisionStatus() {
  const { t } = useTranslation();
  const { state } = useLocation();
  const lastDecision = readLastDecision(state);
  return (
    <StatusMessage
      text={
        lastDecision === undefined
          ? undefined
          : t(`review.message.${lastDecision.subject}.${lastDecision.decision}`, { name: lastDecision.name })
      }
    />
  );
}

function readLastDecision(state: unknown): LastDecision | undefined {
  if (typeof state !== "object" || state === null || !("decided" in state)) return undefined;
  const { decided } = state;
  if (typeof decided !== "object" || decided === null) return undefined;
  if (!("decision" in decided && "subject" in decided && "name" in decided)) return undefined;
  const { decision, subject, name } = decided;
  if (decision !== "APPROVED" && decision !== "REJECTED") return undefined;
  if ((subject !== "wrap" && subject !== "recording") || typeof name !== "string") return undefined;
  return { decision, subject, name };
}
