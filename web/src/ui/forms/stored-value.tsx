import { useEffect, useRef } from "react";

/** A value of a form that no single control has, such as a list of rows, so that the draft of the form has it. */
export function StoredValue({ name, value }: { name: string; value: string }) {
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef(value);
  useEffect(() => {
    if (latest.current === value) return;
    latest.current = value;
    input.current?.dispatchEvent(new Event("change", { bubbles: true }));
  }, [value]);
  return <input ref={input} type="hidden" name={name} value={value} />;
}
