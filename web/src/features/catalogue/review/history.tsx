import { useTranslation } from "react-i18next";
import { formatDay, formatTime } from "../../../ui/format/local-time.ts";
import { Leaf, LeafNone } from "../../../ui/layout/section.tsx";
import type { Reviewed } from "./reviewed.ts";

/** What was decided about the wrap so far, the latest first. */
export function History({ history }: Pick<Reviewed, "history">) {
  const { t, i18n } = useTranslation();
  return (
    <Leaf title={t("review.history.title")}>
      {history.length === 0 ? (
        <LeafNone>{t("review.history.none")}</LeafNone>
      ) : (
        <ol className="review-history">
          {history.map(({ decision, reason, by, at }) => (
            <li key={`${at} ${decision}`}>
              <p className={`state b small ${decision === "APPROVED" ? "on" : "bad"}`}>
                {t(`review.history.${decision}`)}
              </p>
              {reason === null ? null : <p className="review-reason">{reason}</p>}
              <p className="small dim">
                {by ?? t("review.history.nobody")},{" "}
                <time dateTime={at}>
                  {formatDay(at, i18n.language)}, {formatTime(at)}
                </time>
              </p>
            </li>
          ))}
        </ol>
      )}
    </Leaf>
  );
}
