import { expect, it } from "vitest";
import { countRarities } from "./rarity.tsx";

it("counts artworks by rarity and skips artworks that are not rendered yet", () => {
  const scores = [99, 90, 89, 50, 49, 20, 19, 0, null];
  expect(countRarities(scores.map((total_rarity_score) => ({ total_rarity_score })))).toEqual({
    "Very rare": 2,
    Rare: 2,
    Uncommon: 2,
    Common: 2,
  });
});
