import { type RefObject, useEffect, useRef } from "react";

/** Moves the focus to the section of the new step, because the pressed button was removed. */
export function useFocusOnStep(step: string): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    place.current?.focus({ preventScroll: true });
    if ((place.current?.getBoundingClientRect().top ?? 0) < 0) place.current?.scrollIntoView();
  }, [step]);
  return place;
}
