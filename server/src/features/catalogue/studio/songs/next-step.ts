import type { ListingState, NextStep, OwnSong } from "@wrapsody/shared/studio.ts";

/** The facts that decide the next step. */
export type Progress = {
  status: ListingState;
  hasImage: boolean;
  /** Whether the song has audio. */
  isAudible: boolean;
  audio: OwnSong["audio_state"];
  /** Number of reward levels. */
  rewards: number;
};

/** Returns the one thing a publisher should do next. */
export function nextStep({ status, hasImage, isAudible, audio, rewards }: Progress): NextStep {
  if (!hasImage) return "ADD_ARTWORK";
  if (audio === "MEASURING") return "WAIT_FOR_AUDIO";
  // HELD audio is analysed: a reviewer decides about it after submission.
  if (!isAudible && audio !== "HELD") return "ADD_AUDIO";
  switch (status) {
    case "DRAFT":
    case "HIDDEN":
      return "SUBMIT";
    case "IN_REVIEW":
      return "WAIT_FOR_REVIEW";
    case "REJECTED":
      return "MEND";
    case "ACTIVE":
      return rewards === 0 ? "ADD_REWARDS" : "SHARE";
  }
}
