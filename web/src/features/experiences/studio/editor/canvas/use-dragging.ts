import type { LayerBox } from "@wrapsody/shared/placing.ts";
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from "react";
import { type EditorComponent, placeOfPart, sizeOf } from "../state/components.ts";
import type { EditorComponents } from "../state/use-components.ts";
import { isOpaqueAt } from "./hit.ts";
import {
  type Corner,
  containsPoint,
  type Guides,
  linesOf,
  moveBox,
  type Point,
  resizeBox,
  snapBox,
  snapPoint,
} from "./moving.ts";

type Grip = {
  part: EditorComponent;
  /** Position of the canvas at the start of the drag, so that scrolling does not move the layer. */
  origin: { left: number; top: number };
  from: Point;
  place: LayerBox;
  /** Undefined if the whole layer is moved. */
  corner: Corner | undefined;
  /** The pressed component, which is selected if no drag follows. */
  pressed: EditorComponent | undefined;
  hasMoved: boolean;
  gesture: string;
};

type Options = {
  canvas: RefObject<HTMLDivElement | null>;
  /** Lowest layer first. */
  visible: readonly EditorComponent[];
  selected: EditorComponent | undefined;
  /** Canvas pixels per screen pixel. */
  unit: number;
  snapping: boolean;
  fixed: boolean;
  onSelect: EditorComponents["select"];
  onPlace: EditorComponents["place"];
};

/** Snap distance and drag threshold, in screen pixels. */
const SNAP_DISTANCE_PX = 7;
const DRAG_THRESHOLD_PX = 3;

/** Moves and resizes layers by mouse, pen and touch. Alt or Control disables snapping. */
export function useDragging(options: Options) {
  const { canvas, visible, selected, unit, snapping, fixed, onSelect, onPlace } = options;
  const grip = useRef<Grip>(undefined);
  const count = useRef(0);
  const [guides, setGuides] = useState<Guides>({});

  const canvasOrigin = () => canvas.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
  const pointOf = (
    { clientX, clientY }: PointerEvent,
    { left, top }: { left: number; top: number },
  ): Point => ({
    x: (clientX - left) * unit,
    y: (clientY - top) * unit,
  });
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const origin = canvasOrigin();
    const from = pointOf(event, origin);
    const handle = cornerUnder(event.target);
    const pressed = visible.findLast((part) => isOpaqueAt(canvas.current, part, placeOfPart(part), from));
    const isInSelection =
      selected !== undefined && containsPoint(placeOfPart(selected), from) && visible.includes(selected);
    const part = handle !== undefined || isInSelection ? selected : pressed;
    if (part === undefined) return;
    event.preventDefault();
    if (part !== selected) onSelect(part);
    focusLayer(canvas.current, part);
    if (fixed) return pressed === undefined ? undefined : onSelect(pressed);
    count.current += 1;
    const gesture = `drag ${count.current}`;
    const place = placeOfPart(part);
    grip.current = { part, origin, from, place, corner: handle, pressed, hasMoved: false, gesture };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const active = grip.current;
    if (active === undefined) return;
    const to = pointOf(event, active.origin);
    const by = { x: to.x - active.from.x, y: to.y - active.from.y };
    if (!active.hasMoved && Math.hypot(by.x, by.y) < DRAG_THRESHOLD_PX * unit) return;
    active.hasMoved = true;
    const free = !snapping || event.altKey || event.ctrlKey || event.metaKey;
    const others = visible.filter(({ id }) => id !== active.part.id).map(placeOfPart);
    const next = computeDrag(active, {
      to,
      by,
      lines: linesOf(others),
      reach: free ? 0 : SNAP_DISTANCE_PX * unit,
    });
    setGuides(free ? {} : next.guides);
    onPlace(active.part, next.place, active.gesture);
  };
  const end = () => {
    const active = grip.current;
    grip.current = undefined;
    setGuides({});
    if (active === undefined || active.hasMoved || active.corner !== undefined) return;
    if (active.pressed === undefined) return;
    onSelect(active.pressed);
    focusLayer(canvas.current, active.pressed);
  };
  /** Restores the position from before the drag. */
  const cancel = () => {
    const active = grip.current;
    grip.current = undefined;
    setGuides({});
    if (active?.hasMoved === true) onPlace(active.part, active.place, active.gesture);
  };
  return {
    guides,
    isDragging: () => grip.current !== undefined,
    on: {
      onPointerDown: begin,
      onPointerMove: drag,
      onPointerUp: end,
      onPointerCancel: cancel,
      onKeyDownCapture: (event: KeyboardEvent) => {
        if (event.key === "Escape" && grip.current !== undefined) cancel();
      },
    },
  };
}

type DragOptions = { to: Point; by: Point; lines: ReturnType<typeof linesOf>; reach: number };

function computeDrag(
  { part, place, corner }: Grip,
  { to, by, lines, reach }: DragOptions,
): { place: LayerBox; guides: Guides } {
  if (corner === undefined) {
    const next = moveBox(place, by);
    return reach === 0 ? { place: next, guides: {} } : snapBox(next, lines, reach);
  }
  const { point, guides } = reach === 0 ? { point: to, guides: {} } : snapPoint(to, lines, reach);
  return { place: resizeBox(place, corner, point, sizeOf(part)), guides };
}

function cornerUnder(target: EventTarget): Corner | undefined {
  const handle = target instanceof Element ? target.closest<HTMLElement>("[data-corner]") : null;
  const corner = handle?.dataset.corner;
  return corners.find((candidate) => candidate === corner);
}

export const corners = ["TOP_LEFT", "TOP_RIGHT", "BOTTOM_LEFT", "BOTTOM_RIGHT"] as const;

function focusLayer(canvas: HTMLElement | null, { id }: EditorComponent): void {
  canvas?.querySelector<HTMLElement>(`[data-part="${id}"]`)?.focus({ preventScroll: true });
}
