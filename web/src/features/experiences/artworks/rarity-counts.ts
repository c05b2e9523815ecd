import { type Participant, rarityLabel } from "@wrapsody/shared/experiences.ts";

type Scored = Pick<Participant, "total_rarity_score">;

/** Counts artworks by rarity name. Skips artworks without a rarity, which are not rendered yet. */
export function countRarities(
  participants: readonly Scored[],
): Record<ReturnType<typeof rarityLabel>, number> {
  const counts = { "Very rare": 0, Rare: 0, Uncommon: 0, Common: 0 };
  for (const { total_rarity_score: score } of participants) {
    if (score !== null) counts[rarityLabel(score)] += 1;
  }
  return counts;
}
