import { useEffect, useRef } from "react";

/** Says what was done, and takes the focus where the button that did it is gone. */
export function Told({ text }: { text: string | undefined }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (text !== undefined && document.activeElement === document.body) line.current?.focus();
  }, [text]);
  return (
    <p ref={line} className={text === undefined ? "vh" : "told b"} role="status" tabIndex={-1}>
      {text ?? ""}
    </p>
  );
}
