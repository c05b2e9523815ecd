import { useQueryClient } from "@tanstack/react-query";
import {
  deletePlaylistSong,
  getMyPlaylist,
  getMyPlaylists,
  getPlaylist,
  type OwnPlaylist,
  patchPlaylistSong,
} from "@wrapsody/shared/catalogue/playlists.ts";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import GripVertical from "lucide-react/icons/grip-vertical";
import X from "lucide-react/icons/x";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../../lib/api/invalidate.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import { PlayButton } from "../../../shell/player/play-button.tsx";
import type { PlayOrigin } from "../../../shell/player/play-origin.ts";
import { usePlayerPart } from "../../../shell/player/player.ts";
import { StatusMessage, useStatusMessage } from "../../../ui/feedback/status-message.tsx";
import { originOfPlaylist } from "./playlist-data.ts";
import { SongName } from "./playlist-tracks.tsx";
import { placeOf, useRowDrag } from "./row-drag.ts";

type OwnTrack = OwnPlaylist["tracks"][number];

/** The songs of one's own playlist: played, moved by dragging or by buttons, and removed. */
export function OwnTracks({ own }: { own: OwnPlaylist }) {
  const { t } = useTranslation();
  const { tracks } = own;
  const from = originOfPlaylist({
    id: own.playlist.id,
    songs: tracks.flatMap(({ song }) => song ?? []),
  });
  const [status, announce] = useStatusMessage();
  const change = useOrderChange(own, () => announce(t("library.order.failed")));
  const list = useRef<HTMLOListElement>(null);
  const nameOf = ({ song }: OwnTrack) => song?.name ?? t("library.order.unavailable");
  const move = (from: number, to: number) => {
    const track = tracks[from];
    if (track === undefined || to === from || to < 0 || to >= tracks.length) return;
    const others = tracks.toSpliced(from, 1);
    change.move(others.toSpliced(to, 0, track), track.song_id, others[to - 1]?.song_id ?? null);
    announce(t("library.order.moved", { name: nameOf(track), number: to + 1, count: tracks.length }));
  };
  const remove = (at: number) => {
    const track = tracks[at];
    if (track === undefined) return;
    change.remove(tracks.toSpliced(at, 1), track.song_id);
    announce(t("library.order.removed", { name: nameOf(track) }));
    const next = tracks[at + 1] ?? tracks[at - 1];
    list.current?.querySelector<HTMLElement>(`[data-song="${next?.song_id}"] [data-act=remove]`)?.focus();
  };
  const drag = useRowDrag(list, move);
  return (
    <section className="album-tracks own-tracks" aria-labelledby="playlist-songs">
      <h2 id="playlist-songs" className="vh">
        {t("playlist.songs")}
      </h2>
      {tracks.length === 0 ? (
        <div className="void">
          <p className="lead">{t("playlist.empty")}</p>
          <p className="small dim">{t("library.order.hint")}</p>
          <Link className="btn go" to={paths.wraps()}>
            {t("wrap.browse")}
          </Link>
        </div>
      ) : (
        <ol ref={list}>
          {tracks.map((track, at) => (
            <TrackRow
              key={track.song_id}
              track={track}
              from={from}
              name={nameOf(track)}
              number={at + 1}
              place={placeOf(drag, at)}
              grip={drag.grip(at)}
              onUp={at === 0 ? undefined : () => move(at, at - 1)}
              onDown={at === tracks.length - 1 ? undefined : () => move(at, at + 1)}
              onRemove={() => remove(at)}
            />
          ))}
        </ol>
      )}
      <StatusMessage {...status} />
    </section>
  );
}

type RowProps = {
  track: OwnTrack;
  /** The playlist. */
  from: PlayOrigin;
  name: string;
  number: number;
  place: string | undefined;
  grip: ReturnType<ReturnType<typeof useRowDrag>["grip"]>;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove(): void;
};

function TrackRow({ track: { song, song_id }, from, name, number, place, grip, ...acts }: RowProps) {
  const { t } = useTranslation();
  const sounding = usePlayerPart((player) => player.playing && player.song?.id === song_id);
  const control = (act: "up" | "down" | "remove", Sign: typeof X, run: (() => void) | undefined) => (
    <button
      type="button"
      className="sq"
      data-act={act}
      aria-label={t(`library.order.${act}`, { name })}
      aria-disabled={run === undefined || undefined}
      onClick={run}
    >
      <Sign className="i" aria-hidden="true" />
    </button>
  );
  return (
    <li
      className="album-track own-track"
      data-song={song_id}
      data-place={place}
      aria-current={sounding || undefined}
    >
      {song === null ? <span /> : <PlayButton song={song} from={from} className="sq" />}
      <span className="code-l dim album-no">{number}</span>
      {song === null ? <span className="album-name small dim">{name}</span> : <SongName song={song} />}
      <span className="own-acts">
        <span className="sq grip" title={t("library.order.drag")} {...grip}>
          <GripVertical className="i" aria-hidden="true" />
        </span>
        {control("up", ArrowUp, acts.onUp)}
        {control("down", ArrowDown, acts.onDown)}
        {control("remove", X, acts.onRemove)}
      </span>
    </li>
  );
}

/**
 * Changes the order: shows it at once and sends one change after the other, each of which names songs rather than places. If one fails,
 * the order of the server is shown again.
 */
function useOrderChange({ playlist: { id } }: OwnPlaylist, onFailure: () => void) {
  const client = useQueryClient();
  const { queryKey } = queryOf(getMyPlaylist, { params: { id } });
  const sending = useRef<Promise<unknown>>(Promise.resolve());
  const pending = useRef(0);
  const apply = (tracks: OwnTrack[], send: () => Promise<unknown>) => {
    void client.cancelQueries({ queryKey });
    client.setQueryData<OwnPlaylist>(queryKey, (own) => own && { ...own, tracks });
    pending.current += 1;
    sending.current = sending.current
      .then(send)
      .catch(onFailure)
      .finally(() => {
        pending.current -= 1;
        if (pending.current === 0) invalidateQueries(client, getMyPlaylist, getMyPlaylists, getPlaylist);
      });
  };
  return {
    move: (tracks: OwnTrack[], songId: number, after: number | null) =>
      apply(tracks, () => apiFetch(patchPlaylistSong, { params: { id, songId }, body: { after } })),
    remove: (tracks: OwnTrack[], songId: number) =>
      apply(tracks, () => apiFetch(deletePlaylistSong, { params: { id, songId } })),
  };
}
