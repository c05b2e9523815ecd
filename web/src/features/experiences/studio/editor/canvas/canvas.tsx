import { imagePath } from "@wrapsody/shared/api/media.ts";
import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import { CANVAS_SIDE_PX, computeTileBox, type LayerBox } from "@wrapsody/shared/experiences/placing.ts";
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { formatPlacement } from "../labels.ts";
import { type EditorComponent, placeOfPart } from "../state/components.ts";
import { selectionModeOf } from "../state/selection.ts";
import type { EditorComponents } from "../state/use-components.ts";
import { Frames } from "./frame.tsx";
import { LayerPicture } from "./layer-picture.tsx";
import { useDragging } from "./use-dragging.ts";

type CanvasProps = {
  campaign: Pick<Campaign, "type" | "image">;
  /** Lowest layer first. */
  visible: readonly EditorComponent[];
  parts: EditorComponents;
  snapping: boolean;
  /** Clicks toggle. */
  several: boolean;
  fixed: boolean;
  onKeyDown(event: KeyboardEvent): void;
};

export const isGrid = ({ type }: Pick<Campaign, "type">) => type === "RANDOM";

/** The artwork, 900 by 900, scaled to the screen. Layers are moved and resized in place. */
export function Canvas({ campaign, visible, parts, snapping, several, fixed, onKeyDown }: CanvasProps) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLDivElement>(null);
  const help = useId();
  const width = useWidth(canvas);
  const unit = CANVAS_SIDE_PX / width;
  const grid = isGrid(campaign);
  const still = fixed || grid;
  const { selection } = parts;
  const dragging = useDragging({ canvas, visible, parts, unit, snapping, several, fixed: still });
  const framed = selection.filter((part) => visible.includes(part));
  // Keeps the DOM order, so that a layer that changes its level keeps the focus.
  const bySlot = visible.toSorted((a, b) => a.numbers.slot_number - b.numbers.slot_number);
  return (
    <>
      <p id={help} className="vh">
        {t(still ? "components.canvas.helpFixed" : "components.canvas.help")}
      </p>
      <div
        ref={canvas}
        className={`canvas${still ? " still" : ""}${grid ? " grid" : ""}`}
        role="application"
        aria-label={t("components.canvas.label", { count: visible.length })}
        aria-describedby={help}
        onKeyDown={onKeyDown}
        {...(grid ? {} : dragging.on)}
      >
        {campaign.type === "FIXED_IMAGE" && campaign.image !== null ? (
          <img
            className="canvas-ground"
            src={imagePath(campaign.image.id, 960, "webp")}
            alt=""
            draggable={false}
          />
        ) : null}
        {bySlot.map((part, index) => (
          <button
            key={part.id}
            type="button"
            className="layer"
            data-part={part.id}
            aria-pressed={selection.includes(part)}
            // With several selected, Tab stays among them: focusing another one selects it alone.
            tabIndex={framed.length > 1 && !framed.includes(part) ? -1 : 0}
            aria-label={grid ? part.draft.name : `${part.draft.name}: ${formatPlacement(t, part)}`}
            style={layerStyle(grid ? computeTileBox(index) : placeOfPart(part), visible.indexOf(part))}
            onClick={(event) => parts.selectIn(visible, part, selectionModeOf(event, several))}
            onFocus={() => {
              if (!dragging.isFocusing() && !selection.includes(part)) parts.select(part);
            }}
          >
            <LayerPicture part={part} width={(placeOfPart(part).width / unit) * pixelsOfScreen()} />
          </button>
        ))}
        {grid ? null : (
          <Frames
            parts={framed}
            selectionFrame={dragging.frame}
            unit={unit}
            guides={dragging.guides}
            fixed={fixed}
          />
        )}
      </div>
    </>
  );
}

const pixelsOfScreen = () => window.devicePixelRatio;

function layerStyle({ left, top, width, height }: LayerBox, level: number): CSSProperties {
  const share = (pixels: number) => `${(pixels / CANVAS_SIDE_PX) * 100}%`;
  return { left: share(left), top: share(top), width: share(width), height: share(height), zIndex: level };
}

/** Measures the width of an element in screen pixels. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState<number>(CANVAS_SIDE_PX);
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return;
    const measure = () => setWidth(Math.max(1, measured.getBoundingClientRect().width));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
