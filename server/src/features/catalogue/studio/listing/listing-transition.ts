import type { FieldError } from "@wrapsody/shared/errors.ts";
import type { ListingState } from "@wrapsody/shared/studio.ts";
import { Failure } from "../../../../platform/failure.ts";

/** What can happen to the listing of a wrap. */
export type ListingEvent =
  /** Its publisher hands it in. `isContested`: its recording is already here under somebody else. */
  | {
      type: "submit";
      hasImage: boolean;
      audio: "ready" | "measuring" | "none";
      isReviewed: boolean;
      isContested: boolean;
    }
  /** Its publisher takes it back. */
  | { type: "withdraw" }
  /** A reviewer decides about one that waits. */
  | { type: "approve" }
  | { type: "reject"; reason: string }
  /** Somebody takes a public one out of sight, or lets it back. */
  | { type: "hide" }
  | { type: "show" }
  | { type: "delete"; hasActiveCampaign: boolean };

/**
 * The state of a listing after an event, which is the same state where there is nothing left to do: a repeat is no
 * failure. DRAFT → IN_REVIEW → ACTIVE ↔ HIDDEN; IN_REVIEW → REJECTED → IN_REVIEW; and from everywhere to DELETED.
 *
 * @throws Failure E0027 for what is not complete, with what is missing on `image` and `audio`; E0005 where a reviewer
 *   decides about what does not wait any more; E0026 where an active experience needs it
 */
export function listingTransition(state: ListingState, event: ListingEvent): ListingState | "DELETED" {
  switch (event.type) {
    case "submit":
      return state === "ACTIVE" || state === "IN_REVIEW" ? state : submitTransition(state, event);
    case "withdraw":
      return state === "ACTIVE" ? "HIDDEN" : state === "IN_REVIEW" ? "DRAFT" : state;
    case "approve":
    case "reject":
      if (state !== "IN_REVIEW") throw new Failure("E0005");
      return event.type === "approve" ? "ACTIVE" : "REJECTED";
    case "hide":
      return state === "ACTIVE" ? "HIDDEN" : state;
    case "show":
      return state === "HIDDEN" ? "ACTIVE" : state;
    case "delete":
      if (event.hasActiveCampaign) throw new Failure("E0026");
      return "DELETED";
  }
}

/** One that was public before comes back without a review, unless its recording is contested. */
function submitTransition(
  state: ListingState,
  event: Extract<ListingEvent, { type: "submit" }>,
): ListingState {
  const errors = missingParts(event);
  if (errors.length > 0) throw new Failure("E0027", { errors });
  if (event.isContested) return "IN_REVIEW";
  return state === "HIDDEN" || !event.isReviewed ? "ACTIVE" : "IN_REVIEW";
}

function missingParts({ hasImage, audio }: Extract<ListingEvent, { type: "submit" }>): FieldError[] {
  return [
    ...(hasImage ? [] : [{ field: "image", message: listingTexts.noImage }]),
    ...(audio === "ready" ? [] : [{ field: "audio", message: listingTexts[audio] }]),
  ];
}

export const listingTexts = {
  noImage: "This wrap has no artwork yet.",
  none: "This wrap has no audio yet.",
  measuring: "The audio is still being measured.",
} as const;
