import { useTranslation } from "react-i18next";
import { DraftNotice } from "../../../../ui/forms/draft-notice.tsx";
import type { StoredImages } from "./layers/use-stored-images.ts";
import type { EditorComponents } from "./state/use-components.ts";

type DraftStateProps = {
  parts: EditorComponents;
  images: StoredImages;
  /** When the restored draft was saved; undefined if none was restored. */
  restoredAt: string | undefined;
  onDiscard(): void;
};

/** Says that a draft was restored, what others changed meanwhile, and what of the draft is lost. */
export function DraftState({ parts, images, restoredAt, onDiscard }: DraftStateProps) {
  const { t, i18n } = useTranslation();
  const { conflicts, gone } = parts;
  const names = new Intl.ListFormat(i18n.language).format(
    conflicts.map(({ draft }) => draft.name || t("components.nameless")),
  );
  return (
    <div className="ed-draft">
      <DraftNotice draft={{ restoredAt }} onDiscard={onDiscard} />
      <div role="status">
        {conflicts.length === 0 ? null : (
          <div className="form-note">
            <p className="small">{t("components.draft.conflict", { count: conflicts.length, names })}</p>
            <p className="row">
              <button type="button" className="btn s" onClick={() => parts.resolve("own")}>
                {t("components.draft.keepOwn")}
              </button>
              <button type="button" className="btn s" onClick={() => parts.resolve("saved")}>
                {t("components.draft.useSaved")}
              </button>
            </p>
          </div>
        )}
        {gone === 0 ? null : (
          <Lost text={t("components.draft.gone", { count: gone })} dismiss={parts.dismissGone} />
        )}
        {images.lost.map((name) => (
          <Lost key={name} text={t("draft.pictureLost", { name })} dismiss={images.dismissLost} />
        ))}
      </div>
    </div>
  );
}

function Lost({ text, dismiss }: { text: string; dismiss(): void }) {
  const { t } = useTranslation();
  return (
    <p className="form-note small">
      <span>{text}</span>
      <button type="button" className="u" onClick={dismiss}>
        {t("components.add.dismiss")}
      </button>
    </p>
  );
}
