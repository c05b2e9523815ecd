import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dayOf, daysAgo, formatDay, formatTime } from "./local-time.ts";

const zone = process.env.TZ;
beforeAll(() => {
  process.env.TZ = "Europe/Oslo";
});
afterAll(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

describe("local time", () => {
  it("is formatted as hours and minutes", () => {
    expect(formatTime("2026-01-05T08:04:59Z")).toBe("09:04");
    expect(formatTime("2026-07-05T22:30:00.123Z")).toBe("00:30");
  });

  it("belongs to the user's calendar day", () => {
    expect(dayOf("2026-03-20T22:59:00Z")).toBe("2026-03-20");
    expect(dayOf("2026-03-20T23:00:00Z")).toBe("2026-03-21");
    expect(formatDay("2026-03-20T23:30:00Z", "en")).toBe("21 Mar 2026");
    expect(formatDay("2026-03-20T23:30:00Z", "es")).toBe("21 mar 2026");
  });

  it("counts midnights, also across a night that is an hour shorter", () => {
    expect(daysAgo("2026-03-28T22:59:00Z", "2026-03-28T23:01:00Z")).toBe(1);
    expect(daysAgo("2026-03-28T10:00:00Z", "2026-03-29T21:00:00Z")).toBe(1);
    expect(daysAgo("2026-03-28T10:00:00Z", "2026-03-28T10:00:00Z")).toBe(0);
    expect(daysAgo("2026-03-01T10:00:00Z", "2026-04-01T10:00:00Z")).toBe(31);
  });
});
