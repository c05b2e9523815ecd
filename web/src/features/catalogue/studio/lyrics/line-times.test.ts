import { parseLyrics } from "@wrapsody/shared/catalogue/lrc.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findNextLine, formatTime, removeAllTimes, removeLastTime, setLineTime } from "./line-times.ts";

const nextOf = (text: string) => findNextLine(parseLyrics(text).lines);

describe("setting times", () => {
  it("turns plain lyrics into LRC line by line, and keeps stanzas", () => {
    let text = "Low tide\n\nhigh ledger\n";
    expect(nextOf(text)).toBe(0);
    text = setLineTime(text, 0, 1_234);
    expect(text).toBe("[00:01.23]Low tide\n\nhigh ledger\n");
    expect(nextOf(text)).toBe(2);
    text = setLineTime(text, 2, 61_000);
    expect(text).toBe("[00:01.23]Low tide\n\n[01:01.00]high ledger\n");
    expect(nextOf(text)).toBe(-1);
    text = removeLastTime(text);
    expect(text).toBe("[00:01.23]Low tide\n\nhigh ledger\n");
    expect(removeLastTime(removeLastTime(text))).toBe("Low tide\n\nhigh ledger\n");
  });

  it("keeps the tags of LRC, and writes its offset into the times", () => {
    const text = "\uFEFF[ti:Sal]\r\n[offset:500]\r\n[la:pt]\r\n[00:01.00]a\r\n[00:02.00]b\r\n";
    expect(setLineTime(text, 1, 1_400)).toBe("\uFEFF[ti:Sal]\n[la:pt]\n[00:00.50]a\n[00:01.40]b\n");
    expect(setLineTime(text, 0, -100)).toContain("[00:00.00]a");
  });

  it("keeps the tags of LRC that has lost its line breaks", () => {
    const text = "[ti:Sal] [offset:500] [00:01.00]Deixa o mar entrar [00:04.50]na janela";
    expect(setLineTime(text, 1, 4_200)).toBe("[ti:Sal]\n[00:00.50]Deixa o mar entrar\n[00:04.20]na janela\n");
  });

  it("removes all times, and the tags that plain text has not", () => {
    expect(removeAllTimes("[ti:Sal]\n[00:01.00]a\n[00:02.00]\n[00:03.00]b\n")).toBe("a\n\nb\n");
  });

  it("keeps the words of every text", { retry: 0 }, () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(words, (lines) => {
        let text = lines.join("\n");
        for (const [at] of lines.entries()) text = setLineTime(text, at, at * 1_000);
        expect(parseLyrics(text)).toMatchObject({ isSynced: true, problems: [], untimed: [] });
        expect(removeAllTimes(text)).toBe(`${lines.join("\n")}\n`);
      }),
    );
  });
});

it("formats times", () => {
  expect([0, 999, 61_230].map(formatTime)).toEqual(["00:00.00", "00:01.00", "01:01.23"]);
});
