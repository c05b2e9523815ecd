import {
  array,
  assert,
  bigInt,
  constantFrom,
  integer,
  nat,
  oneof,
  property,
  record,
  string,
  tuple,
} from "fast-check";
import { describe, expect, it } from "vitest";
import { readRange } from "./ranges.ts";

const whole = { kind: "whole" };
const unsatisfiable = { kind: "unsatisfiable" };
const singleRange = (start: number, end: number) => ({ kind: "ranges", ranges: [{ start, end }] });
const huge = "9".repeat(400);

describe("a Range header", () => {
  it.each([
    ["bytes=0-1", singleRange(0, 1)],
    ["BYTES=0-1", singleRange(0, 1)],
    ["bytes=0-", singleRange(0, 999)],
    ["bytes=999-", singleRange(999, 999)],
    ["bytes=990-2000", singleRange(990, 999)],
    [`bytes=990-${huge}`, singleRange(990, 999)],
    ["bytes=-1", singleRange(999, 999)],
    ["bytes=-5000", singleRange(0, 999)],
    [`bytes=-${huge}`, singleRange(0, 999)],
    ["bytes=0007-009", singleRange(7, 9)],
    ["bytes= \t5-6 \t", singleRange(5, 6)],
    ["bytes=,5-6,,", singleRange(5, 6)],
    ["bytes=5-6,2000-3000", singleRange(5, 6)],
  ])("%s of 1000 bytes selects that part", (header, expected) => {
    expect(readRange(header, 1000)).toEqual(expected);
  });

  it.each([
    "",
    "bytes",
    "bytes=",
    "bytes=,",
    "bytes=-",
    "bytes=a-b",
    "bytes=5",
    "bytes=6-5",
    "bytes=0-1,6-5",
    "bytes=0 - 1",
    "bytes =0-1",
    "bytes=+1-2",
    "bytes=1--2",
    "bytes=0x1-0x2",
    "bytes=1.0-2",
    "bytes=٣-٤",
    "items=0-1",
    "bytes=0-1;q=1",
    `bytes=${huge}-5`,
    `bytes=${"0-1,".repeat(33)}`,
    `bytes=0-${"1".repeat(4000)}`,
  ])("%s is malformed or excessive and is ignored", (header) => {
    expect(readRange(header, 1000)).toEqual(whole);
  });

  it("that is absent requests the whole file", () => {
    expect(readRange(undefined, 1000)).toEqual(whole);
  });

  it.each(["bytes=1000-", "bytes=1000-1001", "bytes=-0", "bytes=-000", `bytes=${huge}-`, "bytes=-0,1000-"])(
    "%s of 1000 bytes cannot be satisfied",
    (header) => {
      expect(readRange(header, 1000)).toEqual(unsatisfiable);
    },
  );

  it("cannot select any part of an empty file", () => {
    expect(readRange("bytes=0-", 0)).toEqual(unsatisfiable);
    expect(readRange("bytes=0-0", 0)).toEqual(unsatisfiable);
    expect(readRange("bytes=-0", 0)).toEqual(unsatisfiable);
    expect(readRange("bytes=-5", 0)).toEqual(whole);
  });

  it("with several parts returns them in the requested order", () => {
    expect(readRange("bytes=800-810, -5,0-9", 1000)).toEqual({
      kind: "ranges",
      ranges: [
        { start: 800, end: 810 },
        { start: 995, end: 999 },
        { start: 0, end: 9 },
      ],
    });
  });

  it("with overlapping, adjacent or close parts returns them as one", () => {
    expect(readRange("bytes=0-,0-,0-,0-", 1000)).toEqual(singleRange(0, 999));
    expect(readRange("bytes=10-19,0-9", 1000)).toEqual(singleRange(0, 19));
    expect(readRange("bytes=0-9,100-109,500-509", 1000)).toEqual({
      kind: "ranges",
      ranges: [
        { start: 0, end: 109 },
        { start: 500, end: 509 },
      ],
    });
  });

  const position = oneof(nat(300), nat(3_000_000), bigInt({ min: 0n, max: 10n ** 40n }));
  const spec = oneof(
    tuple(position, position).map(([first, last]) => ({ first: String(first), last: String(last) })),
    position.map((first) => ({ first: String(first), last: "" })),
    position.map((last) => ({ first: "", last: String(last) })),
  );
  const request = record({
    size: oneof(nat(400), nat(4_000_000)),
    specs: array(spec, { minLength: 1, maxLength: 20 }),
    space: constantFrom("", " ", "\t", " ,, "),
  });

  it("never leads outside of the file or to the same byte twice, and covers the requested bytes", {
    retry: 0,
  }, async () => {
    await assert(
      property(request, ({ size, specs, space }) => {
        const header = `bytes=${specs.map(({ first, last }) => `${space}${first}-${last}`).join(",")}`;
        const read = readRange(header, size);
        const backwards = specs.some(
          ({ first, last }) => first !== "" && last !== "" && BigInt(first) > BigInt(last),
        );
        if (backwards || header.length > 2048) {
          expect(read).toEqual(whole);
          return;
        }
        const expected = specs
          .map(({ first, last }) => wantedOf(first, last, size))
          .filter((span) => span.length > 0);
        if (size > 0) expect(read.kind).toBe(expected.length > 0 ? "ranges" : "unsatisfiable");
        if (read.kind !== "ranges") return;
        const sorted = [...read.ranges].sort((a, b) => a.start - b.start);
        for (const [index, { start, end }] of sorted.entries()) {
          expect(start).toBeGreaterThanOrEqual(index === 0 ? 0 : (sorted[index - 1]?.end ?? Number.NaN) + 1);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThan(size);
        }
        for (const { start, length } of expected) {
          expect(read.ranges.some((range) => range.start <= start && start + length - 1 <= range.end)).toBe(
            true,
          );
        }
      }),
    );
  });

  /** The same rules as arithmetic on integers of any size. */
  function wantedOf(first: string, last: string, size: number): { start: number; length: number } {
    const total = BigInt(size);
    const start = first === "" ? (BigInt(last) > total ? 0n : total - BigInt(last)) : BigInt(first);
    const stop = first === "" || last === "" || BigInt(last) >= total ? total : BigInt(last) + 1n;
    return { start: Number(start), length: Math.max(0, Number(stop - start)) };
  }

  it("with any text is parsed without an error", async () => {
    await assert(
      property(
        oneof(
          string({ unit: "binary" }),
          string().map((rest) => `bytes=${rest}`),
        ),
        integer({ min: 0 }),
        (header, size) => {
          expect(["whole", "ranges", "unsatisfiable"]).toContain(readRange(header, size).kind);
        },
      ),
    );
  });
});
