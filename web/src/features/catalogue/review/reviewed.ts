import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import type { getReview } from "@wrapsody/shared/review.ts";

/** A wrap with everything that a review needs. */
export type ReviewDetail = AnswerOf<typeof getReview>;
