import { type PointerEvent, type RefObject, useState } from "react";

type Drag = { from: number; to: number };

/**
 * Moves rows of a list by dragging their grips with mouse, pen or finger. `move` gets the row's former and new place. Keyboards use the
 * buttons of the row.
 */
export function useRowDrag(list: RefObject<HTMLElement | null>, move: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag>();
  const end = () => setDrag(undefined);
  const grip = (at: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from: at, to: at });
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (drag === undefined) return;
      scrollNearEdge(event.clientY);
      setDrag({ ...drag, to: rowAt(list.current, event.clientY) });
    },
    onPointerUp() {
      if (drag !== undefined) move(drag.from, drag.to);
      end();
    },
    onPointerCancel: end,
  });
  return { drag, grip };
}

/** Says where a row is while another one is dragged: itself, or before or behind the place where it would land. */
export function placeOf({ drag }: { drag: Drag | undefined }, at: number): string | undefined {
  if (drag === undefined) return undefined;
  if (drag.from === at) return "dragged";
  if (drag.to !== at) return undefined;
  return drag.to < drag.from ? "before" : "behind";
}

/** Height of the zones at the top and, above the player, at the bottom in which dragging scrolls the page (pixels). */
const EDGE = { top: 96, bottom: 176 };
const SCROLL_STEP = 24;

function scrollNearEdge(y: number): void {
  if (y < EDGE.top) window.scrollBy(0, -SCROLL_STEP);
  else if (y > window.innerHeight - EDGE.bottom) window.scrollBy(0, SCROLL_STEP);
}

/** Returns the row at a height; above and below the list, its first and last. */
function rowAt(list: HTMLElement | null, y: number): number {
  const rows = [...(list?.children ?? [])];
  const at = rows.findIndex((row) => y < row.getBoundingClientRect().bottom);
  return at < 0 ? rows.length - 1 : at;
}
