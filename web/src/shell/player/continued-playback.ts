import { useEffect } from "react";
import { hasStoredQueue, usePlayerPart } from "./player.ts";

/** A page that plays its song loads its own parts first. */
const LOAD_AFTER_MS = 2_000;

/** Loads the queue, which is not part of the first load, soon after the first song plays, or after a reload. */
export function useContinuedPlayback({ isEmbedded = false } = {}): void {
  const isPlaying = usePlayerPart((player) => player.playing);
  useEffect(() => {
    const isRestored = !isEmbedded && hasStoredQueue();
    if (!isPlaying && !isRestored) return;
    // Not cancelled when the song pauses or ends: what follows is played then, too.
    setTimeout(() => void loadQueue({ isEmbedded }), isRestored ? 0 : LOAD_AFTER_MS);
  }, [isPlaying, isEmbedded]);
}

/** Starts the queue once. Without a network, the next song that plays does. */
export async function loadQueue(options: { isEmbedded: boolean }): Promise<void> {
  try {
    const { followPlayer } = await import("./queue/follow-player.ts");
    followPlayer(options);
  } catch {
    // The player plays on without the queue.
  }
}
