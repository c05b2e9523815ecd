import { expect, it } from "vitest";
import { formatRelease, splitTimeLeft } from "./release-time.ts";

const from = Date.parse("2026-12-04T18:00:00Z");

it.each([
  [0, { days: 0, hours: 0, minutes: 0, seconds: 0 }],
  [-5_000, { days: 0, hours: 0, minutes: 0, seconds: 0 }],
  [1, { days: 0, hours: 0, minutes: 0, seconds: 1 }],
  [60_000, { days: 0, hours: 0, minutes: 1, seconds: 0 }],
  [2 * 86_400_000 + 3 * 3_600_000 + 4 * 60_000 + 5_000, { days: 2, hours: 3, minutes: 4, seconds: 5 }],
])("%i ms are left as days, hours, minutes and seconds, and zero only at the instant itself", (ms, left) => {
  expect(splitTimeLeft(from, from - ms)).toEqual(left);
});

it("formats the release in a time zone and language", () => {
  const iso = "2026-12-04T23:30:00Z";
  expect(formatRelease(iso, "en", "Europe/Madrid")).toEqual({
    day: expect.stringMatching(/^Saturday,? 5 December 2026$/),
    time: "00:30 CET",
  });
  expect(formatRelease(iso, "es", "America/New_York").day).toBe("viernes, 4 de diciembre de 2026");
});
