import { useTranslation } from "react-i18next";
import { daysAgo, formatDay, formatTime } from "../../../ui/format/local-time.ts";

/**
 * Returns a function that formats the age of a queue entry: `Waiting since today, 14:05`, `Waiting for 12 days, since
 * 3 Oct 2026`.
 */
export function useFormatQueueAge(): (since: string) => string {
  const { t, i18n } = useTranslation();
  return (since) => {
    const days = daysAgo(since, new Date().toISOString());
    if (days <= 0) return t("review.since.today", { time: formatTime(since) });
    if (days === 1) return t("review.since.yesterday", { time: formatTime(since) });
    return t("review.since.days", { count: days, day: formatDay(since, i18n.language) });
  };
}
