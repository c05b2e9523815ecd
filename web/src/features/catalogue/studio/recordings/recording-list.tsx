import { studioLimits } from "@wrapsody/shared/studio.ts";
import type { TFunction } from "i18next";
import X from "lucide-react/icons/x";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ApiError } from "../../../../lib/api/api-fetch.ts";
import { paths } from "../../../../paths.ts";
import { errorKey } from "../../../accounts/index.ts";
import { studioErrorText } from "../error-messages.ts";
import { audioErrorText } from "../manage/audio/audio-errors.ts";
import { isMasterName } from "../manage/audio/audio-files.ts";
import type { Recording } from "./recording-store.ts";
import type { RecordingTags } from "./recording-tags.ts";

type RecordingListProps = {
  recordings: readonly Recording[];
  hasCommonCover: boolean;
  busy: boolean;
  setTitle(id: number, title: string): void;
  remove(id: number): void;
};

/** The chosen recordings, with what their tags say and how far each is. */
export function RecordingList({ recordings, ...more }: RecordingListProps) {
  return (
    <ol className="recording-rows">
      {recordings.map((recording) => (
        <RecordingRow key={recording.id} recording={recording} {...more} />
      ))}
    </ol>
  );
}

type RowProps = Omit<RecordingListProps, "recordings"> & { recording: Recording };

function RecordingRow({ recording, hasCommonCover, busy, setTitle, remove }: RowProps) {
  const { t } = useTranslation();
  const { id, file, title, tags, cover, state, song } = recording;
  const isRefused = state.step === "refused";
  const isOpen = !isRefused && song === undefined && !["waiting", "sending"].includes(state.step);
  const field = `recording-${id}`;
  return (
    <li>
      <div className="f">
        <label htmlFor={field} className="small">
          {file.name}
        </label>
        {isRefused ? null : (
          <div className="in">
            <input
              id={field}
              aria-label={t("recordings.titleOf", { name: file.name })}
              value={title}
              maxLength={studioLimits.name}
              autoComplete="off"
              readOnly={!isOpen}
              onChange={({ currentTarget }) => setTitle(id, currentTarget.value)}
            />
          </div>
        )}
        {isRefused || state.step === "reading" ? null : (
          <p className="meta dim">
            {describeTags(t, tags, cover !== undefined)}{" "}
            {cover === undefined && !hasCommonCover && song === undefined ? (
              <span className="b">{t("recordings.needsCover")}</span>
            ) : null}
          </p>
        )}
      </div>
      <p className="small recording-state" role={state.step === "failed" || isRefused ? "alert" : undefined}>
        <State recording={recording} />
      </p>
      {isOpen || isRefused ? (
        <button
          type="button"
          className="sq"
          aria-label={t("recordings.remove", { name: file.name })}
          aria-disabled={busy || undefined}
          onClick={() => {
            if (!busy) remove(id);
          }}
        >
          <X className="i" aria-hidden="true" />
        </button>
      ) : (
        <span />
      )}
    </li>
  );
}

/** Names what was read from the tags. */
function describeTags(t: TFunction, tags: RecordingTags, hasCover: boolean): string {
  const { title, album, trackNumber, isrc, date, genres, hasLyrics } = tags;
  const parts = [
    album === undefined ? undefined : [trackNumber, album].filter((part) => part !== undefined).join(" · "),
    isrc === undefined ? undefined : `${t("wrap.isrc")} ${isrc}`,
    date,
    ...genres,
    hasLyrics ? t("recordings.lyrics") : undefined,
    hasCover ? t("recordings.cover") : undefined,
  ].filter((part) => part !== undefined);
  if (title === undefined && parts.length === 0) return t("recordings.noTags");
  return [...parts, ...(title === undefined ? [t("recordings.titleFromName")] : [])].join(", ");
}

function State({ recording: { state, song, file } }: { recording: Recording }) {
  const { t } = useTranslation();
  switch (state.step) {
    case "refused":
      return <span className="msg">{audioErrorText(t, state.reason)}</span>;
    case "failed":
      return <span className="msg">{reasonOf(t, state.error)}</span>;
    case "sending":
      return t("manage.percent", { percent: Math.round(state.sent * 100) });
    case "done":
      return song === undefined ? null : (
        <Link className="u b" to={paths.manage(song.id)}>
          {t(isMasterName(file.name) ? "recordings.step.doneMaster" : "recordings.step.done")}
        </Link>
      );
    default:
      return t(`recordings.step.${state.step}`);
  }
}

function reasonOf(t: TFunction, error: ApiError): string {
  const [first] = error.errors;
  if (first?.field === "audio" || first?.field === "master") return audioErrorText(t, first.message);
  if (first !== undefined) return studioErrorText(t, first.message);
  if (error.code === "E0072") return audioErrorText(t, error.message);
  if (error.code === "E0029") return t("wrapForm.sentBefore");
  return error.status === 0 ? t("recordings.notSent") : t(errorKey(error));
}
