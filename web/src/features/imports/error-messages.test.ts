import { rowTexts } from "@wrapsody/shared/import-rows.ts";
import { parseLyrics } from "@wrapsody/shared/lrc.ts";
import { lyricsProblemText, lyricsWarnings } from "@wrapsody/shared/lyrics.ts";
import type { TFunction } from "i18next";
import { describe, expect, it } from "vitest";
import { importErrorText } from "./error-messages.ts";

/** Returns the key with its values instead of a text. */
const t = ((key: string, values?: object) =>
  `${key} ${JSON.stringify(values ?? {})}`) as unknown as TFunction;

describe("a problem of lyrics in the report of an import", () => {
  it.each([
    ["time", { line: "2", value: "[00:61.00]" }],
    ["offset", { line: "1", value: "soon" }],
    ["lines", { line: "2001" }],
    ["size", {}],
  ] as const)("has a text in every language: %s", (code, values) => {
    const { line = "0", value = "" }: { line?: string; value?: string } = values;
    const message = lyricsProblemText({ code, line: Number(line), value });
    expect(importErrorText(t, message)).toBe(`lyrics.problem.${code} ${JSON.stringify(values)}`);
  });
});

it("translates the warnings of lyrics", () => {
  const doubtful = { ...parseLyrics("[00:01.00]Low [00:01.50]tide"), unordered: [2, 3] };
  expect(lyricsWarnings(doubtful).map((warning) => importErrorText(t, warning))).toEqual([
    'lyrics.problem.wordTimed {"lines":"1"}',
    'lyrics.problem.unordered {"lines":"2, 3"}',
  ]);
});

it("translates the date that a track takes", () => {
  expect(importErrorText(t, rowTexts.albumDate("Low “Tide”", "1998-05"))).toBe(
    'imports.problem.albumDate {"album":"Low “Tide”","date":"1998-05"}',
  );
});

it("translates what was read of a duration", () => {
  expect(importErrorText(t, rowTexts.duration("3h 5m", "3m 5s"))).toBe(
    'studio.problem.doubtfulDuration {"read":"3h 5m","otherwise":"3m 5s"}',
  );
  expect(importErrorText(t, rowTexts.longDuration("1h 2m 5s"))).toBe(
    'imports.problem.longDuration {"what":"1h 2m 5s"}',
  );
});
