import type { Song } from "@wrapsody/shared/catalogue.ts";
import { usePlayerPart } from "../../../shell/player/player.ts";
import { SongWaveform } from "../../../shell/player/song-waveform.tsx";
import { formatDuration } from "../../../ui/format/format.ts";

/** The song drawn across the whole sleeve, as far as it was played. A song without audio has nothing to draw. */
export function WrapWave({ song, peaks }: { song: Song; peaks: number[] }) {
  const { position, duration } = usePlaybackPosition(song);
  if (song.audio_uri === null) return null;
  return (
    <div className="hero-wave">
      <div className="split code">
        <span>{formatDuration(position)}</span>
        <span>{formatDuration(duration)}</span>
      </div>
      <SongWaveform songId={song.id} peaks={peaks} />
    </div>
  );
}

/** How far a song was played, in whole seconds: nothing while another one is in the player. */
export function usePlaybackPosition(song: Song): { position: number; duration: number } {
  const position = usePlayerPart((player) => (player.song?.id === song.id ? Math.floor(player.position) : 0));
  const duration = usePlayerPart((player) => (player.song?.id === song.id ? player.duration : 0));
  return { position, duration: duration || song.duration };
}
