import type { NextStep } from "@wrapsody/shared/studio/studio.ts";
import { expect, it } from "vitest";
import { nextStep, type Progress } from "./own-songs.ts";

const complete: Progress = {
  status: "DRAFT",
  hasImage: true,
  isAudible: true,
  audio: "READY",
  isEncoding: false,
  rewards: 0,
};
const silent = { isAudible: false, audio: "NONE" } as const;

it.each<[string, Partial<Progress>, NextStep]>([
  ["has no artwork", { hasImage: false, ...silent }, "ADD_ARTWORK"],
  ["has audio and no artwork", { hasImage: false }, "ADD_ARTWORK"],
  ["has no audio", silent, "ADD_AUDIO"],
  ["has audio that is measured just now", { isAudible: false, audio: "MEASURING" }, "WAIT_FOR_AUDIO"],
  ["gets other audio, measured just now", { audio: "MEASURING" }, "WAIT_FOR_AUDIO"],
  ["is public and gets other audio", { status: "ACTIVE", audio: "MEASURING" }, "WAIT_FOR_AUDIO"],
  ["has audio that could not be read", { isAudible: false, audio: "FAILED" }, "ADD_AUDIO"],
  ["has audio, and got one that could not be read", { audio: "FAILED" }, "SUBMIT"],
  ["has a recording that matches one of another publisher", { isAudible: false, audio: "HELD" }, "SUBMIT"],
  ["is complete", {}, "SUBMIT"],
  ["is complete and hidden", { status: "HIDDEN" }, "SUBMIT"],
  ["waits for a reviewer", { status: "IN_REVIEW" }, "WAIT_FOR_REVIEW"],
  [
    "waits for a reviewer because of its recording",
    { status: "IN_REVIEW", isAudible: false, audio: "HELD" },
    "WAIT_FOR_REVIEW",
  ],
  ["was sent back", { status: "REJECTED" }, "MEND"],
  ["was sent back and has lost its audio", { status: "REJECTED", ...silent }, "ADD_AUDIO"],
  ["is public without rewards", { status: "ACTIVE" }, "ADD_REWARDS"],
  ["is public with rewards", { status: "ACTIVE", rewards: 1 }, "SHARE"],
  [
    "is public while a further recording waits for a reviewer",
    { status: "ACTIVE", audio: "HELD", rewards: 2 },
    "SHARE",
  ],
])("what comes next for a wrap that %s", (_, facts, step) => {
  expect(nextStep({ ...complete, ...facts })).toBe(step);
});
