import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import { usePlayerPart } from "../../../shell/player/player.ts";
import { SongWaveform } from "../../../shell/player/song-waveform.tsx";
import { formatDuration } from "../../../ui/format/format.ts";

/** Waveform across the sleeve, filled up to the playback position. Renders nothing without audio. */
export function WrapWave({ song, peaks }: { song: Song; peaks: number[] }) {
  const { position, duration } = usePlaybackPosition(song);
  if (song.audio_uri === null) return null;
  return (
    <div className="hero-wave">
      <span className="code">{formatDuration(position)}</span>
      <SongWaveform songId={song.id} peaks={peaks} />
      <span className="code">{formatDuration(duration)}</span>
    </div>
  );
}

/** Returns the playback position in whole seconds; 0 while the player has another song. */
export function usePlaybackPosition(song: Song): { position: number; duration: number } {
  const position = usePlayerPart((player) => (player.song?.id === song.id ? Math.floor(player.position) : 0));
  const duration = usePlayerPart((player) => (player.song?.id === song.id ? Math.round(player.duration) : 0));
  return { position, duration: duration || song.duration };
}
