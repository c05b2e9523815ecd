import { expect, test } from "vitest";
import { fitSentences } from "./cards.ts";

const ROOM = 474;
const text =
  "Inês Corvacho writes on ferries and finishes on piers. She grew up in Leixões above a shop that repaired barometers, which she says explains the tempo.";

test("the subtitle of a card has as many whole sentences as fit", () => {
  expect(fitSentences(text, ROOM, 3).join(" ")).toBe(
    "Inês Corvacho writes on ferries and finishes on piers.",
  );
  expect(fitSentences(text, ROOM, 9).join(" ")).toBe(text);
});

test("a sentence that does not fit is left out, not cut", () => {
  expect(fitSentences(text, ROOM, 1)).toEqual([]);
});

test("names stay on their lines, and only one that is longer than all of them is cut", () => {
  expect(fitSentences("Quiet Machinery, Yuto Aramaki Ensemble", ROOM, 2)).toHaveLength(2);
  expect(fitSentences("The Ledger Club", ROOM, 2)).toEqual(["The Ledger Club"]);
  expect(fitSentences("The Fourteen Keys of the Mill ".repeat(9), ROOM, 2).at(-1)).toMatch(/…$/);
  expect(fitSentences("", ROOM, 2)).toEqual([]);
});
