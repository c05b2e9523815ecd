import {
  type Component,
  type Participant,
  type RarityName,
  rarityLabel,
  traitLabel,
} from "@wrapsody/shared/experiences/experiences.ts";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../ui/format/format.ts";

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

/** The rarity of a component among those of its slot. */
export function TraitRarity({ part, components }: { part: Component; components: readonly Component[] }) {
  const slot = components.filter(({ slot_number }) => slot_number === part.slot_number);
  return <RarityLabel name={traitLabel(part, slot)} />;
}

/** Returns the place of an artwork by rarity, such as "No. 3 of 24"; undefined without one, for the only artwork, and from a node of a previous version. */
export function useRankText({ rarity_rank: place }: Pick<Participant, "rarity_rank">): string | undefined {
  const { t, i18n } = useTranslation();
  if (!place || place.total < 2) return undefined;
  const { rank, total } = place;
  return t("experiences.rank", {
    rank: formatCount(rank, i18n.language),
    total: formatCount(total, i18n.language),
  });
}

/** Fewer artworks are no statistic. */
const MIN_FOR_PERCENT = 20;

/** Returns the share of artworks that are less rare, in whole percent; undefined for few artworks and if there is none. */
export function percentLessRare({
  rarity_rank: place,
}: Pick<Participant, "rarity_rank">): number | undefined {
  if (!place || place.total < MIN_FOR_PERCENT) return undefined;
  return Math.floor((100 * place.rarer_than) / place.total) || undefined;
}

/** The place of an artwork by rarity, in the line of a caption. Nothing without one. */
export function RankLine({ artwork }: { artwork: Pick<Participant, "rarity_rank"> }) {
  const { t } = useTranslation();
  const rank = useRankText(artwork);
  if (rank === undefined) return null;
  return (
    <>
      <span className="dim">{t("experiences.rarity")}</span> <span className="num">{rank}</span>
    </>
  );
}
