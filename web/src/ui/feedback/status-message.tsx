import { useEffect, useReducer, useRef } from "react";

/** `turn`: another one says the same words again. */
type Status = { text: string | undefined; turn?: number };

/** What was done last, for `Told`, where the same may be done to several things one after the other; and what says it. */
export function useStatusMessage(): [Status, (text: string | undefined) => void] {
  return useReducer(({ turn }: Required<Status>, text: string | undefined) => ({ text, turn: turn + 1 }), {
    text: undefined,
    turn: 0,
  });
}

/** Says what was done, and takes the focus where the button that did it is gone, at once or with what is shown next. */
export function StatusMessage({ text, turn }: Status) {
  const saying = text === undefined ? undefined : `${turn} ${text}`;
  const line = useRef<HTMLParagraphElement>(null);
  const isLeft = useRef(false);
  useEffect(() => {
    if (saying === undefined) return undefined;
    // Until its reader goes on themselves.
    isLeft.current = true;
    const goOn = () => {
      isLeft.current = false;
    };
    const events = ["keydown", "pointerdown"] as const;
    for (const event of events) document.addEventListener(event, goOn, true);
    return () => {
      for (const event of events) document.removeEventListener(event, goOn, true);
    };
  }, [saying]);
  // What the button is on may be drawn anew any time later.
  useEffect(() => {
    if (isLeft.current && document.activeElement === document.body) line.current?.focus();
  });
  return (
    <p ref={line} className={text === undefined ? "vh" : "told b"} role="status" tabIndex={-1}>
      <span key={saying}>{text ?? ""}</span>
    </p>
  );
}
