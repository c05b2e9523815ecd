import { studioLimits } from "@wrapsody/shared/studio/studio.ts";
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
import { RecordingDetails } from "./recording-details.tsx";
import type { Recording } from "./recording-store.ts";
import { type TagChanges, titleOf } from "./recording-tags.ts";

type RecordingListProps = {
  recordings: readonly Recording[];
  hasCommonCover: boolean;
  busy: boolean;
  setTitle(id: number, title: string): void;
  changeTags(id: number, changes: TagChanges): void;
  remove(id: number): void;
};

/** The chosen recordings, with what their tags say and how far each is. */
export function RecordingList({ recordings, ...more }: RecordingListProps) {
  return (
    <>
      <FileNames recordings={recordings} setTitle={more.setTitle} />
      <ol className="recording-rows">
        {recordings.map((recording) => (
          <RecordingRow key={recording.id} recording={recording} {...more} />
        ))}
      </ol>
    </>
  );
}

/** Returns whether the title and the tags can still be changed. */
function isChangeable({ state, song }: Recording): boolean {
  return song === undefined && ["ready", "failed", "kept"].includes(state.step);
}

/** Takes the titles of all recordings from their file names, apart from typed titles. */
function FileNames({ recordings, setTitle }: Pick<RecordingListProps, "recordings" | "setTitle">) {
  const { t } = useTranslation();
  const others = recordings.filter(
    (each) => isChangeable(each) && each.title === each.tags.title && each.title !== titleOf(each.file),
  );
  if (others.length < 2) return null;
  return (
    <button
      type="button"
      className="btn s"
      onClick={() => {
        for (const { id, file } of others) setTitle(id, titleOf(file));
      }}
    >
      {t("recordings.fileNames", { count: others.length })}
    </button>
  );
}

type RowProps = Omit<RecordingListProps, "recordings"> & { recording: Recording };

function RecordingRow({ recording, hasCommonCover, busy, setTitle, changeTags, remove }: RowProps) {
  const { t } = useTranslation();
  const { id, file, title, cover, state, song } = recording;
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
          <>
            <p className="meta dim">{describeTags(t, recording)}</p>
            {isChangeable(recording) ? <TitleChoice recording={recording} setTitle={setTitle} /> : null}
            <RecordingDetails
              recording={recording}
              fixed={!isChangeable(recording)}
              change={(changes) => changeTags(id, changes)}
            />
          </>
        )}
      </div>
      <p className="small recording-state" role={state.step === "failed" || isRefused ? "alert" : undefined}>
        <State recording={recording} needsCover={cover === undefined && !hasCommonCover} />
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

/** Offers the other of the two titles that a file has: its name, or that of its tags. */
function TitleChoice({
  recording: { id, file, title, tags },
  setTitle,
}: Pick<RowProps, "recording" | "setTitle">) {
  const { t } = useTranslation();
  const name = titleOf(file);
  const [other, key] = title === name ? [tags.title, "useTags"] : [name, "useName"];
  if (other === undefined || other === title) return null;
  return (
    <button type="button" className="small u" onClick={() => setTitle(id, other)}>
      {t(`recordings.${key}`, { title: other })}
    </button>
  );
}

/** Names what was read from the tags, and how. */
function describeTags(t: TFunction, { tags, reading, cover }: Recording): string {
  const { title, album, trackNumber, isrc, date, genres, hasLyrics } = tags;
  const parts = [
    album === undefined ? undefined : [trackNumber, album].filter((part) => part !== undefined).join(" · "),
    isrc === undefined ? undefined : `${t("wrap.isrc")} ${isrc}`,
    date,
    ...genres,
    hasLyrics ? t("recordings.lyrics") : undefined,
    cover === undefined ? undefined : t("recordings.cover"),
    reading.codePage === undefined ? undefined : t("recordings.codePage", { name: reading.codePage }),
    reading.hasUnreadable ? t("recordings.unreadable") : undefined,
  ].filter((part) => part !== undefined);
  if (title === undefined && parts.length === 0) return t("recordings.noTags");
  return [...parts, ...(title === undefined ? [t("recordings.titleFromName")] : [])].join(", ");
}

function State({
  recording: { state, song, file },
  needsCover,
}: {
  recording: Recording;
  needsCover: boolean;
}) {
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
    case "ready":
      return needsCover ? (
        <span className="state wait b">{t("recordings.needsCover")}</span>
      ) : (
        <span className="state on">{t("recordings.step.ready")}</span>
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
