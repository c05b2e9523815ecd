import { campaignLimits } from "@wrapsody/shared/experiences/campaigns.ts";
import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import ChevronDown from "lucide-react/icons/chevron-down";
import ImagePlus from "lucide-react/icons/image-plus";
import QrCode from "lucide-react/icons/qr-code";
import UserRoundPlus from "lucide-react/icons/user-round-plus";
import { type KeyboardEvent, useId } from "react";
import { useTranslation } from "react-i18next";
import { FileButton } from "../../../../../ui/forms/file-input.tsx";
import { pictureTypes } from "../../../../../ui/pictures/picture-types.ts";
import { slotName, slotNumbers } from "../../../artworks/slots.ts";
import { LayerPicture } from "../canvas/layer-picture.tsx";
import { percentOf, rarityText } from "../labels.ts";
import { type EditorComponent, partsIn, shareOf } from "../state/components.ts";
import { selectAll } from "../state/selection.ts";
import type { EditorComponents } from "../state/use-components.ts";
import { ComponentListbox } from "./component-listbox.tsx";
import { SlotNameField } from "./slot-name-field.tsx";
import type { Adding } from "./use-adding.ts";

type SlotsProps = {
  campaign: Pick<Campaign, "type" | "slot_names">;
  parts: EditorComponents;
  adding: Adding;
  /** Clicks toggle. */
  several: boolean;
  fixed: boolean;
  /** The open slot, which receives new images. */
  open: number;
  onOpen(slot: number): void;
};

