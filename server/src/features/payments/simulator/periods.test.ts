import { describe, expect, it } from "vitest";
import { addInterval, type Interval } from "./periods.ts";

const toSeconds = (time: string) => Date.parse(time) / 1000;
const toTime = (seconds: number) => new Date(seconds * 1000).toISOString();

/** Returns the ends of consecutive periods of a subscription that starts on a day. */
function ends(day: string, intervals: readonly Interval[]): string[] {
  const anchor = toSeconds(`${day}T17:45:12.000Z`);
  let from = anchor;
  return intervals.map((interval) => {
    from = addInterval(from, interval, { anchor });
    return toTime(from);
  });
}

describe("a period", () => {
  it("ends on the same day a month or a year later, at the same time", () => {
    expect(ends("2026-11-22", ["month", "month", "year"])).toEqual([
      "2026-12-22T17:45:12.000Z",
      "2027-01-22T17:45:12.000Z",
      "2028-01-22T17:45:12.000Z",
    ]);
  });

  it("ends on the last day of a short month, and returns to its own day", () => {
    const days = (day: string, intervals: Interval[]) =>
      ends(day, intervals).map((time) => time.slice(0, 10));
    expect(days("2027-01-31", ["month", "month", "month"])).toEqual([
      "2027-02-28",
      "2027-03-31",
      "2027-04-30",
    ]);
    expect(days("2028-01-30", ["month", "month"])).toEqual(["2028-02-29", "2028-03-30"]);
    expect(days("2028-02-29", ["year", "year", "year", "year"])).toEqual([
      "2029-02-28",
      "2030-02-28",
      "2031-02-28",
      "2032-02-29",
    ]);
    expect(days("2026-12-31", ["month", "month"])).toEqual(["2027-01-31", "2027-02-28"]);
  });

  it("that starts on another day than the subscription ends on that day", () => {
    const anchor = toSeconds("2027-01-31T00:00:00Z");
    const end = addInterval(toSeconds("2027-03-15T06:00:00Z"), "month", { anchor });
    expect(toTime(end)).toBe("2027-04-15T06:00:00.000Z");
  });
});
