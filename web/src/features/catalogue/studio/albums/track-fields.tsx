import { wrapNumber } from "@wrapsody/shared/catalogue/catalogue-numbers.ts";
import { getMySongs, type ListingState } from "@wrapsody/shared/studio/studio.ts";
import type { TFunction } from "i18next";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import X from "lucide-react/icons/x";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { apiFetch } from "../../../../lib/api/api-fetch.ts";
import { paths } from "../../../../paths.ts";
import { StatusMessage, useStatusMessage } from "../../../../ui/feedback/status-message.tsx";
import { TermNote } from "../../../../ui/format/term-note.tsx";
import { Field } from "../../../../ui/forms/field.tsx";
import { StoredValue } from "../../../../ui/forms/stored-value.tsx";
import { searchList } from "../../../../ui/pickers/own-lists.ts";
import { Picker } from "../../../../ui/pickers/picker.tsx";
import type { PickerSource } from "../../../../ui/pickers/picker-options.ts";
import { studioErrorText } from "../error-messages.ts";
import { addTrack, type DraftTrack, moveTrack } from "./album-draft.ts";

type TrackFieldsProps = {
  /** Id of the artist, whose wraps can be added; empty until one is chosen. */
  artist: string;
  tracks: readonly DraftTrack[];
  /** Error messages by field of the body. */
  problems: Readonly<Record<string, string>>;
  /** `fields` are the fields whose errors no longer apply. */
  onChange(tracks: readonly DraftTrack[], ...fields: string[]): void;
};

/** The tracks of an album: added by a search, numbered, moved and removed. */
export function TrackFields({ artist, tracks, problems, onChange }: TrackFieldsProps) {
  const { t } = useTranslation();
  const [status, announce] = useStatusMessage();
  const source = useTrackSource(artist);
  const list = useRef<HTMLOListElement>(null);
  // Errors name tracks by their place, which adding, moving and removing change.
  const places = Object.keys(problems).filter((field) => field.startsWith("tracks."));
  const move = (track: DraftTrack, by: -1 | 1) => {
    const moved = moveTrack(tracks, track.key, by);
    onChange(moved, ...places);
    const number = moved.findIndex(({ key }) => key === track.key) + 1;
    announce(t("wrapForm.row.moved", { name: track.name, number, count: moved.length }));
  };
  const remove = (track: DraftTrack) => {
    const at = tracks.indexOf(track);
    onChange(
      tracks.filter((other) => other !== track),
      ...places,
    );
    announce(t("wrapForm.row.removed", { name: track.name }));
    const next = tracks[at + 1] ?? tracks[at - 1];
    const row =
      next && list.current?.querySelector<HTMLElement>(`[data-key="${next.key}"] [data-act=remove]`);
    (row ?? list.current?.closest("form")?.querySelector<HTMLElement>(".album-add input"))?.focus();
  };
  return (
    <fieldset className="album-tracks-field">
      <legend className="head">{t("album.trackList")}</legend>
      <p className="small dim">{t("albums.form.tracksHint")}</p>
      <TermNote term="isrc" />
      <StoredValue name="tracks" value={JSON.stringify(tracks)} />
      <ol ref={list}>
        {tracks.map((track, at) => (
          <TrackRow
            key={track.key}
            track={track}
            isFirst={at === 0}
            isLast={at === tracks.length - 1}
            problem={(field) => studioErrorText(t, problems[`tracks.${at}.${field}`])}
            onEdit={(changed, field) =>
              onChange(tracks.with(at, { ...track, ...changed }), `tracks.${at}.${field}`)
            }
            onMove={(by) => move(track, by)}
            onRemove={() => remove(track)}
          />
        ))}
      </ol>
      <div className="album-add">
        {artist === "" ? (
          <p className="small">{t("albums.form.artistFirst")}</p>
        ) : (
          <Picker
            label={t("albums.form.add")}
            name=""
            source={source}
            chosen={undefined}
            placeholder={t("albums.form.addPlaceholder")}
            problem={studioErrorText(t, problems.tracks)}
            onChoose={(option) => {
              if (option === undefined) return;
              onChange(addTrack(tracks, option));
              announce(t("albums.form.added", { name: option.name }));
            }}
          />
        )}
      </div>
      <StatusMessage {...status} />
    </fieldset>
  );
}

type TrackRowProps = {
  track: DraftTrack;
  isFirst: boolean;
  isLast: boolean;
  problem(field: "track_number" | "isrc" | "song_id"): string | undefined;
  onEdit(changed: Partial<DraftTrack>, field: "track_number" | "isrc"): void;
  onMove(by: -1 | 1): void;
  onRemove(): void;
};

function TrackRow({ track, isFirst, isLast, problem, onEdit, onMove, onRemove }: TrackRowProps) {
  const { t } = useTranslation();
  const { key, songId, name, detail, number, isrc } = track;
  const control = (act: "up" | "down" | "remove", Sign: typeof X, run: (() => void) | undefined) => (
    <button
      type="button"
      className="sq"
      data-act={act}
      aria-label={t(`wrapForm.row.${act}`, { name })}
      aria-disabled={run === undefined || undefined}
      onClick={run}
    >
      <Sign className="i" aria-hidden="true" />
    </button>
  );
  return (
    <li className="album-row" data-key={key}>
      <Field
        label={t("albums.form.number")}
        name={`track.${key}.number`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        value={number}
        aria-label={t("albums.form.numberOf", { name })}
        problem={problem("track_number")}
        onChange={({ currentTarget }) => onEdit({ number: currentTarget.value }, "track_number")}
      />
      <div className="album-row-name">
        <Link className="b" to={paths.manage(songId)}>
          {name}
        </Link>
        <span className="small dim num">{detail}</span>
        {problem("song_id") === undefined ? null : <p className="msg">{problem("song_id")}</p>}
      </div>
      <Field
        label={t("wrap.isrc")}
        name={`track.${key}.isrc`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        value={isrc}
        aria-label={t("albums.form.isrcOf", { name })}
        problem={problem("isrc")}
        onChange={({ currentTarget }) => onEdit({ isrc: currentTarget.value }, "isrc")}
      />
      <span className="album-row-acts">
        {control("up", ArrowUp, isFirst ? undefined : () => onMove(-1))}
        {control("down", ArrowDown, isLast ? undefined : () => onMove(1))}
        {control("remove", X, onRemove)}
      </span>
    </li>
  );
}

/** The wraps of an artist in every state. */
function useTrackSource(artist: string): PickerSource {
  const { t } = useTranslation();
  return {
    queryKey: [`${getMySongs.method} ${getMySongs.path}`, { artist }],
    async load(search, signal) {
      const list = searchList(search, "text");
      const ofArtist = { key: "artist_id", operator: "==", value: artist } as const;
      const { data, total } = await apiFetch(
        getMySongs,
        { list: { ...list, filters: [...list.filters, ofArtist] } },
        signal,
      );
      const options = data.map(({ id, name, image, status }) => ({
        id: String(id),
        name,
        detail: trackDetail(t, id, status),
        image,
      }));
      return { options, total };
    },
  };
}

/** Returns the number of a wrap and, unless it is public, its state. */
export function trackDetail(t: TFunction, songId: number, status: ListingState): string {
  return [wrapNumber(songId), ...(status === "ACTIVE" ? [] : [t(`manage.state.${status}`)])].join(", ");
}
