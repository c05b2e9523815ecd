import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareCost } from "../testing/processor-time.ts";
import {
  findCurrentLines,
  findLeadingLine,
  lyricsLimits,
  parseLyrics,
  readLanguageTag,
  readLrcLanguage,
  toPlainText,
  writeStamp,
} from "./lrc.ts";
import { lyricsFields, lyricsProblemText } from "./lyrics.ts";

const linesOf = (text: string) => parseLyrics(text).lines.map(({ time, text: words }) => [time, words]);
const problemsOf = (text: string) => parseLyrics(text).problems.map(lyricsProblemText);

describe("synced lyrics", () => {
  it("are read with their tags, fractions of any length and pauses", () => {
    const text =
      "\uFEFF[ti:Sal]\r\n[ar: Inês Corvacho]\r\n[la:pt]\r\n[#: a comment]\r\n\r\n" +
      "[00:05]Deixa o mar\r\n[00:12.5] na janela\r\n[00:20.25]\r\n[01:02.125]põe o sal\r\n[100:00,50]fim\r\n";
    expect(parseLyrics(text)).toMatchObject({ isSynced: true, untimed: [], problems: [] });
    expect(linesOf(text)).toEqual([
      [5_000, "Deixa o mar"],
      [12_500, "na janela"],
      [20_250, ""],
      [62_125, "põe o sal"],
      [6_000_500, "fim"],
    ]);
    expect(toPlainText(parseLyrics(text).lines)).toBe("Deixa o mar\nna janela\n\npõe o sal\nfim");
  });

  it("repeat a line that has several times, in the order of singing", () => {
    expect(linesOf("[00:30.00][00:10.00]Leave it burning\n[00:20.00]you don’t have to")).toEqual([
      [10_000, "Leave it burning"],
      [20_000, "you don’t have to"],
      [30_000, "Leave it burning"],
    ]);
  });

  it("are moved by the offset, a positive one earlier, never before the start", () => {
    expect(linesOf("[offset:+500]\n[00:00.20]a\n[00:02.00]b")).toEqual([
      [0, "a"],
      [1_500, "b"],
    ]);
    expect(linesOf("[00:02.00]b\n[offset: -250]")).toEqual([[2_250, "b"]]);
  });

  it("lose the times of single words", () => {
    expect(linesOf("[00:01.00]<00:01.00>Leave <00:01.50>it [00:02.00]burning")).toEqual([
      [1_000, "Leave it burning"],
    ]);
  });

  it("keep lines without a time behind the line above, and name them", () => {
    const text = "[00:10.00]b\n(softly)\n\n[00:05.00]a\n[Chorus: all]\nno time";
    expect(linesOf(text)).toEqual([
      [5_000, "a"],
      [null, "[Chorus: all]"],
      [null, "no time"],
      [10_000, "b"],
      [null, "(softly)"],
    ]);
    expect(parseLyrics(text).untimed).toEqual([2, 5, 6]);
  });

  it("have one blank line between stanzas and none around them", () => {
    expect(linesOf("[00:00.00]\n[00:01.00]a\n\n[00:02.00]\n[00:03.00]\n\n[00:04.00]b\n\n")).toEqual([
      [1_000, "a"],
      [2_000, ""],
      [4_000, "b"],
    ]);
  });

  it("report times and offsets that cannot be read, each with its line", () => {
    expect(problemsOf("[00:01.00]a\n[00:61.00]b\r\n[offset:soon]\n[00:02.00][1:2x]c\n[0:0")).toEqual([
      "Line 2: “[00:61.00]” is not a time such as [01:23.45].",
      "Line 3: the offset “soon” is not a number of milliseconds.",
      "Line 4: “[1:2x]” is not a time such as [01:23.45].",
      "Line 5: “[0:0” is not a time such as [01:23.45].",
    ]);
  });

  it("are limited in size and lines, repeated lines included", () => {
    expect(problemsOf("a".repeat(lyricsLimits.bytes))).toEqual([]);
    expect(problemsOf("ã".repeat(lyricsLimits.bytes / 2 + 1))).toEqual(["Please use at most 64 kB of text."]);
    expect(problemsOf("a\n".repeat(lyricsLimits.lines))).toEqual([]);
    expect(problemsOf(`a\n${"\n".repeat(lyricsLimits.lines)}b`)).toEqual([
      "Line 2001: please use at most 2000 lines.",
    ]);
    expect(problemsOf(`[00:01.00]x\n${"[00:01.00]".repeat(lyricsLimits.lines)}refrain`)).toEqual([
      "Line 2: please use at most 2000 lines.",
    ]);
    expect(problemsOf(`${"[0:01]".repeat(1_000)}${"x".repeat(1_000)}`)).toEqual([
      "Please use at most 64 kB of text.",
    ]);
  });
});

