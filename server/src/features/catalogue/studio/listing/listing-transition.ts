import type { FieldError } from "@wrapsody/shared/api/errors.ts";
import type { ListingState } from "@wrapsody/shared/studio/studio.ts";
import { Failure } from "../../../../platform/failure.ts";

/** An event in the listing of a wrap. */
export type ListingEvent =
  /** The publisher submits it. `isContested`: another account already has its recording. */
  | {
      type: "submit";
      hasImage: boolean;
      audio: "ready" | "measuring" | "none";
      isReviewed: boolean;
      isContested: boolean;
      isScheduled: boolean;
    }
  /** The publisher withdraws it. */
  | { type: "withdraw" }
  /** The publisher sets the time from which it is public, or removes it. `isScheduled`: that time is in the future. */
  | { type: "schedule"; isScheduled: boolean }
  | { type: "unschedule" }
  /** The scheduled time has come. */
  | { type: "list" }
  /** A reviewer decides. */
  | { type: "approve"; isScheduled: boolean }
  | { type: "reject"; reason: string }
  | { type: "delete"; hasActiveCampaign: boolean };

/**
 * Returns the listing state after an event; the same state for a repeat. DRAFT → IN_REVIEW → ACTIVE → HIDDEN
 * → ACTIVE; IN_REVIEW → REJECTED → IN_REVIEW; instead of ACTIVE, SCHEDULED → ACTIVE or DRAFT; every state → DELETED.
 *
 * @throws Failure E0027 if the wrap is incomplete, with what is missing on `image` and `audio`; E0005 if it
 * is not in review; E0026 while one of its experiences is active; E0070 while it is restricted: its publisher can only delete it;
 * E0076 if a wrap is scheduled that was listed before
 */
export function listingTransition(state: ListingState, event: ListingEvent): ListingState | "DELETED" {
  switch (event.type) {
    case "submit":
      if (state === "RESTRICTED") throw new Failure("E0070");
      return isSubmitted(state) ? state : submitTransition(state, event);
    case "withdraw":
      if (state === "RESTRICTED") throw new Failure("E0070");
      return state === "ACTIVE" ? "HIDDEN" : isSubmitted(state) ? "DRAFT" : state;
    case "schedule":
      if (state === "RESTRICTED") throw new Failure("E0070");
      if (state === "ACTIVE" || state === "HIDDEN") throw new Failure("E0076");
      return state === "SCHEDULED" && !event.isScheduled ? "ACTIVE" : state;
    case "unschedule":
      if (state === "RESTRICTED") throw new Failure("E0070");
      return state === "SCHEDULED" ? "DRAFT" : state;
    case "list":
      return state === "SCHEDULED" ? "ACTIVE" : state;
    case "approve":
    case "reject":
      if (state !== "IN_REVIEW") throw new Failure("E0005");
      if (event.type === "reject") return "REJECTED";
      return event.isScheduled ? "SCHEDULED" : "ACTIVE";
    case "delete":
      if (event.hasActiveCampaign) throw new Failure("E0026");
      return "DELETED";
  }
}

const isSubmitted = (state: ListingState) =>
  state === "ACTIVE" || state === "IN_REVIEW" || state === "SCHEDULED";

/** Lists a wrap that was public before without another review, unless its recording is contested. */
function submitTransition(
  state: ListingState,
  event: Extract<ListingEvent, { type: "submit" }>,
): ListingState {
  const errors = missingParts(event);
  if (errors.length > 0) throw new Failure("E0027", { errors });
  if (event.isContested) return "IN_REVIEW";
  if (state !== "HIDDEN" && event.isReviewed) return "IN_REVIEW";
  return event.isScheduled ? "SCHEDULED" : "ACTIVE";
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
  measuring: "The audio is still being analysed.",
} as const;
