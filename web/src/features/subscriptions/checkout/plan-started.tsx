import { planEntitlements } from "@wrapsody/shared/plan-entitlements.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { StatusMessage } from "../../../ui/feedback/status-message.tsx";
import "./plan-started.css";

/** That a premium plan has begun, what it gives, and the way to it. */
export default function PlanStartedMessage() {
  const { t } = useTranslation();
  const { artists, songsPerMonth: songs, feeBasisPoints } = planEntitlements.PREMIUM;
  const fees = { fee: feeBasisPoints / 100, before: planEntitlements.FREE.feeBasisPoints / 100 };
  return (
    <div className="plan-begun">
      <StatusMessage text={useDelayedText(t("plan.begun.text"))} />
      <p className="plan-begun-more">{t("plan.begun.gives", { artists, songs, ...fees })}</p>
      <p className="plan-begun-more">
        <Link className="u" to={paths.subscription}>
          {t("plan.title")}
        </Link>
      </p>
    </div>
  );
}

/** The place in which something is told is there before it is told: only so it is read out. */
function useDelayedText(text: string): string | undefined {
  const [delayed, setDelayed] = useState<string>();
  useEffect(() => setDelayed(text), [text]);
  return delayed;
}
