import { type ListingState, listingStates } from "@wrapsody/shared/studio/studio.ts";
import { describe, expect, it } from "vitest";
import { Failure } from "../../../../platform/failure.ts";
import { type ListingEvent, listingTexts, listingTransition } from "./listing-transition.ts";

const submission = {
  type: "submit",
  hasImage: true,
  audio: "ready",
  isReviewed: false,
  isContested: false,
  isScheduled: false,
} as const satisfies ListingEvent;

/** The next state of each state, in the order of `listingStates`; an error code if it is rejected. */
const table: [string, ListingEvent, (ListingState | "DELETED" | Failure["code"])[]][] = [
  // DRAFT IN_REVIEW SCHEDULED ACTIVE REJECTED HIDDEN RESTRICTED
  [
    "submitted without review",
    submission,
    ["ACTIVE", "IN_REVIEW", "SCHEDULED", "ACTIVE", "ACTIVE", "ACTIVE", "E0070"],
  ],
  [
    "submitted without review, with a date",
    { ...submission, isScheduled: true },
    ["SCHEDULED", "IN_REVIEW", "SCHEDULED", "ACTIVE", "SCHEDULED", "SCHEDULED", "E0070"],
  ],
  [
    "submitted for review",
    { ...submission, isReviewed: true },
    ["IN_REVIEW", "IN_REVIEW", "SCHEDULED", "ACTIVE", "IN_REVIEW", "ACTIVE", "E0070"],
  ],
  [
    "submitted with a recording of another publisher",
    { ...submission, isContested: true },
    ["IN_REVIEW", "IN_REVIEW", "SCHEDULED", "ACTIVE", "IN_REVIEW", "IN_REVIEW", "E0070"],
  ],
  [
    "submitted without artwork",
    { ...submission, hasImage: false },
    ["E0027", "IN_REVIEW", "SCHEDULED", "ACTIVE", "E0027", "E0027", "E0070"],
  ],
  [
    "submitted without audio",
    { ...submission, audio: "none" },
    ["E0027", "IN_REVIEW", "SCHEDULED", "ACTIVE", "E0027", "E0027", "E0070"],
  ],
  ["taken back", { type: "withdraw" }, ["DRAFT", "DRAFT", "DRAFT", "HIDDEN", "REJECTED", "HIDDEN", "E0070"]],
  [
    "given a date",
    { type: "schedule", isScheduled: true },
    ["DRAFT", "IN_REVIEW", "SCHEDULED", "E0076", "REJECTED", "E0076", "E0070"],
  ],
  [
    "given a date in the past",
    { type: "schedule", isScheduled: false },
    ["DRAFT", "IN_REVIEW", "ACTIVE", "E0076", "REJECTED", "E0076", "E0070"],
  ],
  [
    "left without a date",
    { type: "unschedule" },
    ["DRAFT", "IN_REVIEW", "DRAFT", "ACTIVE", "REJECTED", "HIDDEN", "E0070"],
  ],
  ["due", { type: "list" }, ["DRAFT", "IN_REVIEW", "ACTIVE", "ACTIVE", "REJECTED", "HIDDEN", "RESTRICTED"]],
  [
    "approved",
    { type: "approve", isScheduled: false },
    ["E0005", "ACTIVE", "E0005", "E0005", "E0005", "E0005", "E0005"],
  ],
  [
    "approved with a date",
    { type: "approve", isScheduled: true },
    ["E0005", "SCHEDULED", "E0005", "E0005", "E0005", "E0005", "E0005"],
  ],
  [
    "rejected by a reviewer",
    { type: "reject", reason: "Fix it." },
    ["E0005", "REJECTED", "E0005", "E0005", "E0005", "E0005", "E0005"],
  ],
  ["deleted", { type: "delete", hasActiveCampaign: false }, Array(7).fill("DELETED")],
  [
    "deleted while an experience is active",
    { type: "delete", hasActiveCampaign: true },
    Array(7).fill("E0026"),
  ],
];

function outcomeOf(state: ListingState, event: ListingEvent): string {
  try {
    return listingTransition(state, event);
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}

describe("a wrap", () => {
  it.each(table)("that is %s", (_, event, outcomes) => {
    expect(listingStates.map((state) => outcomeOf(state, event))).toEqual(outcomes);
  });

  it.each([
    [
      { hasImage: false, audio: "none" },
      [
        ["image", listingTexts.noImage],
        ["audio", listingTexts.none],
      ],
    ],
    [{ audio: "measuring" }, [["audio", listingTexts.measuring]]],
    [{ hasImage: false }, [["image", listingTexts.noImage]]],
  ] as const)(
    "that is submitted incomplete (%j) gets an error for everything that is missing",
    (facts, errors) => {
      const failure = (() => {
        try {
          return listingTransition("DRAFT", { ...submission, ...facts });
        } catch (error) {
          return error;
        }
      })();
      expect(failure).toMatchObject({
        code: "E0027",
        status: 409,
        errors: errors.map(([field, message]) => ({ field, message })),
      });
    },
  );
});
