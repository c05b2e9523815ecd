import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { segmentWords } from "./segment-words.ts";

const separated = (text: string) => segmentWords(text).split("\u200b");

describe("segmentWords", () => {
  it.each([
    ["รักเธอที่สุด", ["รัก", "เธอ", "ที่สุด"]],
    ["ຮັກເຈົ້າ", ["ຮັກ", "ເຈົ້າ"]],
    ["夜に駆ける", ["夜", "に", "駆ける"]],
    ["月亮代表我的心", ["月亮", "代表", "我的", "心"]],
    ["ハリー・ポッター", ["ハリー・ポッター"]],
    ["東京2020", ["東京", "2020"]],
  ])("separates the words of %s", (text, words) => {
    expect(separated(text)).toEqual(words);
  });

  it.each(["Sigur Rós", "प्यार मेरा", "봄날", "حَبِيبِي", "R.E.M. & AC/DC", "2:00 pm", "👩‍🚀🥺"])(
    "leaves %s as it is",
    (text) => {
      expect(segmentWords(text)).toBe(text);
    },
  );

  it("never separates within a character, and changes nothing else", { retry: 0 }, () => {
    const characters = fc.constantFrom(
      ...[
        "ก",
        "ำ",
        "่",
        "เ",
        "ກ",
        "ົ",
        "ក",
        "្",
        "ខ",
        "ុ",
        "မ",
        "ြ",
        "န",
        "်",
        "が",
        "か\u3099",
        "漢",
        "字",
        "ー",
      ],
      ...["क", "्", "ष", "a", "\u0301", "👩", "\u200d", "🚀", "🇩", "🇪", " ", "/", "!", "1"],
    );
    const clusters = new Intl.Segmenter("und", { granularity: "grapheme" });
    fc.assert(
      fc.property(fc.array(characters, { maxLength: 20 }), (parts) => {
        const text = parts.join("");
        expect(segmentWords(text).replaceAll("\u200b", "")).toBe(text);
        const starts = new Set([...clusters.segment(text)].map(({ index }) => index));
        let at = 0;
        for (const word of separated(text)) {
          if (word !== "") expect(starts).toContain(at);
          at += word.length;
        }
      }),
      { numRuns: 300, seed: 3 },
    );
  });
});
