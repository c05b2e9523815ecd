import { useTranslation } from "react-i18next";
import type { FormDraft } from "../../lib/drafts/use-form-draft.ts";
import { formatMoment } from "../format/local-time.ts";
import { Discard } from "./discard.tsx";
import "./form-note.css";

type DraftNoticeProps = {
  draft: Pick<FormDraft, "restoredAt"> & Partial<Pick<FormDraft, "picture">>;
  /** Discards the draft and resets the form. Undefined if the form has a `SaveBar`, which does. */
  onDiscard?: () => void;
};

/** Says that what was typed into a form before was restored, and offers to discard it. */
export function DraftNotice({ draft: { restoredAt, picture }, onDiscard }: DraftNoticeProps) {
  const { t, i18n } = useTranslation();
  if (restoredAt === undefined) return null;
  const text = t("draft.restored", { when: formatMoment(restoredAt, i18n.language) });
  return (
    <div className="form-note draft-notice">
      <p className="small row">
        {onDiscard === undefined ? <span>{text}</span> : <Discard text={text} onDiscard={onDiscard} />}
      </p>
      {picture?.lost ? (
        <p className="small b">{t("draft.pictureLost", { name: picture.name ?? "" })}</p>
      ) : null}
    </div>
  );
}
