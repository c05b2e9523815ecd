import type { AlbumPage } from "@wrapsody/shared/catalogue/catalogue.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { PlayButton } from "../../../shell/player/play-button.tsx";
import type { PlayOrigin } from "../../../shell/player/play-origin.ts";
import { usePlayerPart } from "../../../shell/player/player.ts";
import { formatDuration } from "../../../ui/format/format.ts";
import { TermNote } from "../../../ui/format/term-note.tsx";
import { SongActions } from "../library/song-actions.tsx";
import { type AlbumTrack, originOfAlbum } from "./album-data.ts";

/** Public tracks of an album in order. */
export function AlbumTracks({ album }: { album: AlbumPage }) {
  const { t } = useTranslation();
  const from = originOfAlbum(album);
  return (
    <section className="album-tracks" aria-labelledby="album-tracks">
      <h2 id="album-tracks" className="vh">
        {t("album.trackList")}
      </h2>
      <ol>
        {album.tracks.map((track) => (
          <Track
            key={`${track.track_number} ${track.song.id}`}
            track={track}
            from={from}
            albumArtist={album.artist.name}
          />
        ))}
      </ol>
      {album.tracks.some(({ isrc }) => isrc !== null) ? <TermNote term="isrc" /> : null}
    </section>
  );
}

function Track({ track, from, albumArtist }: { track: AlbumTrack; from: PlayOrigin; albumArtist: string }) {
  const { t } = useTranslation();
  const { song, track_number, isrc } = track;
  const sounding = usePlayerPart((player) => player.playing && player.song?.id === song.id);
  return (
    <li value={track_number} className="album-track" aria-current={sounding || undefined}>
      <PlayButton song={song} from={from} className="sq" />
      <span className="code-l dim album-no">{track_number}</span>
      <span className="album-name">
        <Link className="b" to={paths.wrap(song.pretty_id)}>
          {song.name}
        </Link>
        {song.artist !== albumArtist && <span className="small dim">{song.artist}</span>}
      </span>
      {isrc !== null && (
        <span className="code dim album-isrc">
          <span className="vh">{t("wrap.isrc")} </span>
          {isrc}
        </span>
      )}
      <span className="code-l album-time">
        {song.audio_uri === null ? t("wrap.noAudio") : formatDuration(song.duration)}
      </span>
      <SongActions song={song} />
    </li>
  );
}
