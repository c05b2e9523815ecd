import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Discard } from "./discard.tsx";
import "./save-bar.css";

type SaveBarProps = {
  /** Number of changed fields and lists. */
  changes: number;
  busy: boolean;
  /** Label of the button that submits the form. */
  label: string;
  /** Confirms that the last changes were saved, until the next one. */
  saved?: string | undefined;
  /** Puts back what is stored. */
  onDiscard(): void;
  /** Failures, progress and notes about the changes. */
  children?: ReactNode;
};

/**
 * The end of a form that changes something stored: the number of changes, discarding and saving. It stays in view above the
 * player while its form is, and is absent without changes. The last element of its `<form>`, which it submits.
 */
export function SaveBar({ changes, busy, label, saved, onDiscard, children }: SaveBarProps) {
  const { t } = useTranslation();
  const bar = useRef<HTMLDivElement>(null);
  const isShown = changes > 0 || busy || saved !== undefined;
  useEffect(() => {
    // The bar appears with the first change, maybe over its field.
    if (isShown) document.activeElement?.scrollIntoView({ block: "nearest" });
  }, [isShown]);
  const discard = () => {
    const form = bar.current?.closest("form");
    onDiscard();
    // The bar ends with its changes, and fields may have been replaced.
    requestAnimationFrame(() =>
      form?.querySelector<HTMLElement>("input, select, textarea")?.focus({ preventScroll: true }),
    );
  };
  return (
    <div ref={bar} className={isShown ? "save-bar" : undefined}>
      {isShown ? children : null}
      <div className="row save-bar-in small">
        {changes > 0 ? <Discard text={t("draft.changes", { count: changes })} onDiscard={discard} /> : null}
        <p role="status">{changes === 0 && !busy ? saved : ""}</p>
        {isShown ? (
          <button type="submit" className="btn solid s" aria-disabled={busy || changes === 0 || undefined}>
            {label}
          </button>
        ) : null}
      </div>
    </div>
  );
}
