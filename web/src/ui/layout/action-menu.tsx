import Ellipsis from "lucide-react/icons/ellipsis";
import { type ReactNode, useEffect, useRef } from "react";
import "./action-menu.css";

/** Rarely used actions of a page behind one button. Escape, a choice elsewhere and leaving by keyboard close it. */
export function ActionMenu({ label, children }: { label: string; children: ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const listening = new AbortController();
    const close = ({ target }: Event) => {
      if (menu.current !== null && target instanceof Node && !menu.current.contains(target))
        menu.current.open = false;
    };
    for (const event of ["pointerdown", "focusin"])
      document.addEventListener(event, close, { signal: listening.signal });
    return () => listening.abort();
  }, []);
  return (
    <details
      ref={menu}
      className="action-menu"
      onKeyDown={({ key, currentTarget }) => {
        if (key !== "Escape" || !currentTarget.open) return;
        currentTarget.open = false;
        currentTarget.querySelector("summary")?.focus();
      }}
    >
      <summary className="btn">
        {label} <Ellipsis className="i" aria-hidden="true" />
      </summary>
      <div className="action-menu-in">{children}</div>
    </details>
  );
}
