import { useQueryClient } from "@tanstack/react-query";
import { getReview, getReviewQueue } from "@wrapsody/shared/studio/review.ts";
import { getMySong } from "@wrapsody/shared/studio/studio.ts";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError } from "../../../lib/api/api-fetch.ts";
import { errorKey } from "../../accounts/index.ts";
import type { LastDecision } from "./decision-status.tsx";
import { useNextReview } from "./next-review.ts";
import type { ReviewDetail } from "./review-detail.ts";

export type DecisionProps = { review: ReviewDetail; subject: LastDecision["subject"] };

/** Continues after a decision: opens the next review, or returns why it was rejected. */
export function useAfterDecision({ review, subject }: DecisionProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { to } = useNextReview(review);
  const forget = () => {
    for (const { method, path } of [getReview, getReviewQueue, getMySong])
      void client.invalidateQueries({ queryKey: [`${method} ${path}`] });
  };
  return {
    decided(decision: LastDecision["decision"]): void {
      const lastDecision: LastDecision = { decision, subject, name: review.song.name };
      forget();
      void navigate(to, { state: { decided: lastDecision } });
    },
    /** Another reviewer decided first, so the page shows their decision. */
    refused(error: Error): boolean {
      const isDecided = error instanceof ApiError && error.code === "E0027" && error.errors.length === 0;
      if (isDecided) forget();
      return isDecided;
    },
    reasonOf(error: Error): string {
      const [missing] = error instanceof ApiError && error.code === "E0027" ? error.errors : [];
      return t(missing === undefined ? errorKey(error) : `review.refused.${missing.field}`);
    },
  };
}
