import type { Campaign } from "@wrapsody/shared/experiences.ts";
import { tiles } from "@wrapsody/shared/placing.ts";
import ChevronsDown from "lucide-react/icons/chevrons-down";
import ChevronsUp from "lucide-react/icons/chevrons-up";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Canvas, isGrid } from "./canvas.tsx";
import { LayerPicture } from "./layer-picture.tsx";
import type { Part } from "./parts.ts";
import { Rulers } from "./rulers.tsx";
import { lifted, useNudging } from "./use-nudging.ts";
import type { Parts } from "./use-parts.ts";
import { useSaid } from "./use-said.ts";
import { placeWords } from "./words.ts";

type StageProps = { campaign: Pick<Campaign, "type" | "image">; parts: Parts; fixed: boolean };

/** The canvas with what belongs to it: rulers, whether lines hold the layers, and the layers in their order. */
export function Stage({ campaign, parts, fixed }: StageProps) {
  const { t } = useTranslation();
  const { selected, select, place, change } = parts;
  const [snapping, setSnapping] = useState(true);
  const heading = useId();
  const grid = isGrid(campaign);
  const shown = grid ? tilesOf(parts.parts) : parts.shown;
  const { said, say } = useSaid(selected === undefined || grid ? "" : placeWords(t, selected));
  const nudge = useNudging({ selected, fixed: fixed || grid, change, place, onNudged: say });
  return (
    <section className="stage" aria-labelledby={heading}>
      <div className="pane-h">
        <h2 id={heading}>{t("components.canvas.title")}</h2>
        {grid ? (
          <span className="code dim">3 × 3</span>
        ) : (
          <label className="snap meta">
            <input
              type="checkbox"
              checked={snapping}
              onChange={({ currentTarget }) => setSnapping(currentTarget.checked)}
            />
            {t("components.canvas.snap")}{" "}
            <span className="dim snap-hint">{t("components.canvas.snapHint")}</span>
          </label>
        )}
      </div>
      <div className="stage-in">
        <Rulers>
          <Canvas
            {...{ campaign, shown, selected, snapping, fixed }}
            onSelect={select}
            onPlace={place}
            onKeyDown={nudge}
          />
        </Rulers>
        {grid ? (
          <p className="small dim stage-note">
            {t("components.canvas.grid")}{" "}
            {parts.parts.length === tiles ? null : (
              <b>{t("components.canvas.gridNeeds", { count: parts.parts.length })}</b>
            )}
          </p>
        ) : (
          <Order parts={parts} fixed={fixed} />
        )}
      </div>
      <p className="vh" role="status">
        {said}
      </p>
    </section>
  );
}

/** Every part is a tile, in whichever slot it is. */
function tilesOf(parts: readonly Part[]): Part[] {
  return parts
    .toSorted((one, other) => one.numbers.slot_number - other.numbers.slot_number || one.id - other.id)
    .slice(0, tiles);
}

/** The layers that are on the canvas, from the back to the front. */
function Order({ parts, fixed }: { parts: Parts; fixed: boolean }) {
  const { t } = useTranslation();
  const { shown, selected, select, change } = parts;
  const lift = (by: number) => {
    if (selected !== undefined) change(selected, { layer_level: String(lifted(selected, by)) }, "layer");
  };
  if (shown.length === 0) return null;
  return (
    <div className="order">
      <ol aria-label={t("components.order.label")}>
        {shown.map((part) => (
          <li key={part.id}>
            <button type="button" aria-pressed={part === selected} onClick={() => select(part)}>
              <span className="th">
                <LayerPicture part={part} width={96} />
              </span>
              <span className="vh">{part.draft.name || t("components.nameless")}, </span>
              <span className="code">L{part.numbers.layer_level}</span>
            </button>
          </li>
        ))}
      </ol>
      {fixed ? null : (
        <div className="order-ways">
          <button
            type="button"
            className="sq"
            aria-label={t("components.order.back")}
            onClick={() => lift(-1)}
          >
            <ChevronsDown className="i" aria-hidden="true" />
          </button>
          <button
            type="button"
            className="sq"
            aria-label={t("components.order.front")}
            onClick={() => lift(1)}
          >
            <ChevronsUp className="i" aria-hidden="true" />
          </button>
        </div>
      )}
    </div>
  );
}
