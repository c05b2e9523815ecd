import { planEntitlements } from "@wrapsody/shared/payments/plan-entitlements.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { StatusMessage } from "../../../ui/feedback/status-message.tsx";
import { TermNote } from "../../../ui/format/term-note.tsx";
import "./plan-started.css";

/** Announces a new premium plan, lists its benefits and links to it. */
export default function PlanStartedMessage() {
  const { t } = useTranslation();
  const { artists, songsPerMonth: songs, feeBasisPoints } = planEntitlements.PREMIUM;
  const fees = { fee: feeBasisPoints / 100, before: planEntitlements.FREE.feeBasisPoints / 100 };
  return (
    <div className="plan-started">
      <StatusMessage text={useDelayedText(t("plan.started.text"))} />
      <p className="plan-started-more">{t("plan.started.benefits", { artists, songs, ...fees })}</p>
      <TermNote term="wnft" />
      <p className="plan-started-more">
        <Link className="u" to={paths.subscription}>
          {t("plan.title")}
        </Link>
      </p>
    </div>
  );
}

/** Returns the text after the first render: screen readers announce only changes to an existing live region. */
function useDelayedText(text: string): string | undefined {
  const [delayed, setDelayed] = useState<string>();
  useEffect(() => setDelayed(text), [text]);
  return delayed;
}
