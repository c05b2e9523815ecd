import { expect, it } from "vitest";
import { pickWays } from "./goals.tsx";

const experience = { pretty_id: "tide-tables", name: "Tide Tables", reward_points: 40, cost_per_nft: 6 };

it("names up to 60 days of listening, and beyond them only the experience that reaches the level at once", () => {
  expect(pickWays({ days: 0, experience: null })).toEqual({ days: 0, experience: null });
  expect(pickWays({ days: 60, experience })).toEqual({ days: 60, experience });
  expect(pickWays({ days: 61, experience })).toEqual({ days: undefined, experience });
  expect(pickWays({ days: 469, experience: null })).toEqual({ days: undefined, experience: null });
});
