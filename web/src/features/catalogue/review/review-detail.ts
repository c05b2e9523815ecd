import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { getReview } from "@wrapsody/shared/studio/review.ts";
import type { OwnSong } from "@wrapsody/shared/studio/studio.ts";
import { useTranslation } from "react-i18next";
import { daysAgo, formatDay, formatTime } from "../../../ui/format/local-time.ts";

/** A wrap with everything that a review needs. */
export type ReviewDetail = AnswerOf<typeof getReview>;

/**
 * Returns the subject of the review: the whole wrap, the new recording of a public one, or undefined if it is decided. Recordings among its
 * changes are decided there.
 */
export function reviewSubject({
  song,
}: {
  song: Pick<OwnSong, "status" | "audio_state" | "changes">;
}): "wrap" | "recording" | undefined {
  if (song.status === "IN_REVIEW") return "wrap";
  const isApproved = song.status === "ACTIVE" || song.status === "SCHEDULED";
  const isChange = song.changes.some(({ field }) => field === "RECORDING");
  return isApproved && song.audio_state === "HELD" && !isChange ? "recording" : undefined;
}

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

/** Converts a likeness of 0 to 1 to whole percent. Only the same file reaches 100. */
export function likenessPercent(likeness: number): number {
  return likeness >= 1 ? 100 : Math.min(99, Math.floor(likeness * 100));
}
