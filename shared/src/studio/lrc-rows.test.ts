import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseLyrics, readLrcLanguage, toPlainText, writeStamp } from "../catalogue/lrc.ts";

const linesOf = (text: string) => parseLyrics(text).lines.map(({ time, text: words }) => [time, words]);

const sal = [
  [2_000, "Deixa o mar entrar"],
  [5_500, "na janela da sala"],
  [9_250, "põe o sal"],
  [13_000, "e fica"],
];

describe("LRC that has lost its line breaks", () => {
  it.each([
    [
      "spaces",
      "[00:02.00]Deixa o mar entrar [00:05.50]na janela da sala [00:09.25]põe o sal [00:13.00]e fica",
    ],
    ["nothing", "[00:02.00]Deixa o mar entrar[00:05.50]na janela da sala[00:09.25]põe o sal[00:13.00]e fica"],
    [
      "spaces behind times",
      "[00:02.00] Deixa o mar entrar [00:05.50] na janela da sala [00:09.25] põe o sal [00:13.00] e fica",
    ],
    [
      "bars",
      "[00:02.00]Deixa o mar entrar | [00:05.50]na janela da sala | [00:09.25]põe o sal | [00:13.00]e fica",
    ],
    [
      "HTML",
      "[00:02.00]Deixa o mar entrar<br>[00:05.50]na janela da sala<br>[00:09.25]põe o sal<br>[00:13.00]e fica",
    ],
    [
      "other times",
      "[00:02:00]Deixa o mar entrar [00:05,500]na janela da sala [00:09.250]põe o sal [0:13.0]e fica",
    ],
    [
      "a head",
      "[ti:Sal] [ar: Inês] [00:02.00]Deixa o mar entrar [00:05.50]na janela da sala [00:09.25]põe o sal [00:13.00]e fica",
    ],
    [
      "an offset",
      "\uFEFF[ti:Sal][offset:-500][00:01.50]Deixa o mar entrar[00:05.00]na janela da sala[00:08.75]põe o sal[00:12.50]e fica",
    ],
    [
      "tags behind the first time",
      "[00:01.50][ti:Sal] [offset:-500] Deixa o mar entrar [00:05.00]na janela da sala [00:08.75]põe o sal [00:12.50]e fica",
    ],
    [
      "some rows",
      "[00:02.00]Deixa o mar entrar [00:05.50]na janela da sala\n[00:09.25]põe o sal [00:13.00]e fica",
    ],
    [
      "times of words",
      "[00:02.00]<00:02.00>Deixa <00:02.60>o mar entrar [00:05.50]<00:05.50>na janela da sala [00:09.25]<00:09.25>põe o sal [00:13.00]<00:13.00>e fica",
    ],
  ])("has its lines again, with %s between them", (_, text) => {
    expect(linesOf(text)).toEqual(sal);
    expect(parseLyrics(text)).toMatchObject({ problems: [], untimed: [], wordTimed: [], unordered: [] });
  });

  it("may have times without fractions, lines of one word, and lines in writing without spaces", () => {
    expect(linesOf("[00:02]Deixa o mar [00:05]na janela [03:16]põe o sal")).toEqual([
      [2_000, "Deixa o mar"],
      [5_000, "na janela"],
      [196_000, "põe o sal"],
    ]);
    expect(linesOf("[00:02.00]Fica [00:05.50]Fica [00:09.00]Volta")).toHaveLength(3);
    expect(linesOf("[00:02.00]潮が満ちる夜に[00:03.20]窓を開けて待つ[00:04.50]塩を置いて")).toHaveLength(3);
  });

  it("keeps pauses, and lines that are sung again", () => {
    expect(linesOf("[00:02.00]Deixa o mar [00:05.00] [00:09.00]põe o sal [00:13.00]")).toEqual([
      [2_000, "Deixa o mar"],
      [5_000, ""],
      [9_000, "põe o sal"],
      [13_000, ""],
    ]);
    const again = [
      [2_000, "Deixa o mar"],
      [5_000, "põe o sal"],
      [9_000, "Deixa o mar"],
    ];
    expect(linesOf("[00:02.00][00:09.00]Deixa o mar [00:05.00]põe o sal")).toEqual(again);
    expect(linesOf("[00:02.00][00:09.00]Deixa o mar[00:05.00]põe o sal")).toEqual(again);
    expect(parseLyrics("[00:02.00][00:09.00]Deixa o mar[00:05.00]põe o sal").unordered).toEqual([]);
  });

  it("keeps words in front of its times as a line or tag", () => {
    const lines = "[00:02.00]Deixa o mar [00:05.50]na janela [00:09.00]põe o sal";
    expect(linesOf(`Inês Corvacho ${lines}`)[0]).toEqual([null, "Inês Corvacho"]);
    expect(linesOf(`[ti:Sal [ao vivo]] ${lines}`)).toHaveLength(3);
    expect(readLrcLanguage(`[ti:Sal] [la:pt] ${lines}`)).toBe("pt");
  });

  it("is sorted where its times do not rise, and says so", () => {
    const text = "[la:pt]\n[00:09.00]põe o sal [00:02.00]Deixa o mar entrar [00:05.50]na janela";
    expect(linesOf(text).map(([time]) => time)).toEqual([2_000, 5_500, 9_000]);
    expect(parseLyrics(text)).toMatchObject({ unordered: [2], wordTimed: [] });
  });

  it("names the row of a time that cannot be read, and counts its lines", () => {
    expect(
      parseLyrics("[ti:Sal]\n[00:61.00]Deixa [00:02.00]o mar entra [00:05.50]na janela [00:09.00]x").problems,
    ).toEqual([{ code: "time", line: 2, value: "[00:61.00]" }]);
    const line = (at: number) => `${writeStamp(at * 3_000)}Deixa o mar `;
    const many = Array.from({ length: 2_001 }, (_, at) => line(at)).join("");
    expect(parseLyrics(many).problems).toEqual([{ code: "lines", line: 1, value: "" }]);
  });

  it("has the lines that it had, whatever took the place of the breaks", { retry: 0 }, () => {
    const line = fc.record({
      gap: fc.integer({ min: 200, max: 900 }),
      text: fc.stringMatching(/^[a-zé]{1,12}( [a-z]{1,8}){1,4}$/),
    });
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 2, maxLength: 60 }),
        fc.constantFrom("", " ", "  ", "\t", " / "),
        (lines, between) => {
          let time = 0;
          const timed = lines.map(({ gap, text }) => {
            time += gap * 10;
            return { time, text };
          });
          const row = timed.map(({ time: at, text }) => `${writeStamp(at)}${text}`).join(between);
          expect(parseLyrics(row).lines).toEqual(timed);
          expect(toPlainText(parseLyrics(row).lines)).toBe(lines.map(({ text }) => text).join("\n"));
        },
      ),
    );
  });
});

