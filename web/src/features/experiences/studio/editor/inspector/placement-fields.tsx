import { campaignLimits, componentLimits } from "@wrapsody/shared/experiences/campaigns.ts";
import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import { useTranslation } from "react-i18next";
import { slotName } from "../../../artworks/slots.ts";
import { offsetsAt } from "../canvas/moving.ts";
import { corners } from "../canvas/use-dragging.ts";
import { placeOfPart } from "../state/components.ts";
import { type Fields, NumberField } from "./fields.tsx";

const { minWidth, side, slots, layers } = componentLimits;

type PlacementProps = Fields & { campaign: Pick<Campaign, "slot_names">; grid: boolean };

/** The placement of a component: slot, layer, width, anchor and offsets. */
export function PlacementFields({ campaign, grid, ...fields }: PlacementProps) {
  const { t } = useTranslation();
  const slot = slotName(campaign, fields.part.numbers.slot_number);
  const width = fields.part.type === "QR_CODE" ? "qr_code_width" : "width";
  return (
    <>
      <div className="two">
        <NumberField
          {...fields}
          field="slot_number"
          label={t("components.slot")}
          min={1}
          max={slots}
          hint={slot}
        />
        <NumberField {...fields} field="layer_level" label={t("components.layer")} min={1} max={layers} />
      </div>
      {grid ? null : (
        <div className="placing">
          <Anchor {...fields} />
          <div className="placing-offsets">
            <NumberField {...fields} field="offsetX" label={t("components.offsetX")} />
            <NumberField {...fields} field="offsetY" label={t("components.offsetY")} />
          </div>
        </div>
      )}
      <div className="two">
        {grid ? null : (
          <NumberField
            {...fields}
            field={width}
            label={t("components.width", { least: minWidth, most: side })}
            min={minWidth}
            max={side}
            hint={t("components.height", { height: placeOfPart(fields.part).height })}
          />
        )}
        <NumberField
          {...fields}
          field="max_permitted"
          label={t("components.atMost")}
          max={campaignLimits.maxNfts}
          hint={t("components.atMostHint")}
          fixedHint={fields.part.draft.max_permitted === "0" ? t("campaigns.noLimit") : ""}
        />
      </div>
    </>
  );
}

/** The corner that offsets are measured from. Changing it keeps the layer in place. */
function Anchor({ part, set, problem }: Fields) {
  const { t } = useTranslation();
  const choose = (anchor: (typeof corners)[number]) => {
    const { offsetX, offsetY } = offsetsAt(anchor, placeOfPart(part));
    set({ anchor_point: anchor, offsetX: String(offsetX), offsetY: String(offsetY) });
  };
  const errorText = problem("anchor_point");
  return (
    <fieldset className="f">
      <legend className="meta dim">{t("components.anchor")}</legend>
      <div className="anchor">
        {corners.map((corner) => (
          <label key={corner}>
            <input
              type="radio"
              name="anchor_point"
              value={corner}
              aria-label={t(`components.corner.${corner}`)}
              checked={part.draft.anchor_point === corner}
              aria-invalid={errorText === undefined ? undefined : true}
              onChange={() => choose(corner)}
            />
            <span />
          </label>
        ))}
      </div>
      {errorText === undefined ? null : <p className="msg">{errorText}</p>}
    </fieldset>
  );
}
