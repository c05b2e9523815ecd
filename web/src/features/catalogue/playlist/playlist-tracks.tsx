import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import type { PlaylistPage } from "@wrapsody/shared/catalogue/playlists.ts";
import { useTranslation } from "react-i18next";
import { paths } from "../../../paths.ts";
import { PlayButton } from "../../../shell/player/play-button.tsx";
import type { PlayOrigin } from "../../../shell/player/play-origin.ts";
import { usePlayerPart } from "../../../shell/player/player.ts";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { formatDuration } from "../../../ui/format/format.ts";
import { CoverLink } from "../../../ui/pictures/cover-link.tsx";
import { SongActions } from "../library/song-actions.tsx";
import { originOfPlaylist } from "./playlist-data.ts";

/** The public songs of a playlist in order. */
export function PlaylistTracks({ playlist }: { playlist: PlaylistPage }) {
  const { songs } = playlist;
  const from = originOfPlaylist(playlist);
  const { t } = useTranslation();
  return (
    <section className="album-tracks" aria-labelledby="playlist-songs">
      <h2 id="playlist-songs" className="vh">
        {t("playlist.songs")}
      </h2>
      {songs.length === 0 ? (
        <EmptyState title={t("playlist.empty")} />
      ) : (
        <ol>
          {songs.map((song, at) => (
            <SongRow key={song.id} song={song} from={from} number={at + 1} />
          ))}
        </ol>
      )}
    </section>
  );
}

function SongRow({ song, from, number }: { song: Song; from: PlayOrigin; number: number }) {
  const { t } = useTranslation();
  const sounding = usePlayerPart((player) => player.playing && player.song?.id === song.id);
  return (
    <li className="album-track" aria-current={sounding || undefined}>
      <PlayButton song={song} from={from} className="sq" />
      <span className="code-l dim album-no">{number}</span>
      <SongName song={song} />
      <span className="code-l album-time">
        {song.audio_uri === null ? t("wrap.noAudio") : formatDuration(song.duration)}
      </span>
      <SongActions song={song} />
    </li>
  );
}

/** Links to a song, with its artist. */
export function SongName({ song }: { song: Song }) {
  return (
    <span className="album-name">
      <CoverLink className="b" to={paths.wrap(song.pretty_id)}>
        {song.name}
      </CoverLink>
      <span className="small dim">{song.artist}</span>
    </span>
  );
}
