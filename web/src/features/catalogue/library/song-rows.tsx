import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import { PlayButton } from "../../../shell/player/play-button.tsx";
import { formatDuration } from "../../../ui/format/format.ts";
import { Picture } from "../../../ui/pictures/picture.tsx";
import { SongName } from "../playlist/playlist-tracks.tsx";
import { SongActions } from "./song-actions.tsx";

/** Wraps to play, like or add to a playlist. Playback continues with the next of them; `origin` identifies the list. */
export function SongRows({ songs, origin }: { songs: readonly Song[]; origin: string }) {
  const from = { id: origin, songs };
  return (
    <ul className="liked">
      {songs.map((song) => (
        <li key={song.id} className="album-track liked-row">
          <PlayButton song={song} from={from} className="sq" />
          <Picture image={song.image} alt="" sizes="3rem" />
          <SongName song={song} />
          <span className="code-l album-time">{formatDuration(song.duration)}</span>
          <SongActions song={song} />
        </li>
      ))}
    </ul>
  );
}
