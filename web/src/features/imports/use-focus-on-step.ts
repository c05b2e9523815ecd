import { type RefObject, useEffect, useRef } from "react";

/** What was pressed is gone with the next step: the focus goes to the place where it happens. */
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
