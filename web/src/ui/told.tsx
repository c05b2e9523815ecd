import { useEffect, useRef } from "react";

/** Says what was done, and takes the focus where the button that did it is gone, at once or with what is shown next. */
export function Told({ text }: { text: string | undefined }) {
  const line = useRef<HTMLParagraphElement>(null);
  const isLeft = useRef(false);
  useEffect(() => {
    if (text === undefined) return undefined;
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
  }, [text]);
  // What the button is on may be drawn anew any time later.
  useEffect(() => {
    if (isLeft.current && document.activeElement === document.body) line.current?.focus();
  });
  return (
    <p ref={line} className={text === undefined ? "vh" : "told b"} role="status" tabIndex={-1}>
      {text ?? ""}
    </p>
  );
}
