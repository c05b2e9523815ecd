import { useEffect, useRef } from "react";
import { Waveform } from "../../ui/graphics/waveform.tsx";
import { playedShare, usePlayerPart } from "./player.ts";

/** A song of a minute moves by less than two pixels in a step. Moving it in every frame cost a fifth of a processor core. */
const STEP_MS = 100;

/**
 * The waveform of a song, filled up to the player's position. The fill moves without rendering; a song that is not
 * loaded has none.
 */
export function SongWaveform({
  songId,
  peaks,
  className,
}: {
  songId: number;
  peaks: number[];
  className?: string;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const here = usePlayerPart((player) => player.song?.id === songId);
  const moving = usePlayerPart((player) => player.playing && player.song?.id === songId);
  const restingAt = usePlayerPart((player) => (player.playing ? 0 : player.position));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position of a paused song is drawn again after every change
  useEffect(() => {
    const fill = () => ref.current?.style.setProperty("--played", here ? playedShare().toFixed(4) : "0");
    fill();
    if (!moving) return;
    const timer = setInterval(fill, STEP_MS);
    return () => clearInterval(timer);
  }, [here, moving, restingAt]);
  return (
    <div ref={ref} className={className}>
      <Waveform peaks={peaks} />
    </div>
  );
}
