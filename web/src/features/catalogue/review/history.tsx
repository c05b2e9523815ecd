import { useTranslation } from "react-i18next";
import { formatDay, formatTime } from "../../../ui/format/local-time.ts";
import { EmptySection, Section } from "../../../ui/layout/section.tsx";
import type { ReviewDetail } from "./review-detail.ts";

/** Lists the previous decisions about the wrap, latest first. */
export function History({ history }: Pick<ReviewDetail, "history">) {
  const { t, i18n } = useTranslation();
  return (
    <Section title={t("review.history.title")}>
      {history.length === 0 ? (
        <EmptySection>{t("review.history.none")}</EmptySection>
      ) : (
        <ol className="review-history">
          {history.map(({ decision, reason, by, at }) => (
            <li key={`${at} ${decision}`}>
              <p className={`state b small ${decision === "APPROVED" ? "on" : "bad"}`}>
                {t(`review.history.${decision}`)}
              </p>
              {reason === null ? null : <p className="review-reason">{reason}</p>}
              <p className="small dim">
                {by ?? t("review.history.deletedAccount")},{" "}
                <time dateTime={at}>
                  {formatDay(at, i18n.language)}, {formatTime(at)}
                </time>
              </p>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
