import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findLine, readLyricsFile, toTyped, withLineEnds } from "./lyrics-text.ts";

describe("a file with lyrics", () => {
  it("is read byte for byte, with its byte order mark and line ends", async () => {
    const text = "\uFEFF[ti:Sal]\r\n[00:01.00]põe o sal\r\n";
    expect(await readLyricsFile(new Blob([text]))).toBe(text);
  });

  it("is refused if it is no UTF-8 text or too large", async () => {
    expect(await readLyricsFile(new Blob([new Uint8Array([0x5b, 0xff, 0xfe])]))).toBeUndefined();
    expect(await readLyricsFile(new Blob(["a\0b"]))).toBeUndefined();
    expect(await readLyricsFile(new Blob(["a".repeat(65_537)]))).toBeUndefined();
  });
});

describe("the typed text", () => {
  it("keeps the line ends of a file, whatever is typed", { retry: 0 }, () => {
    const line = fc.stringMatching(/^[a-z[\]:.0-9 ]*$/);
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 2 }),
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.array(line, { minLength: 1 }),
        (lines, end, typed) => {
          const before = lines.join(end);
          expect(withLineEnds(toTyped(before), before)).toBe(before);
          expect(withLineEnds(typed.join("\n"), before)).toBe(typed.join(end));
        },
      ),
    );
  });

  it("becomes plain line breaks if the file mixes line ends", () => {
    expect(withLineEnds("a\nb\nc", "a\r\nb\nc")).toBe("a\nb\nc");
  });

  it("finds a line by its number", () => {
    const text = "one\ntwo\n\nfour";
    const lineAt = (line: number) => {
      const { start, end } = findLine(text, line);
      return text.slice(start, end);
    };
    expect([1, 2, 3, 4, 9].map(lineAt)).toEqual(["one", "two", "", "four", "four"]);
  });
});
