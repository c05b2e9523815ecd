import type { Reward } from "@wrapsody/shared/rewards.ts";
import { describe, expect, it } from "vitest";
import { nearestOf } from "./nearest.ts";

const level = (id: number, reward_points_earned: number, stock_left: number | null = null): Reward => ({
  ...{ id, reward_points_earned, stock_left, alt_id: null, instructions: {} },
  ...{ name: `Level ${id}`, description: "More", reward_type: "CREDIT" },
});
const levels = [level(3, 90), level(1, 25), level(2, 40)];
const nearest = (points: number, ...claimed: number[]) =>
  nearestOf(levels, { points, claimed: new Set(claimed) });

describe("the next level", () => {
  it("is the nearest that takes more than what is held", () => {
    expect(nearest(0).next?.id).toBe(1);
    expect(nearest(25).next?.id).toBe(2);
    expect(nearest(90)).toEqual({ open: 3, next: undefined });
  });

  it("is none that was claimed, though its points were spent", () => {
    expect(nearest(0, 1).next?.id).toBe(2);
    expect(nearest(0, 1, 2, 3)).toEqual({ open: 0, next: undefined });
  });

  it("is none of which nothing is left", () => {
    expect(nearestOf([level(1, 25, 0), level(2, 40, 1)], { points: 0, claimed: new Set() }).next?.id).toBe(2);
  });
});
