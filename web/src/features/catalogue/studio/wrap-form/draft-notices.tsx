import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { daysAgo, formatDay, formatTime } from "../../../../ui/format/local-time.ts";
import { ConfirmButton } from "../../../accounts/index.ts";
import type { Autosave } from "./use-draft.ts";

/** What became of the draft since the page was last open, and what another tab does to it. */
export function DraftNotices({ autosave, startOver }: { autosave: Autosave; startOver(): void }) {
  const { t, i18n } = useTranslation();
  const { restored, savedAt, elsewhere } = autosave;
  return (
    <>
      <div role="status">
        {elsewhere === undefined ? null : (
          <p className="form-note small">
            {t(`wrapForm.draft.${elsewhere}`)}{" "}
            {elsewhere === "ended" ? (
              <Link className="u b" to={paths.myArtists()}>
                {t("wrapForm.draft.toArtists")}
              </Link>
            ) : null}
          </p>
        )}
      </div>
      {restored && savedAt !== undefined ? (
        <div className="form-note row">
          <p className="small">{t("wrapForm.draft.restored", { when: momentOf(savedAt, i18n.language) })}</p>
          <ConfirmButton
            label={t("wrapForm.draft.startOver")}
            title={t("wrapForm.draft.startOverTitle")}
            text={t("wrapForm.draft.startOverText")}
            confirm={t("wrapForm.draft.startOver")}
            run={async () => startOver()}
          />
        </div>
      ) : null}
    </>
  );
}

/** When the draft was last kept; or that it is not. */
export function SavedAt({ autosave: { savedAt, forbidden } }: { autosave: Autosave }) {
  const { t } = useTranslation();
  if (forbidden) return <span className="small b">{t("wrapForm.draft.forbidden")}</span>;
  if (savedAt === undefined) return <span className="small dim">{t("wrapForm.draft.will")}</span>;
  return <span className="small dim">{t("wrapForm.draft.kept", { time: formatTime(savedAt) })}</span>;
}

/** The time alone where it was today. */
function momentOf(savedAt: string, language: string): string {
  const time = formatTime(savedAt);
  return daysAgo(savedAt, new Date().toISOString()) === 0 ? time : `${formatDay(savedAt, language)}, ${time}`;
}
