import { describe, expect, it } from "vitest";
import { demoWraps } from "./catalogue/index.ts";
import { audienceBefore } from "./seed-listening.ts";

const now = new Date("2026-11-21T18:00:00Z");
const audience = audienceBefore(now, demoWraps);

describe("the audience of the demo", () => {
  it("is the same at every fill of a day", () => {
    expect(audienceBefore(new Date("2026-11-21T23:59:00Z"), demoWraps)).toEqual(audience);
  });

  it("heard nothing before it was there, nothing tomorrow, and less than the songs were ever played", () => {
    for (const { slug, plays, created_at } of demoWraps) {
      const days = audience.filter((each) => each.slug === slug);
      expect(days.every(({ day }) => day > created_at.slice(0, 10) && day <= "2026-11-21")).toBe(true);
      expect(new Set(days.map(({ day }) => day)).size).toBe(days.length);
      expect(days.reduce((sum, each) => sum + each.plays, 0)).toBeLessThan(plays);
    }
  });

  it("gives every publisher something to look at in the last week, and is no burden on the first start", () => {
    for (const { slug } of demoWraps)
      expect(audience.filter((each) => each.slug === slug && each.day > "2026-11-14")).toHaveLength(7);
    expect(audience.reduce((sum, { plays }) => sum + plays, 0)).toBeLessThan(45_000);
  });
});
