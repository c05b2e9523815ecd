import { CANVAS_SIDE_PX } from "@wrapsody/shared/placing.ts";
import { type RefObject, useLayoutEffect, useState } from "react";

/** Measures the width of an element in screen pixels. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
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
