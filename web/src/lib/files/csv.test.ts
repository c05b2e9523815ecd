import fc from "fast-check";
import { expect, it } from "vitest";
import { csvOf } from "./csv.ts";

/** Reads a table as RFC 4180 has it. */
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

it("A table begins with the mark of UTF-8 and ends each row with CRLF.", () => {
  expect(
    csvOf([
      ["Day", "Plays"],
      ["2026-11-21", 12],
    ]),
  ).toBe("\uFEFFDay,Plays\r\n2026-11-21,12\r\n");
});

it("Commas, quotes and line breaks stay within their cell.", () => {
  expect(csvOf([['Say "Hi", twice', "two\nlines", ""]])).toBe('\uFEFF"Say ""Hi"", twice","two\nlines",\r\n');
});

it.each(["=1+1", "+49 30", "-5", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("https://evil.example")'])(
  "%j is no formula any more.",
  (text) => {
    expect(read(csvOf([[text]]))).toEqual([[`'${text}`]]);
  },
);

it("A spreadsheet reads what was written, whatever it is.", () => {
  const cell = fc.oneof(
    fc.nat(),
    fc.string({ unit: "binary" }),
    fc.constantFrom(",", '"', "\r\n", "ñ", "日本"),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1 }), (rows) => {
      const written = rows.map((row) => row.map((text) => String(text).replace(/^[=+\-@\t\r]/, "'$&")));
      expect(read(csvOf(rows))).toEqual(written);
    }),
  );
});
