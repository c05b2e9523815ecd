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
  const announcement = text === undefined ? undefined : `${turn} ${text}`;
  const line = useRef<HTMLParagraphElement>(null);
  const mayTakeFocus = useRef(false);
  useEffect(() => {
    if (announcement === undefined) return undefined;
    // Ends with the next key press or click.
    mayTakeFocus.current = true;
    const keepFocus = () => {
      mayTakeFocus.current = false;
    };
    const events = ["keydown", "pointerdown"] as const;
    for (const event of events) document.addEventListener(event, keepFocus, true);
    return () => {
      for (const event of events) document.removeEventListener(event, keepFocus, true);
    };
  }, [announcement]);
  // A later render may remove the button.
  useEffect(() => {
    if (mayTakeFocus.current && document.activeElement === document.body) line.current?.focus();
  });
  return (
    <p ref={line} className={text === undefined ? "vh" : "status-message b"} role="status" tabIndex={-1}>
      <span key={announcement}>{text ?? ""}</span>
    </p>
  );
}
