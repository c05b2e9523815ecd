import { useEffect, useReducer, useRef } from "react";

/** A new `turn` announces the same text again. */
type Status = { text: string | undefined; turn?: number };

/** Returns the last announcement for `StatusMessage` and its setter. Repeated texts are announced again. */
export function useStatusMessage(): [Status, (text: string | undefined) => void] {
  return useReducer(({ turn }: Required<Status>, text: string | undefined) => ({ text, turn: turn + 1 }), {
    text: undefined,
    turn: 0,
  });
}

/** Announces the result of an action. Takes the focus if the button of the action was removed, now or by a later render. */
export function StatusMessage({ text, turn }: Status) {
  const saying = text === undefined ? undefined : `${turn} ${text}`;
  const line = useRef<HTMLParagraphElement>(null);
  const isLeft = useRef(false);
  useEffect(() => {
    if (saying === undefined) return undefined;
    // Ends with the next key press or click.
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
  // A later render may remove the button.
  useEffect(() => {
    if (isLeft.current && document.activeElement === document.body) line.current?.focus();
  });
  return (
    <p ref={line} className={text === undefined ? "vh" : "told b"} role="status" tabIndex={-1}>
      <span key={saying}>{text ?? ""}</span>
    </p>
  );
}
