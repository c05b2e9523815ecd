import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ApiError } from "../../../../lib/api/api-fetch.ts";
import { paths } from "../../../../paths.ts";
import { formatMoment, formatTime } from "../../../../ui/format/local-time.ts";
import { ConfirmButton, FormAlert, FormFailure } from "../../../accounts/index.ts";
import { PlanLimit } from "../create/plan-limit.tsx";
import type { Autosave } from "./use-draft.ts";

type DraftNoticesProps = {
  autosave: Autosave;
  /** Discards the draft. Undefined if the form has a `SaveBar`, which does. */
  startOver: (() => void) | undefined;
  isNew: boolean;
};

/** Explains that the draft was restored, or changed in another tab. */
export function DraftNotices({ autosave, startOver, isNew }: DraftNoticesProps) {
  const { t, i18n } = useTranslation();
  const { restored, savedAt, elsewhere } = autosave;
  return (
    <>
      <div role="status">
        {elsewhere === undefined ? null : (
          <p className="form-note small">
            {t(`wrapForm.draft.${elsewhere}`)}{" "}
            {elsewhere === "ended" && isNew ? (
              <Link className="u b" to={paths.myArtists()}>
                {t("wrapForm.draft.toArtists")}
              </Link>
            ) : null}
          </p>
        )}
      </div>
      {restored && savedAt !== undefined ? (
        <div className="form-note row">
          <p className="small">
            {t("wrapForm.draft.restored", { when: formatMoment(savedAt, i18n.language) })}
          </p>
          {startOver === undefined ? null : (
            <ConfirmButton
              label={t("wrapForm.draft.startOver")}
              title={t("wrapForm.draft.startOverTitle")}
              text={t(isNew ? "wrapForm.draft.startOverText" : "wrapForm.draft.discardChanges")}
              confirm={t("wrapForm.draft.startOver")}
              run={async () => startOver()}
            />
          )}
        </div>
      ) : null}
    </>
  );
}

/** Shows when the draft was saved, or that it cannot be saved. */
export function SavedAt({ autosave: { savedAt, forbidden } }: { autosave: Autosave }) {
  const { t } = useTranslation();
  if (forbidden) return <span className="small b">{t("wrapForm.draft.forbidden")}</span>;
  if (savedAt === undefined) return <span className="small dim">{t("wrapForm.draft.saved")}</span>;
  return <span className="small dim">{t("wrapForm.draft.savedAt", { time: formatTime(savedAt) })}</span>;
}

/** Shows why a song could not be created, if the failure belongs to no field. */
export function FailureNotice({ failure }: { failure: ApiError | undefined }) {
  const { t } = useTranslation();
  if (failure?.code === "E0025") return <PlanLimit of="songs" />;
  if (failure?.code === "E0029") {
    return (
      <div className="form-note">
        <FormAlert text={t("wrapForm.sentBefore")} />
        <Link className="u b small" to={paths.myArtists()}>
          {t("wrapForm.draft.toArtists")}
        </Link>
      </div>
    );
  }
  return <FormFailure failure={failure} otherwise="wrapForm.failed" />;
}
