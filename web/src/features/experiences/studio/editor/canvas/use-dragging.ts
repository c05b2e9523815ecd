import type { LayerBox } from "@wrapsody/shared/experiences/placing.ts";
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from "react";
import { type EditorComponent, placeOfPart, sizeOf } from "../state/components.ts";
import { addSelected, nothingSelected, type Selection } from "../state/selection.ts";
import type { EditorComponents } from "../state/use-components.ts";
import { isOpaqueAt, isVisibleIn } from "./hit.ts";
import {
  boundsOf,
  boxBetween,
  type Corner,
  containsPoint,
  type Guides,
  linesOf,
  moveBox,
  moveGroup,
  type Point,
  resizeBox,
  snapBox,
  snapPoint,
} from "./moving.ts";

type Grip = {
  /** Position of the canvas at the start of the drag, so that scrolling does not move the layer. */
  origin: { left: number; top: number };
  from: Point;
  /** The pressed component, which is selected if no drag follows. */
  pressed: EditorComponent | undefined;
  /** A click toggles the pressed component. */
  toggles: boolean;
  hasMoved: boolean;
  gesture: string;
  action: Action;
};
type Action =
  | { is: "move"; parts: readonly EditorComponent[]; places: readonly LayerBox[] }
  | { is: "resize"; part: EditorComponent; place: LayerBox; corner: Corner }
  /** `kept` stays selected, `before` was selected. */
  | { is: "frame"; kept: Selection; before: Selection };

type Options = {
  canvas: RefObject<HTMLDivElement | null>;
  /** Lowest layer first. */
  visible: readonly EditorComponent[];
  parts: EditorComponents;
  /** Canvas pixels per screen pixel. */
  unit: number;
  snapping: boolean;
  /** Clicks toggle, for screens without modifier keys. */
  several: boolean;
  fixed: boolean;
};

/** Snap distance and drag threshold, in screen pixels. */
const SNAP_DISTANCE_PX = 7;
const DRAG_THRESHOLD_PX = 3;

/**
 * Selects, moves and resizes layers by mouse, pen and touch. A drag on the background, or anywhere with Shift, draws a
 * selection frame. Alt or Control disables snapping.
 */