describe("plain lyrics", () => {
  it("stay plain with headings and brackets", () => {
    const text = "\uFEFF\r\n[Verse 1: Ana]\r\nLow tide [x2]\r\n\r\n[Chorus]\rat 3:16\r\n\r\n";
    expect(parseLyrics(text)).toMatchObject({ isSynced: false, untimed: [], problems: [] });
    expect(toPlainText(parseLyrics(text).lines)).toBe("[Verse 1: Ana]\nLow tide [x2]\n\n[Chorus]\nat 3:16");
  });

  it("may be empty", () => {
    for (const text of ["", "\uFEFF", " \r\n \n"]) expect(parseLyrics(text).lines).toEqual([]);
  });
});

describe("the parser", () => {
  const pieces = fc.constantFrom(
    ..."[ ] : . , < > # - + \n \r \r\n \uFEFF a 0 59 60 99 [00:01.00] [01:02:03] [la:pt] [offset:5] <00:01.00>".split(
      " ",
    ),
    " ",
    "\n",
    "é",
    "😀",
  );
  const anyText = fc.oneof(
    fc.array(pieces, { maxLength: 80 }).map((parts) => parts.join("")),
    fc.string({ unit: "binary", maxLength: 200 }),
  );

  it("reads or refuses every text, in the order of times, with as many lines as the plain text", {
    retry: 0,
  }, () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { isSynced, lines, untimed, problems } = parseLyrics(text);
        const times = lines.flatMap(({ time }) => (time === null ? [] : [time]));
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        if (!isSynced) expect([times, untimed, problems]).toEqual([[], [], []]);
        const end = lines.at(-1)?.text === "" ? 1 : 0;
        const count = toPlainText(lines) === "" ? 0 : toPlainText(lines).split("\n").length;
        expect(count).toBe(lines.length - end);
        for (const { line } of problems) expect(line === null || line >= 1).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("reads what it writes, to the hundredth of a second", { retry: 0 }, () => {
    const line = fc.record({
      time: fc.integer({ min: 0, max: 59_999_99 }).map((hundredths) => hundredths * 10),
      text: fc.stringMatching(/^[a-zé]{1,12}( [a-z]{1,8})?$/),
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 60 }), (lines) => {
        const text = lines.map(({ time, text: words }) => `${writeStamp(time)}${words}\r\n`).join("");
        expect(parseLyrics(text).lines).toEqual(lines.toSorted((a, b) => a.time - b.time));
      }),
    );
  });

  it.each([
    ["spaces", (bytes: number) => " ".repeat(bytes)],
    ["line breaks", (bytes: number) => "\n".repeat(bytes)],
    ["brackets", (bytes: number) => "[".repeat(bytes)],
    ["closing brackets", (bytes: number) => `[ti:${"] ".repeat(bytes / 2)}x`],
    ["times", (bytes: number) => "[0:01]".repeat(bytes / 6)],
    ["angle brackets", (bytes: number) => `[0:01]${"<0:0".repeat(bytes / 4)}`],
    ["times within", (bytes: number) => `[00:01.00]${"x y [00:01.00] ".repeat(bytes / 15)}`],
    ["tags", (bytes: number) => `${"[ti:x] ".repeat(bytes / 7)}[00:01.00]`],
    ["bars", (bytes: number) => `[00:01.00]x${" | ".repeat(bytes / 3)}[00:09.00]`],
    ["spaces before a language", (bytes: number) => `${" ".repeat(bytes)}[la`],
  ])("takes a time proportional to the size of a text of %s", async (_, textOf) => {
    const [large, small] = [textOf(65_000), textOf(65_000 / 16)];
    const read = (text: string) => {
      parseLyrics(text);
      readLrcLanguage(text);
    };
    // Quadratic work would take 256 times as long.
    const limit = 16 * 4;
    const ratio = await compareCost({
      operation: () => read(large),
      reference: () => read(small),
      limit,
    });
    expect(ratio).toBeLessThanOrEqual(limit);
  });
});

