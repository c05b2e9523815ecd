import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

type DiscardProps = {
  /** What would be discarded. The question takes its place. */
  text: ReactNode;
  onDiscard(): void;
};

/** A text with a button that discards what was typed into a form, after a question. */
export function Discard({ text, onDiscard }: DiscardProps) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const confirm = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAsking) confirm.current?.focus();
  }, [isAsking]);
  if (!isAsking)
    return (
      <>
        <span>{text}</span>
        <button type="button" className="u" onClick={() => setAsking(true)}>
          {t("draft.discard")}
        </button>
      </>
    );
  return (
    <>
      <span>{t("draft.question")}</span>
      <button
        ref={confirm}
        type="button"
        className="u b"
        onClick={() => {
          setAsking(false);
          onDiscard();
        }}
      >
        {t("draft.discard")}
      </button>
      <button type="button" className="u" onClick={() => setAsking(false)}>
        {t("draft.keep")}
      </button>
    </>
  );
}
