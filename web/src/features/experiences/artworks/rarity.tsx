import { rarityLabel } from "@wrapsody/shared/experiences.ts";
import { useTranslation } from "react-i18next";

export type RarityName = ReturnType<typeof rarityLabel>;

/** Ordered from the rarest. */
export const rarityNames = [
  "Very rare",
  "Rare",
  "Uncommon",
  "Common",
] as const satisfies readonly RarityName[];

const steps: Record<RarityName, number> = { "Very rare": 4, Rare: 3, Uncommon: 2, Common: 1 };
const keys: Record<RarityName, string> = {
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
      <RarityGauge name={name} /> {t(keys[name])}
    </span>
  );
}

/** `score` is 0 to 99. */
export function Rarity({ score }: { score: number }) {
  return <RarityLabel name={rarityLabel(score)} />;
}
