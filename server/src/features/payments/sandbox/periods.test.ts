import { describe, expect, it } from "vitest";
import type { Period } from "../orders.ts";
import { endOfPeriod } from "./periods.ts";

/** When the periods end that follow on one that begins on that day, each beginning where the one before ended. */
function ends(day: string, periods: readonly Period[]): string[] {
  const anchor = new Date(`${day}T17:45:12.345Z`);
  let from = anchor;
  return periods.map((period) => {
    from = endOfPeriod(from, period, anchor);
    return from.toISOString();
  });
}

describe("a period", () => {
  it("ends on the same day a month or a year later, at the same time", () => {
    expect(ends("2026-11-22", ["MONTH", "MONTH", "YEAR"])).toEqual([
      "2026-12-22T17:45:12.345Z",
      "2027-01-22T17:45:12.345Z",
      "2028-01-22T17:45:12.345Z",
    ]);
  });

  it("ends on the last day of a short month, and returns to its own day", () => {
    const days = (day: string, periods: Period[]) => ends(day, periods).map((one) => one.slice(0, 10));
    expect(days("2027-01-31", ["MONTH", "MONTH", "MONTH"])).toEqual([
      "2027-02-28",
      "2027-03-31",
      "2027-04-30",
    ]);
    expect(days("2028-01-30", ["MONTH", "MONTH"])).toEqual(["2028-02-29", "2028-03-30"]);
    expect(days("2028-02-29", ["YEAR", "YEAR", "YEAR", "YEAR"])).toEqual([
      "2029-02-28",
      "2030-02-28",
      "2031-02-28",
      "2032-02-29",
    ]);
    expect(days("2026-12-31", ["MONTH", "MONTH"])).toEqual(["2027-01-31", "2027-02-28"]);
  });

  it("that starts on another day than the subscription ends on that day", () => {
    const anchor = new Date("2027-01-31T00:00:00Z");
    expect(endOfPeriod(new Date("2027-03-15T06:00:00Z"), "MONTH", anchor).toISOString()).toBe(
      "2027-04-15T06:00:00.000Z",
    );
  });
});
