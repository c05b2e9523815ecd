import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isTimeZone, localTimePattern, toInstant, toLocalTime } from "./time-zones.ts";

const zones = [
  "UTC",
  "Europe/Madrid",
  "America/New_York",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Africa/Casablanca",
  "America/St_Johns",
];

describe("a local time in a time zone", () => {
  it.each([
    ["2026-12-04T18:00", "Europe/Madrid", "2026-12-04T17:00:00.000Z"],
    ["2026-07-04T18:00", "Europe/Madrid", "2026-07-04T16:00:00.000Z"],
    ["2026-07-04T00:00", "Asia/Kathmandu", "2026-07-03T18:15:00.000Z"],
  ])("%s in %s is %s", (local, zone, instant) => {
    expect(toInstant(local, zone)?.toISOString()).toBe(instant);
  });

  it("does not exist while clocks go forward", () => {
    expect(toInstant("2026-03-29T02:30", "Europe/Madrid")).toBeUndefined();
    expect(toInstant("2026-03-29T03:00", "Europe/Madrid")?.toISOString()).toBe("2026-03-29T01:00:00.000Z");
    expect(toInstant("2026-02-30T12:00", "UTC")).toBeUndefined();
    // Samoa skipped this day.
    expect(toInstant("2011-12-30T12:00", "Pacific/Apia")).toBeUndefined();
  });

  it("is the first of two instants when clocks go back", () => {
    expect(toInstant("2026-10-25T02:30", "Europe/Madrid")?.toISOString()).toBe("2026-10-25T00:30:00.000Z");
    // By half an hour.
    expect(toInstant("2027-04-04T01:45", "Australia/Lord_Howe")?.toISOString()).toBe(
      "2027-04-03T14:45:00.000Z",
    );
  });

  it("leads back to what a clock showed, at that instant or an hour before", { retry: 0 }, () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2012, 0, 1) / 60_000, max: Date.UTC(2040, 0, 1) / 60_000 }),
        (zone, minute) => {
          const instant = minute * 60_000;
          const local = toLocalTime(new Date(instant), zone);
          expect(local).toMatch(localTimePattern);
          const match = toInstant(local, zone)?.getTime() ?? Number.NaN;
          expect(toLocalTime(new Date(match), zone)).toBe(local);
          expect(instant - match).toBeGreaterThanOrEqual(0);
          expect(instant - match).toBeLessThanOrEqual(60 * 60_000);
        },
      ),
    );
  });
});

it("knows time zones by name alone", () => {
  expect(zones.every(isTimeZone)).toBe(true);
  expect(["", "Europe/Nowhere", "+01:00", "-05", " UTC", "Europe/Madrid\u0000"].some(isTimeZone)).toBe(false);
});
