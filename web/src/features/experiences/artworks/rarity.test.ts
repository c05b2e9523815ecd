import { traitLabel } from "@wrapsody/shared/experiences/experiences.ts";
import { expect, it } from "vitest";
import { percentLessRare } from "./rarity.tsx";

it("the component that its slot draws most often is common, whatever its rarity", () => {
  const label = (rarity: number, slot: readonly number[]) =>
    traitLabel(
      { rarity },
      slot.map((each) => ({ rarity: each })),
    );
  expect(label(60, [60])).toBe("Common");
  expect([60, 70, 90].map((rarity) => label(rarity, [90, 60, 70]))).toEqual(["Common", "Rare", "Very rare"]);
  expect([60, 60, 95].map((rarity) => label(rarity, [60, 60, 95]))).toEqual([
    "Common",
    "Common",
    "Very rare",
  ]);
});

it("a share of less rare artworks is named from 20 artworks on, and unless it is none", () => {
  const percent = (rank: number, total: number, rarer_than = total - rank) =>
    percentLessRare({ rarity_rank: { rank, total, rarer_than } });
  expect([percent(1, 19), percent(3, 24), percent(3, 24, 20), percent(24, 24)]).toEqual([
    undefined,
    87,
    83,
    undefined,
  ]);
  expect(percentLessRare({ rarity_rank: null })).toBeUndefined();
});
