import { type ExperienceLink, experienceLinkStates } from "@wrapsody/shared/reward-levels.ts";
import type { Reward } from "@wrapsody/shared/rewards.ts";
import { describe, expect, it } from "vitest";
import { isClosed, nearestOf } from "./nearest.ts";

const level = (id: number, reward_points_earned: number, stock_left: number | null = null): Reward => ({
  id,
  reward_points_earned,
  stock_left,
  alt_id: null,
  instructions: {},
  name: `Level ${id}`,
  description: "More",
  reward_type: "CREDIT",
});
const levels = [level(3, 90), level(1, 25), level(2, 40)];
const nearest = (points: number, ...claimed: number[]) =>
  nearestOf(levels, { points, claimed: new Set(claimed), closed: new Set() });

describe("the next level", () => {
  it("is the nearest one that needs more points than the user has", () => {
    expect(nearest(0).next?.id).toBe(1);
    expect(nearest(25).next?.id).toBe(2);
    expect(nearest(90)).toEqual({ open: 3, next: undefined });
  });

  it("skips claimed levels, whose points are spent", () => {
    expect(nearest(0, 1).next?.id).toBe(2);
    expect(nearest(0, 1, 2, 3)).toEqual({ open: 0, next: undefined });
  });

  it("skips levels that are out of stock", () => {
    const balance = { points: 0, claimed: new Set<number>(), closed: new Set<number>() };
    expect(nearestOf([level(1, 25, 0), level(2, 40, 1)], balance).next?.id).toBe(2);
  });

  it("skips levels that are closed", () => {
    const balance = { points: 0, claimed: new Set([3]), closed: new Set([1]) };
    expect(nearestOf(levels, balance)).toMatchObject({ open: 1, next: { id: 2 } });
    expect(nearestOf(levels, { ...balance, closed: new Set([1, 2]) })).toEqual({ open: 0, next: undefined });
  });
});

describe("a level", () => {
  const availability = (state: ExperienceLink["state"], stock_left: number | null = null) => ({
    id: 1,
    is_available: state === "OPEN" && stock_left !== 0,
    stock_left,
    wnft: false,
    details: null,
    experiences: [{ id: 7, pretty_id: "tide-tables", name: "Tide Tables", state, is_shown: true }],
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
