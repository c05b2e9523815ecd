import { campaignLimits, componentLimits } from "@wrapsody/shared/experiences/campaigns.ts";
import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import Trash from "lucide-react/icons/trash-2";
import { type CSSProperties, useId } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "../../../../../ui/forms/field.tsx";
import { LayerPicture } from "../canvas/layer-picture.tsx";
import { offsetsAt } from "../canvas/moving.ts";
import { corners } from "../canvas/use-dragging.ts";
import { rarityText } from "../labels.ts";
import { placeOfPart, sharedValue } from "../state/components.ts";
import type { Draft } from "../state/draft.ts";
import type { EditorComponents } from "../state/use-components.ts";
import type { Saving } from "../state/use-saving.ts";

const { minWidth, side, slots, layers, minRarity, maxRarity } = componentLimits;

type GroupProps = {
  type: Campaign["type"];
  parts: EditorComponents;
  saving: Saving;
  save(): void;
  remove(): void;
  fixed: boolean;
};
type NumberKey = "slot_number" | "layer_level" | "rarity" | "max_permitted";

/** The common fields of several selected components. A field that differs is empty until it is set for all. */
export function GroupInspector({ type, parts, saving, save, remove, fixed }: GroupProps) {
  const { t } = useTranslation();
  const heading = useId();
  const { selection } = parts;
  const busy = selection.some((part) => saving.isBusy(part));
  const setAll = (changesFor: Parameters<EditorComponents["changeAll"]>[1], ...fields: (keyof Draft)[]) => {
    for (const part of selection) for (const field of fields) saving.clearError(part, field);
    parts.changeAll(selection, changesFor, fields.join(" "));
  };
  const number = (field: NumberKey, label: string, min: number, max: number, hint?: string) => (
    <MixedNumber
      field={field}
      label={label}
      min={min}
      max={max}
      hint={hint}
      value={sharedValue(selection, ({ draft }) => draft[field])}
      set={(value) => setAll(() => ({ [field]: value }), field)}
    />
  );
  const grid = type === "RANDOM";
  return (
    <section className="insp" aria-labelledby={heading} tabIndex={fixed ? 0 : -1} data-pane>
      <div className="pane-h">
        <h2 id={heading}>{t("components.select.title", { count: selection.length })}</h2>
      </div>
      <form
        className="insp-in"
        noValidate
        aria-labelledby={heading}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div className="group-of">
          {selection.slice(0, 9).map((part) => (
            <span key={part.id} className="th" title={part.draft.name}>
              <LayerPicture part={part} width={80} />
            </span>
          ))}
          {selection.length > 9 ? <span className="code dim">+{selection.length - 9}</span> : null}
        </div>
        <fieldset className="insp-fields" disabled={fixed}>
          <legend className="vh">{t("components.select.fields")}</legend>
          <GroupRarity parts={parts} set={(rarity) => setAll(() => ({ rarity }), "rarity")} />
          <div className="two">
            {number("slot_number", t("components.slot"), 1, slots)}
            {number("layer_level", t("components.layer"), 1, layers)}
          </div>
          {grid ? null : (
            <GroupAnchor
              parts={parts}
              set={(anchor) =>
                setAll(
                  (part) => {
                    const { offsetX, offsetY } = offsetsAt(anchor, placeOfPart(part));
                    return { anchor_point: anchor, offsetX: String(offsetX), offsetY: String(offsetY) };
                  },
                  "anchor_point",
                  "offsetX",
                  "offsetY",
                )
              }
            />
          )}
          <div className="two">
            {grid ? null : (
              <MixedNumber
                field="width"
                label={t("components.width", { least: minWidth, most: side })}
                min={minWidth}
                max={side}
                hint={undefined}
                value={sharedValue(selection, ({ type, draft }) =>
                  type === "QR_CODE" ? draft.qr_code_width : draft.width,
                )}
                set={(width) =>
                  setAll(
                    ({ type }) => (type === "QR_CODE" ? { qr_code_width: width } : { width }),
                    "width",
                    "qr_code_width",
                  )
                }
              />
            )}
            {number(
              "max_permitted",
              t("components.atMost"),
              0,
              campaignLimits.maxNfts,
              t("components.atMostHint"),
            )}
          </div>
        </fieldset>
        {fixed ? null : (
          <div className="insp-ways">
            <button
              type="button"
              className="sq"
              aria-label={t("components.delete.several", { count: selection.length })}
              aria-disabled={busy || undefined}
              onClick={remove}
            >
              <Trash className="i" aria-hidden="true" />
            </button>
            <button type="submit" hidden />
          </div>
        )}
      </form>
    </section>
  );
}

