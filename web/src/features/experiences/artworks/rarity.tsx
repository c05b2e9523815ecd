import { type Participant, rarityLabel } from "@wrapsody/shared/experiences.ts";
import { useTranslation } from "react-i18next";

type RarityName = ReturnType<typeof rarityLabel>;

/** Ordered from the rarest. */
export const rarityNames = [
  "Very rare",
  "Rare",
  "Uncommon",
  "Common",
] as const satisfies readonly RarityName[];

const steps: Record<RarityName, number> = { "Very rare": 4, Rare: 3, Uncommon: 2, Common: 1 };
export const rarityKeys: Record<RarityName, string> = {
  "Very rare": "experiences.veryRare",
  Rare: "experiences.rare",
  Uncommon: "experiences.uncommon",
  Common: "experiences.common",
};

/** A gauge of four steps. It is decorative: the rarity name stands beside it. */
function RarityGauge({ name }: { name: RarityName }) {
  return (
    <span className="rar" aria-hidden="true">
      {[1, 2, 3, 4].map((step) => (
        <i key={step} className={step <= steps[name] ? "f" : undefined} />
      ))}
    </span>
  );
}

export function RarityLabel({ name }: { name: RarityName }) {
  const { t } = useTranslation();
  return (
    <span className="rarity">
      <RarityGauge name={name} /> {t(rarityKeys[name])}
    </span>
  );
}

/** `score` is 0 to 99. */
export function Rarity({ score }: { score: number }) {
  return <RarityLabel name={rarityLabel(score)} />;
}

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
