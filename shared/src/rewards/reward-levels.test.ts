import { describe, expect, it } from "vitest";
import { type ExperienceLink, experienceLinkStates, isClosed } from "./reward-levels.ts";

describe("a level", () => {
  const availability = (state: ExperienceLink["state"], stock_left: number | null = null) => ({
    id: 1,
    is_available: state === "OPEN" && stock_left !== 0,
    stock_left,
    wnft: false,
    details: null,
    experiences: [
      { id: 7, pretty_id: "tide-tables", name: "Tide Tables", state, is_shown: true, is_joined: false },
    ],
  });

  it("is closed when its experience is full, over or public, but not before it starts", () => {
    expect(experienceLinkStates.filter((state) => isClosed(availability(state)))).toEqual([
      "FULL",
      "OVER",
      "PUBLIC",
    ]);
  });

  it("is closed when out of stock, and open when available without a target", () => {
    expect(isClosed(availability("OPEN", 0))).toBe(true);
    expect(isClosed(availability("UPCOMING", 0))).toBe(true);
    expect(isClosed({ ...availability("OPEN"), experiences: [] })).toBe(false);
  });
});
