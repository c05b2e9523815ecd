import fc from "fast-check";
import { expect, it } from "vitest";
import { csvOf } from "./save-file.ts";

/** Parses a table by RFC 4180. */
function read(table: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end] of table
    .slice(1)
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

it("starts with the UTF-8 byte order mark and ends each row with CRLF", () => {
  expect(
    csvOf([
      ["Day", "Plays"],
      ["2026-11-21", 12],
    ]),
  ).toBe("\uFEFFDay,Plays\r\n2026-11-21,12\r\n");
});

it("keeps commas, quotes and line breaks within their cell", () => {
  expect(csvOf([['Say "Hi", twice', "two\nlines", ""]])).toBe('\uFEFF"Say ""Hi"", twice","two\nlines",\r\n');
});

it.each([
  ...["=1+1", "+49 30", "-5", "@SUM(A1)", '=HYPERLINK("https://evil.example")', "\ttext", "\rtext"],
  ...["＝1+1", "＋49 30", "－5", "＠SUM(A1)"],
  ...["\t=1", "\r=1", "\n=1", "  =1+1", " \t +1", "\u00a0-1", "\u3000＝1", "\ufeff@SUM(A1)"],
])("escapes %j, which looks like a formula", (text) => {
  expect(read(csvOf([[text]]))).toEqual([[`'${text}`]]);
});

it.each(["Salt = Meridian", "  Salt", "a+b", "１＋１", "'=1"])("leaves %j unchanged", (text) => {
  expect(read(csvOf([[text]]))).toEqual([[text]]);
});

it("round-trips any table", { retry: 0 }, () => {
  const cell = fc.oneof(
    fc.nat(),
    fc.string({ unit: "binary" }),
    fc.constantFrom(",", '"', "\r\n", "ñ", "日本"),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1 }), (rows) => {
      const written = rows.map((row) =>
        row.map((text) => String(text).replace(/^(?:[\t\r]|\s*[=+\-@＝＋－＠])/, "'$&")),
      );
      expect(read(csvOf(rows))).toEqual(written);
    }),
  );
});