describe("times of words", () => {
  it.each([
    ["[00:02.00]Deixa [00:02.40]o [00:02.60]mar [00:03.10]entrar", "Deixa o mar entrar"],
    ["[00:02.00]Dei[00:02.30]xa [00:02.60]o [00:02.80]mar[00:03.50]", "Deixa o mar"],
    ["[00:02.00]Deixa o [00:02.70]mar entrar", "Deixa o mar entrar"],
    ["[00:02.00]<00:02.00>Deixa [00:03.00]o mar entrar", "Deixa o mar entrar"],
    ["[00:02]Deixa [00:03]mar", "Deixa mar"],
  ])("stay within their line, and are named: %s", (text, words) => {
    expect(linesOf(text)).toEqual([[2_000, words]]);
    expect(parseLyrics(text)).toMatchObject({ wordTimed: [1], unordered: [] });
  });

  it("end a line at a pause", () => {
    const text =
      "[00:02.00]Deixa [00:02.40]o [00:02.60]mar [00:05.50]na [00:05.80]janela [00:06.20]da [00:06.40]sala";
    expect(linesOf(text)).toEqual([
      [2_000, "Deixa o mar"],
      [5_500, "na janela da sala"],
    ]);
    expect(parseLyrics(text).wordTimed).toEqual([1]);
  });

  it("in angle brackets, and a time at the end of a line, need no word", () => {
    const text = "[00:02.00]<00:02.00>Deixa <00:02.40>o mar[00:04.00]\n[00:05.00]na janela[00:07.00]";
    expect(linesOf(text)).toEqual([
      [2_000, "Deixa o mar"],
      [5_000, "na janela"],
    ]);
    expect(parseLyrics(text).wordTimed).toEqual([]);
  });

  it("are none of lyrics that mention some", () => {
    for (const text of [
      "de [3:16] a [4:20]",
      "Coro [00:30.00] e fim [01:00.00]",
      "[00:02.00]São João [3:16] diz",
    ])
      expect([text, linesOf(text).length, parseLyrics(text).wordTimed]).toEqual([text, 1, []]);
  });
});