type MixedProps = {
  field: string;
  label: string;
  min: number;
  max: number;
  hint: string | undefined;
  /** Undefined if the components differ. */
  value: string | undefined;
  set(value: string): void;
};

function MixedNumber({ field, label, min, max, hint, value, set }: MixedProps) {
  const { t } = useTranslation();
  return (
    <Field
      label={label}
      name={field}
      type="number"
      inputMode="numeric"
      min={min}
      max={max}
      step={1}
      value={value ?? ""}
      placeholder={value === undefined ? t("components.select.mixed") : undefined}
      problem={undefined}
      hint={hint}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}

/** The rarity as a slider and a number. Both set it for all. */
function GroupRarity({ parts, set }: { parts: EditorComponents; set(rarity: string): void }) {
  const { t } = useTranslation();
  const id = useId();
  const { selection } = parts;
  const rarities = selection.map(({ numbers }) => numbers.rarity);
  const shared = sharedValue(selection, ({ draft }) => draft.rarity);
  const average = Math.round(rarities.reduce((sum, rarity) => sum + rarity, 0) / rarities.length);
  const share = { "--v": `${((average - minRarity) / (maxRarity - minRarity)) * 100}%` } as CSSProperties;
  const [least, most] = [Math.min(...rarities), Math.max(...rarities)];
  const range = t("components.select.range", { least, most });
  return (
    <div className="f rarity-in">
      <label htmlFor={id}>{t("components.rarity", { least: minRarity, most: maxRarity })}</label>
      <div className="group-rarity">
        <MixedNumber
          field="rarity"
          label={t("components.select.rarityNumber")}
          min={minRarity}
          max={maxRarity}
          hint={undefined}
          value={shared}
          set={set}
        />
        <span className="small" id={`${id}-says`}>
          <b>{shared === undefined ? t("components.select.mixed") : rarityText(t, average)}</b>
          <br />
          <span className="dim num">{shared === undefined ? range : ""}</span>
        </span>
      </div>
      <input
        id={id}
        name="rarity-slider"
        type="range"
        min={minRarity}
        max={maxRarity}
        value={average}
        style={share}
        aria-describedby={`${id}-says`}
        aria-valuetext={shared === undefined ? `${t("components.select.mixed")}, ${range}` : undefined}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
    </div>
  );
}

type Corner = (typeof corners)[number];

/** The corner that offsets are measured from. Changing it keeps every layer in place. */
function GroupAnchor({ parts, set }: { parts: EditorComponents; set(anchor: Corner): void }) {
  const { t } = useTranslation();
  const id = useId();
  const shared = sharedValue(parts.selection, ({ draft }) => draft.anchor_point);
  return (
    <fieldset className="f group-anchor">
      <legend className="meta dim">
        {t("components.anchor")}
        {shared === undefined ? ` · ${t("components.select.mixed")}` : ""}
      </legend>
      <div className="anchor">
        {corners.map((corner) => (
          <label key={corner}>
            <input
              type="radio"
              name={id}
              aria-label={t(`components.corner.${corner}`)}
              checked={shared === corner}
              onChange={() => set(corner)}
            />
            <span />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