it("finds the line that is sung", () => {
  const { lines } = parseLyrics("[00:01.00]a\n(b)\n[00:02.00]c\n[00:03.00]\n");
  expect([0, 999, 1_000, 1_999, 2_000, 3_500].map((at) => findCurrentLines(lines, at).first)).toEqual([
    -1, -1, 0, 0, 2, 3,
  ]);
});

describe("lines of one time are sung together", () => {
  it.each<[string, string, number, [number, number, number]]>([
    [
      "two languages, line by line",
      "[00:01.00]Alba\n[00:01.00]Dawn\n[00:02.00]Sal\n[00:02.00]Salt",
      2_500,
      [2, 3, 2],
    ],
    [
      "two languages, one after the other",
      "[00:01.00]Alba\n[00:02.00]Sal\n[00:01.00]Dawn\n[00:02.00]Salt",
      1_000,
      [0, 1, 0],
    ],
    ["three languages", "[00:01.00]Alba\n[00:01.00]Dawn\n[00:01.00]夜明け\n[00:02.00]Sal", 1_999, [0, 2, 0]],
    ["times in other notations", "[00:01]Alba\n[0:01.0]Dawn\n[00:01:000]Morgen", 1_500, [0, 2, 0]],
    [
      "repeated lines with several times",
      "[00:01.00][00:09.00]Alba\n[00:01.00][00:09.00]Dawn",
      9_000,
      [2, 3, 2],
    ],
    [
      "a translation of some lines",
      "[00:01.00]Alba\n[00:02.00]Sal\n[00:02.00]Salt\n[00:03.00]Mar",
      3_000,
      [3, 3, 3],
    ],
    [
      "a line without time between them",
      "[00:01.00]Alba\n(la la)\n[00:01.00]Dawn\n[00:02.00]Sal",
      1_000,
      [0, 2, 0],
    ],
    ["before the first", "[00:01.00]Alba\n[00:01.00]Dawn", 999, [-1, -1, -1]],
  ])("%s", (_, text, position, expected) => {
    const { lines } = parseLyrics(text);
    const group = findCurrentLines(lines, position);
    expect([group.first, group.last, findLeadingLine(lines, group)]).toEqual(expected);
  });

  it("and each line is in the group of its own time", () => {
    const times = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(times, (seconds) => {
        const { lines } = parseLyrics(
          seconds.map((second, at) => `${writeStamp(second * 1_000)}line ${at}`).join("\n"),
        );
        for (const { time } of lines) {
          const { first, last } = findCurrentLines(lines, time ?? -1);
          const group = lines.slice(first, last + 1);
          expect(group.every((line) => line.time === time)).toBe(true);
          expect(group).toHaveLength(seconds.filter((second) => second * 1_000 === time).length);
        }
      }),
    );
  });
});

it("reads languages as BCP 47, in any usual notation", () => {
  const typed = ["pt", "PT_br", "eng", "ger", "zh-hant-tw", "XXX", "und", "English", "", "e", "en-"];
  expect(typed.map(readLanguageTag)).toEqual([
    ...["pt", "pt-BR", "en", "de", "zh-Hant-TW"],
    ...[undefined, undefined, undefined, undefined, undefined, undefined],
  ]);
  expect(readLrcLanguage("[ti:x]\r\n[la: pt_BR ]\r\n[00:01.00]a")).toBe("pt-BR");
  expect(readLrcLanguage("[00:01.00]a")).toBeNull();
});

it("accepts a language or none in the calls, and refuses anything else", () => {
  const { lyrics_language: language } = lyricsFields;
  expect(["PT-br", "", null, undefined].map((typed) => language.parse(typed))).toEqual([
    "pt-BR",
    null,
    null,
    undefined,
  ]);
  expect(language.safeParse("Portuguese").success).toBe(false);
  expect(language.safeParse(`en-${"x".repeat(40)}`).success).toBe(false);
});
