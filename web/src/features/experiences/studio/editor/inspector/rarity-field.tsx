import { componentLimits } from "@wrapsody/shared/experiences/campaigns.ts";
import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import { type CSSProperties, useId } from "react";
import { useTranslation } from "react-i18next";
import { percentOf, rarityText } from "../labels.ts";
import { type EditorComponent, shareOf } from "../state/components.ts";
import type { Fields } from "./fields.tsx";

const { minRarity, maxRarity } = componentLimits;

/** The rarity of a component, its name, and its share within the slot. */
export function RarityField({
  part,
  parts,
  type,
  set,
  problem,
}: Fields & { parts: readonly EditorComponent[]; type: Campaign["type"] }) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const { rarity } = part.numbers;
  const errorText = problem("rarity");
  const share = { "--v": `${((rarity - minRarity) / (maxRarity - minRarity)) * 100}%` } as CSSProperties;
  return (
    <div className="f rarity-in">
      <label htmlFor={id}>{t("components.rarity", { least: minRarity, most: maxRarity })}</label>
      <div className="split">
        <span className="no num" aria-hidden="true">
          {rarity}
        </span>
        <span className="small" id={`${id}-says`}>
          <b>{rarityText(t, rarity)}</b>
          <br />
          <span className="dim num">
            {type === "RANDOM"
              ? t("components.rarityAlways")
              : t("components.rarityShare", { share: percentOf(shareOf(part, parts), i18n.language) })}
          </span>
        </span>
      </div>
      <input
        id={id}
        name="rarity"
        type="range"
        min={minRarity}
        max={maxRarity}
        value={rarity}
        style={share}
        aria-describedby={`${id}-says`}
        aria-invalid={errorText === undefined ? undefined : true}
        onChange={({ currentTarget }) => set({ rarity: currentTarget.value })}
      />
      {errorText === undefined ? null : <p className="msg">{errorText}</p>}
    </div>
  );
}
