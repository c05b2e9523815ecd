import fc from "fast-check";
import { expect, it } from "vitest";
import { tsvRow, unguardCell } from "./tsv.ts";

it.each([
  ...["=1+1", "+49 30", "-5", "@SUM(A1)", "＝1+1", "＋49 30", "－5", "＠SUM(A1)"],
  ...["  =1+1", "\u00a0-1", "\u3000＝1", "'=1", "'' ＝1"],
])("puts an apostrophe before %j, which looks like a formula", (cell) => {
  expect(tsvRow([cell])).toBe(`'${cell}`);
  expect(unguardCell(`'${cell}`)).toBe(cell);
});

it("quotes a guarded cell that begins with a tab", () => {
  expect(tsvRow(["\t=1"])).toBe(`"'\t=1"`);
});

it.each(["Salt = Meridian", "'Salt", "a+b", "１＋１", ""])("leaves %j unchanged", (cell) => {
  expect(tsvRow([cell])).toBe(cell);
  expect(unguardCell(cell)).toBe(cell);
});

it("returns every cell unchanged after a round trip", { retry: 0 }, () => {
  const cell = fc.string({ unit: fc.constantFrom(..."='＝+-@＋－＠ \u3000a".split("")) });
  fc.assert(
    fc.property(cell, (text) => {
      const written = tsvRow([text]);
      const unquoted = written.startsWith('"') ? written.slice(1, -1) : written;
      expect(unguardCell(unquoted)).toBe(text);
    }),
  );
});
