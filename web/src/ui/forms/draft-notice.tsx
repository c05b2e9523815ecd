import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FormDraft } from "../../lib/drafts/use-form-draft.ts";
import { formatMoment } from "../format/local-time.ts";
import "./form-note.css";

type DraftNoticeProps = {
  draft: Pick<FormDraft, "restoredAt"> & Partial<Pick<FormDraft, "picture">>;
  /** Discards the draft and resets the form. */
  onDiscard(): void;
};

/** Says that what was typed into a form before was restored, and offers to discard it. */
export function DraftNotice({ draft: { restoredAt, picture }, onDiscard }: DraftNoticeProps) {
  const { t, i18n } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const confirm = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAsking) confirm.current?.focus();
  }, [isAsking]);
  if (restoredAt === undefined) return null;
  const when = formatMoment(restoredAt, i18n.language);
  return (
    <div className="form-note draft-notice">
      <p className="small row">
        <span>{isAsking ? t("draft.question") : t("draft.restored", { when })}</span>
        {isAsking ? (
          <>
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
        ) : (
          <button type="button" className="u" onClick={() => setAsking(true)}>
            {t("draft.discard")}
          </button>
        )}
      </p>
      {picture?.lost ? (
        <p className="small b">{t("draft.pictureLost", { name: picture.name ?? "" })}</p>
      ) : null}
    </div>
  );
}
