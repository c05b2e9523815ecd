import type { ListingState, NextStep, OwnSong } from "@wrapsody/shared/studio.ts";

/** What decides about the next step of a wrap. */
export type Progress = {
  status: ListingState;
  hasImage: boolean;
  /** Whether there is something that listeners hear, or will hear. */
  isAudible: boolean;
  audio: OwnSong["audio_state"];
  /** Levels of rewards. */
  rewards: number;
};

/** The one thing that a publisher does next with a wrap. */
export function nextStep({ status, hasImage, isAudible, audio, rewards }: Progress): NextStep {
  if (!hasImage) return "ADD_ARTWORK";
  if (audio === "MEASURING") return "WAIT_FOR_AUDIO";
  // What is held was measured: a reviewer decides about it once the wrap is handed in.
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