/** The nine slots with their components, the visible component and the drawing odds. */
export function SlotList({ campaign, parts, adding, several, fixed, open, onOpen }: SlotsProps) {
  const { t } = useTranslation();
  const heading = useId();
  const full = parts.parts.length >= campaignLimits.components;
  return (
    <section className="slots" aria-labelledby={heading} tabIndex={-1} data-pane>
      <div className="pane-h">
        <h2 id={heading}>{t("components.slots.title")}</h2>
        {campaign.type === "RANDOM" ? null : (
          <span className="code dim">{t("components.slots.columns")}</span>
        )}
      </div>
      <ol>
        {slotNumbers.map((slot) => (
          <li key={slot} className={`slot${slot === open ? " open" : ""}`} data-slot={slot}>
            <SlotHead
              slot={slot}
              type={campaign.type}
              name={slotName(campaign, slot)}
              parts={parts}
              open={slot === open}
              onOpen={() => onOpen(slot === open ? 0 : slot)}
            />
            {slot === open ? (
              <div className="slot-in" id={`slot-${slot}`}>
                {fixed || campaign.type === "RANDOM" ? null : (
                  <SlotNameField slot={slot} name={slotName(campaign, slot) ?? ""} />
                )}
                <SlotParts slot={slot} parts={parts} several={several} type={campaign.type} />
                {fixed || full ? null : (
                  <SlotActions
                    slot={slot}
                    adding={adding}
                    begin={parts.begin}
                    first={parts.parts.length === 0}
                    // The tiles of a random artwork are images only.
                    onlyPictures={campaign.type === "RANDOM"}
                  />
                )}
              </div>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

type HeadProps = {
  slot: number;
  type: Campaign["type"];
  name: string | undefined;
  parts: EditorComponents;
  open: boolean;
  onOpen(): void;
};

/** A slot with its visible component and the odds of that. */
function SlotHead({ slot, type, name, parts, open, onOpen }: HeadProps) {
  const { t, i18n } = useTranslation();
  const among = partsIn(parts.parts, slot);
  const visible = parts.visible.find(({ numbers }) => numbers.slot_number === slot);
  const selected = among.filter((part) => parts.selection.includes(part)).length;
  return (
    <h3>
      <button
        type="button"
        className="slot-h"
        aria-expanded={open}
        aria-controls={open ? `slot-${slot}` : undefined}
        onClick={onOpen}
      >
        <span className={`no${among.length === 0 ? " dim" : ""}`}>
          <span className="vh">{t("components.slots.slot")} </span>
          {slot}
        </span>
        <span className="th">
          {visible === undefined ? null : <LayerPicture part={visible} width={80} />}
        </span>
        <span className="slot-what small">
          <span className="b">
            {name ??
              (visible === undefined
                ? t("components.slots.empty")
                : visible.draft.name || t("components.nameless"))}
          </span>
          {visible === undefined || type === "RANDOM" ? null : (
            <span className="meta num dim">{percentOf(shareOf(visible, among), i18n.language)}</span>
          )}
          <span className="code dim">
            {parts.selection.length < 2 || selected === 0
              ? t("components.slots.count", { count: among.length })
              : t("components.select.someOf", { count: selected, of: among.length })}
          </span>
        </span>
        <ChevronDown className="i" aria-hidden="true" />
      </button>
    </h3>
  );
}

type PartsProps = Pick<SlotsProps, "parts" | "several"> & { slot: number; type: Campaign["type"] };

/** The components of the open slot. */
function SlotParts({ slot, parts, several, type }: PartsProps) {
  const { t } = useTranslation();
  const help = useId();
  const order = partsIn(parts.parts, slot);
  const onOptionKey = (event: KeyboardEvent, part: EditorComponent) => {
    const isSelectAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "a";
    if (!isSelectAll || !order.every((other) => parts.selection.includes(other))) return false;
    event.preventDefault();
    parts.setSelection(
      selectAll(
        parts.parts.map(({ id }) => id),
        part.id,
      ),
    );
    return true;
  };
  if (order.length === 0) return null;
  return (
    <>
      <p id={help} className="vh">
        {t("components.select.help")}
      </p>
      <ComponentListbox
        label={t("components.slots.list", { slot })}
        describedBy={help}
        order={order}
        parts={parts}
        several={several}
        optionClass="comp"
        onOptionKey={onOptionKey}
      >
        {(part) => <PartRow part={part} among={order} type={type} />}
      </ComponentListbox>
    </>
  );
}

type RowProps = { part: EditorComponent; among: readonly EditorComponent[]; type: Campaign["type"] };

/** A component with its odds, unless it is alone in its slot and thus in every artwork. */
function PartRow({ part, among, type }: RowProps) {
  const { t, i18n } = useTranslation();
  const isAlone = among.length === 1;
  return (
    <>
      <span className="th">
        <LayerPicture part={part} width={80} />
      </span>
      <span className="comp-what">
        <span className="comp-name">{part.draft.name || t("components.nameless")}</span>
        <span className="meta dim">
          {part.unsaved ? (
            <span className="state wait">{t("components.unsaved")}</span>
          ) : isAlone ? (
            t("components.rarityAlways")
          ) : (
            `${rarityText(t, part.numbers.rarity)} ${part.numbers.rarity}`
          )}
        </span>
      </span>
      {type === "RANDOM" || isAlone ? null : (
        <span className="meta num dim">{percentOf(shareOf(part, among), i18n.language)}</span>
      )}
    </>
  );
}

type WaysProps = {
  slot: number;
  adding: Adding;
  begin: EditorComponents["begin"];
  first: boolean;
  onlyPictures: boolean;
};

function SlotActions({ slot, adding, begin, first, onlyPictures }: WaysProps) {
  const { t } = useTranslation();
  return (
    <div className="slot-ways">
      <FileButton
        className={first ? "btn s go" : "btn s"}
        multiple
        accept={pictureTypes}
        aria-label={t("components.add.picturesTo", { slot })}
        onFiles={(files) => adding.addFiles(files, slot)}
      >
        {t("components.add.pictures")} <ImagePlus className="i" aria-hidden="true" />
      </FileButton>
      {onlyPictures ? null : <MoreActions slot={slot} begin={begin} />}
    </div>
  );
}

function MoreActions({ slot, begin }: Pick<WaysProps, "slot" | "begin">) {
  const { t } = useTranslation();
  return (
    <>
      <button
        type="button"
        className="btn s"
        onClick={() => begin("QR_CODE", slot, t("components.add.qrName"))}
      >
        {t("components.add.qr")} <QrCode className="i" aria-hidden="true" />
      </button>
      <button
        type="button"
        className="btn s"
        onClick={() => begin("PRESELECTED", slot, t("components.add.photoName"))}
      >
        {t("components.add.photo")} <UserRoundPlus className="i" aria-hidden="true" />
      </button>
    </>
  );
}
