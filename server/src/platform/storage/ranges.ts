import type { ByteRange } from "./storage.ts";

/** The result of a `Range` header: the whole file, some ranges, or none that exist. */
export type RangeRequest =
  | { kind: "whole" }
  | { kind: "ranges"; ranges: [ByteRange, ...ByteRange[]] }
  | { kind: "unsatisfiable" };

/** More ranges than any normal client requests; the whole file is sent then. */
const mostRanges = 32;
const longestHeader = 2048;

/** A gap of fewer bytes is cheaper to send than the header of another part. */
const nearby = 100;

const whole: RangeRequest = { kind: "whole" };

/**
 * Parses a `Range` header per RFC 9110, section 14. An absent, malformed or abusive header, or one in another
 * unit, selects the whole file. Merges ranges that overlap or nearly touch, so that a response is never
 * larger than the file plus its part headers.
 * @param size bytes of the file
 */
export function readRange(header: string | undefined, size: number): RangeRequest {
  if (header === undefined || header.length > longestHeader) return whole;
  const set = /^bytes=(.*)$/i.exec(header)?.[1];
  const specs = set?.split(",").map((spec) => spec.replaceAll(/^[ \t]+|[ \t]+$/g, ""));
  // Empty list elements are allowed, but do not form a list.
  const nonEmptySpecs = specs?.filter((spec) => spec !== "") ?? [];
  if (nonEmptySpecs.length === 0 || nonEmptySpecs.length > mostRanges) return whole;
  const ranges = nonEmptySpecs.map((spec) => readSpec(spec, size));
  if (ranges.includes("invalid")) return whole;
  // An empty file has a suffix of any length, but no range can describe it.
  if (ranges.includes("empty")) return whole;
  const [first, ...others] = ranges.filter((item) => typeof item === "object");
  return first === undefined
    ? { kind: "unsatisfiable" }
    : { kind: "ranges", ranges: coalesceRanges([first, ...others]) };
}

function readSpec(spec: string, size: number): ByteRange | "invalid" | "unsatisfiable" | "empty" {
  const match = /^(\d*)-(\d*)$/.exec(spec);
  if (match === null || spec === "-") return "invalid";
  const [, first = "", last = ""] = match;
  if (first === "") return readSuffix(BigInt(last), size);
  if (last !== "" && BigInt(last) < BigInt(first)) return "invalid";
  if (BigInt(first) >= BigInt(size)) return "unsatisfiable";
  const end = last === "" || BigInt(last) >= BigInt(size) ? size - 1 : Number(last);
  return { start: Number(first), end };
}

function readSuffix(length: bigint, size: number): ByteRange | "unsatisfiable" | "empty" {
  if (length === 0n) return "unsatisfiable";
  if (size === 0) return "empty";
  return { start: length >= BigInt(size) ? 0 : size - Number(length), end: size - 1 };
}

/** Merges ranges. A merged range takes the position of the first requested one. */
function coalesceRanges(ranges: [ByteRange, ...ByteRange[]]): [ByteRange, ...ByteRange[]] {
  const sorted = ranges.map((range, place) => ({ ...range, place })).sort((a, b) => a.start - b.start);
  const joined: typeof sorted = [];
  for (const range of sorted) {
    const before = joined.at(-1);
    if (before === undefined || range.start > before.end + 1 + nearby) {
      joined.push(range);
      continue;
    }
    before.end = Math.max(before.end, range.end);
    before.place = Math.min(before.place, range.place);
  }
  const ordered = joined.sort((a, b) => a.place - b.place).map(({ start, end }) => ({ start, end }));
  const [first = ranges[0], ...others] = ordered;
  return [first, ...others];
}