export function useDragging(options: Options) {
  const { canvas, visible, parts, unit, snapping, several, fixed } = options;
  const { selection, selected } = parts;
  const grip = useRef<Grip>(undefined);
  const count = useRef(0);
  const isFocusing = useRef(false);
  const [guides, setGuides] = useState<Guides>({});
  const [frame, setFrame] = useState<LayerBox>();

  const canvasOrigin = () => canvas.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
  const pointOf = (
    { clientX, clientY }: PointerEvent,
    { left, top }: { left: number; top: number },
  ): Point => ({
    x: (clientX - left) * unit,
    y: (clientY - top) * unit,
  });
  /** Moves the focus without changing the selection. */
  const focusLayer = ({ id }: EditorComponent) => {
    isFocusing.current = true;
    canvas.current?.querySelector<HTMLElement>(`[data-part="${id}"]`)?.focus({ preventScroll: true });
    isFocusing.current = false;
  };
  const findAction = (event: PointerEvent, from: Point, pressed: EditorComponent | undefined): Action => {
    const corner = cornerUnder(event.target);
    if (corner !== undefined && selected !== undefined)
      return { is: "resize", part: selected, place: placeOfPart(selected), corner };
    const isAdditive = event.shiftKey || event.ctrlKey || event.metaKey || several;
    const isInSelection = selection.some(
      (part) => visible.includes(part) && containsPoint(placeOfPart(part), from),
    );
    if (event.shiftKey || (!isInSelection && pressed === undefined))
      return { is: "frame", kept: isAdditive ? parts.current : nothingSelected, before: parts.current };
    const moved = isInSelection || pressed === undefined ? selection : [pressed];
    return { is: "move", parts: moved, places: moved.map(placeOfPart) };
  };
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const origin = canvasOrigin();
    const from = pointOf(event, origin);
    const pressed = visible.findLast((part) => isOpaqueAt(canvas.current, part, placeOfPart(part), from));
    if (fixed && pressed === undefined) return;
    event.preventDefault();
    if (fixed && pressed !== undefined) {
      parts.select(pressed);
      return focusLayer(pressed);
    }
    const action = findAction(event, from, pressed);
    const toggles = event.shiftKey || event.ctrlKey || event.metaKey || several;
    const [only] = action.is === "move" && action.parts.length === 1 ? action.parts : [];
    if (only !== undefined && !toggles) {
      if (only !== selected || selection.length > 1) parts.select(only);
      focusLayer(only);
    }
    count.current += 1;
    const gesture = `drag ${count.current}`;
    grip.current = { origin, from, pressed, toggles, hasMoved: false, gesture, action };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const active = grip.current;
    if (active === undefined) return;
    const to = pointOf(event, active.origin);
    const by = { x: to.x - active.from.x, y: to.y - active.from.y };
    if (!active.hasMoved && Math.hypot(by.x, by.y) < DRAG_THRESHOLD_PX * unit) return;
    const { action, gesture } = active;
    if (action.is === "frame") {
      active.hasMoved = true;
      return drawFrame(boxBetween(active.from, to), action.kept);
    }
    const dragged = action.is === "move" ? action.parts : [action.part];
    // A drag with Control begins on a layer that was not selected.
    if (!active.hasMoved && !dragged.every((part) => selection.some(({ id }) => id === part.id)))
      for (const part of dragged) parts.select(part);
    active.hasMoved = true;
    const free = !snapping || event.altKey || event.ctrlKey || event.metaKey;
    const others = visible.filter(({ id }) => dragged.every((part) => part.id !== id)).map(placeOfPart);
    const next = computeDrag(action, {
      to,
      by,
      lines: linesOf(others),
      reach: free ? 0 : SNAP_DISTANCE_PX * unit,
    });
    setGuides(free ? {} : next.guides);
    parts.placeAll(dragged, next.places, gesture);
  };
  const drawFrame = (box: LayerBox, kept: Selection) => {
    setFrame(box);
    const touched = visible.filter((part) => isVisibleIn(canvas.current, part, placeOfPart(part), box));
    const next = addSelected(
      kept,
      touched.map(({ id }) => id),
    );
    if (next.ids.join() !== parts.current.ids.join()) parts.setSelection(next);
  };
  const finish = () => {
    const active = grip.current;
    grip.current = undefined;
    setGuides({});
    setFrame(undefined);
    return active;
  };
  const end = () => {
    const active = finish();
    if (active === undefined || active.hasMoved || active.action.is === "resize") return;
    const { pressed, toggles } = active;
    if (pressed === undefined) return toggles ? undefined : parts.clearSelection();
    parts.selectIn(visible, pressed, toggles ? "toggle" : "only");
    focusLayer(pressed);
  };
  /** Restores the positions and the selection from before the drag. */
  const cancel = () => {
    const active = finish();
    if (active?.hasMoved !== true) return;
    const { action, gesture } = active;
    if (action.is === "frame") parts.setSelection(action.before);
    else if (action.is === "move") parts.placeAll(action.parts, action.places, gesture);
    else parts.place(action.part, action.place, gesture);
  };
  return {
    guides,
    /** The selection frame while it is drawn. */
    frame,
    /** True while a press moves the focus, which does not select. */
    isFocusing: () => isFocusing.current,
    on: {
      onPointerDown: begin,
      onPointerMove: drag,
      onPointerUp: end,
      onPointerCancel: cancel,
      onKeyDownCapture: (event: KeyboardEvent) => {
        if (event.key !== "Escape" || grip.current === undefined) return;
        // Escape ends the drag before it clears the selection.
        event.preventDefault();
        cancel();
      },
    },
  };
}

type DragOptions = { to: Point; by: Point; lines: ReturnType<typeof linesOf>; reach: number };

function computeDrag(
  action: Exclude<Action, { is: "frame" }>,
  { to, by, lines, reach }: DragOptions,
): { places: LayerBox[]; guides: Guides } {
  if (action.is === "move") {
    const before = boundsOf(action.places);
    const moved = moveBox(before, by);
    const { place, guides } = reach === 0 ? { place: moved, guides: {} } : snapBox(moved, lines, reach);
    return {
      places: moveGroup(action.places, { x: place.left - before.left, y: place.top - before.top }),
      guides,
    };
  }
  const { part, place, corner } = action;
  const { point, guides } = reach === 0 ? { point: to, guides: {} } : snapPoint(to, lines, reach);
  return { places: [resizeBox(place, corner, point, sizeOf(part))], guides };
}

function cornerUnder(target: EventTarget): Corner | undefined {
  const handle = target instanceof Element ? target.closest<HTMLElement>("[data-corner]") : null;
  const corner = handle?.dataset.corner;
  return corners.find((candidate) => candidate === corner);
}

export const corners = ["TOP_LEFT", "TOP_RIGHT", "BOTTOM_LEFT", "BOTTOM_RIGHT"] as const;
