import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import { TILE_COUNT } from "@wrapsody/shared/experiences/placing.ts";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatLocation } from "../labels.ts";
import { LayerList } from "../layers/layer-list.tsx";
import type { EditorComponent } from "../state/components.ts";
import type { EditorComponents } from "../state/use-components.ts";
import { Canvas, isGrid } from "./canvas.tsx";
import { Rulers } from "./rulers.tsx";
import { useNudging } from "./use-nudging.ts";

type StageProps = {
  campaign: Pick<Campaign, "type" | "image" | "slot_names">;
  parts: EditorComponents;
  /** Clicks toggle, and the switch of that. */
  several: boolean;
  setSeveral(several: boolean): void;
  fixed: boolean;
};

/** The canvas with its rulers, the snap switch and the layer list. */
export function Stage({ campaign, parts, several, setSeveral, fixed }: StageProps) {
  const { t } = useTranslation();
  const { selected, selection } = parts;
  const [snapping, setSnapping] = useState(true);
  const heading = useId();
  const grid = isGrid(campaign);
  const visible = grid ? tilesOf(parts.parts) : parts.visible;
  const group = selection.length > 1 ? `${t("components.select.some", { count: selection.length })}. ` : "";
  const { announcement, announce } = useDebouncedAnnouncement(
    selected === undefined || grid ? "" : group + formatLocation(t, selected, visible),
  );
  const nudge = useNudging({ parts, visible, still: fixed || grid, onNudged: announce });
  return (
    <section className="stage" aria-labelledby={heading} tabIndex={-1} data-pane>
      <div className="pane-h">
        <h2 id={heading}>{t("components.canvas.title")}</h2>
        {fixed || parts.parts.length < 2 ? null : (
          <label className="snap several meta">
            <input
              type="checkbox"
              checked={several}
              onChange={({ currentTarget }) => setSeveral(currentTarget.checked)}
            />
            {t("components.select.several")}
          </label>
        )}
        {grid ? (
          <span className="code dim">3 × 3</span>
        ) : fixed ? null : (
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
            campaign={campaign}
            visible={visible}
            parts={parts}
            snapping={snapping}
            several={several}
            fixed={fixed}
            onKeyDown={nudge}
          />
        </Rulers>
        {grid ? (
          <p className="small dim stage-note">
            {t("components.canvas.grid")}{" "}
            {parts.parts.length === TILE_COUNT ? null : (
              <b>{t("components.canvas.gridNeeds", { count: parts.parts.length })}</b>
            )}
          </p>
        ) : (
          <LayerList campaign={campaign} parts={parts} several={several} fixed={fixed} onMoved={announce} />
        )}
      </div>
      <p className="vh" role="status">
        {announcement}
      </p>
    </section>
  );
}

/** Every component is a tile, whatever its slot. */
function tilesOf(parts: readonly EditorComponent[]): EditorComponent[] {
  return parts
    .toSorted((a, b) => a.numbers.slot_number - b.numbers.slot_number || a.id - b.id)
    .slice(0, TILE_COUNT);
}

/** Debounce of the announcement while keys are pressed. */
const DEBOUNCE_MS = 400;

/** Announces the value of `now` after a pause in key presses, instead of every intermediate position. */
function useDebouncedAnnouncement(now: string): { announcement: string; announce(): void } {
  const [announcement, setAnnouncement] = useState("");
  const [requests, setRequests] = useState(0);
  const newest = useRef(now);
  useEffect(() => {
    newest.current = now;
  });
  useEffect(() => {
    if (requests === 0) return;
    const timer = setTimeout(() => setAnnouncement(newest.current), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [requests]);
  return { announcement, announce: () => setRequests((count) => count + 1) };
}
