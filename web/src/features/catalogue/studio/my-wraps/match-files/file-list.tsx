import { wrapNumber } from "@wrapsody/shared/catalogue/catalogue-numbers.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { audioErrorText } from "../../manage/audio/audio-errors.ts";
import type { MatchableSong, MatchedFile } from "./match-files.ts";
import { type Assignment, type UploadState, useFileUploads } from "./use-file-uploads.ts";

type FileListProps = { matches: readonly MatchedFile[]; restart(): void };

/** Shows which file goes to which wrap, and uploads them. Files that would replace something are left out at first. */
export function FileList({ matches, restart }: FileListProps) {
  const { t } = useTranslation();
  const [assignments, setAssignments] = useState<readonly Assignment[]>(() =>
    matches.map((match) => ({ match, song: toDefault(match) })),
  );
  const { states, busy, start } = useFileUploads(assignments);
  const assign = (index: number, song: MatchableSong | undefined) =>
    setAssignments((before) => before.map((row, at) => (at === index ? { ...row, song } : row)));
  const done = states.filter((state) => state?.step === "done").length;
  const left = assignments.filter(({ song }, at) => song !== undefined && states[at]?.step !== "done").length;
  return (
    <div className="name-match-list">
      <ul>
        {assignments.map((assignment, index) => (
          <FileRow
            key={assignment.match.id}
            assignment={assignment}
            state={states[index]}
            busy={busy}
            assign={(song) => assign(index, song)}
          />
        ))}
      </ul>
      <p className="small" role="status">
        {done === 0 ? "" : t("manage.files.done", { count: done })}
      </p>
      <div className="row name-match-do">
        {left === 0 ? null : (
          <button type="button" className="btn go" aria-disabled={busy || undefined} onClick={start}>
            {t(busy ? "manage.files.busy" : "manage.files.send", { count: left })}
          </button>
        )}
        {busy ? null : (
          <button type="button" className="btn" onClick={restart}>
            {t("manage.files.restart")}
          </button>
        )}
      </div>
    </div>
  );
}

/** Whether a wrap has what the file is, or will have it once its audio is encoded. */
function hasFile({ kind }: MatchedFile, song: MatchableSong): boolean {
  if (kind === "artwork") return song.image !== null;
  if (song.next_step === "WAIT_FOR_AUDIO") return true;
  return song.audio_state !== "NONE" && song.audio_state !== "FAILED";
}

function toDefault(match: MatchedFile): MatchableSong | undefined {
  const [only, ...others] = match.songs;
  return only !== undefined && others.length === 0 && !hasFile(match, only) ? only : undefined;
}

type FileRowProps = {
  assignment: Assignment;
  state: UploadState | undefined;
  busy: boolean;
  assign(song: MatchableSong | undefined): void;
};

function FileRow({ assignment: { match, song }, state, busy, assign }: FileRowProps) {
  const { t } = useTranslation();
  const { file, kind, refusal, songs } = match;
  const isFixed = busy || state?.step === "done";
  return (
    <li>
      <span className="name-match-file">
        <span className="b">{file.name}</span>
        <span className="small dim">{t(`manage.files.kind.${kind ?? "none"}`)}</span>
      </span>
      {songs.length === 0 ? (
        <span className="small dim">
          {refusal !== undefined
            ? audioErrorText(t, refusal)
            : t(kind === undefined ? "manage.files.unusable" : "manage.files.noWrap")}
        </span>
      ) : (
        <select
          aria-label={t("manage.files.target", { name: file.name })}
          value={song?.id ?? ""}
          disabled={isFixed}
          onChange={({ target }) => assign(songs.find(({ id }) => String(id) === target.value))}
        >
          <option value="">{t("manage.files.skip")}</option>
          {songs.map((candidate) => (
            <option key={candidate.id} value={candidate.id}>
              {t(hasFile(match, candidate) ? "manage.files.replace" : "manage.files.add", {
                name: candidate.name,
                artist: creditOf(candidate, songs),
              })}
            </option>
          ))}
        </select>
      )}
      <Progress state={state} />
    </li>
  );
}

/** Names the artist of a wrap, with the wrap's number if several have its title and artist. */
function creditOf({ id, name, artist }: MatchableSong, songs: readonly MatchableSong[]): string {
  const isRepeated = songs.some((song) => song.id !== id && song.name === name && song.artist === artist);
  return isRepeated ? `${artist}, ${wrapNumber(id)}` : artist;
}

function Progress({ state }: { state: UploadState | undefined }) {
  const { t } = useTranslation();
  if (state === undefined) return <span />;
  if (state.step === "failed")
    return (
      <span className="msg small" role="alert">
        {state.reason}
      </span>
    );
  const percent = state.step === "sending" ? Math.round(state.sent * 100) : 100;
  return (
    <span className={`state small ${state.step === "done" ? "on" : "wait"}`}>
      {state.step === "done" ? t("manage.files.uploaded") : t("manage.percent", { percent })}
    </span>
  );
}
