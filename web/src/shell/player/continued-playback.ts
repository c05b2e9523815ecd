import { useEffect } from "react";
import { readStored } from "../../lib/storage/storage.ts";
import { hasStoredQueue, usePlayerPart } from "./player.ts";

/** A page that plays its song loads its own parts first. */
const LOAD_AFTER_MS = 2_000;

/**
 * Loads the queue, which is not part of the first load, soon after the first song plays, or after a reload. In a new tab, the song
 * that this browser played last is loaded.
 */
export function useContinuedPlayback({ isEmbedded = false } = {}): void {
  const isPlaying = usePlayerPart((player) => player.playing);
  useEffect(() => {
    // Not cancelled when the song pauses or ends: what follows is played then, too.
    if (isPlaying) setTimeout(() => void loadQueue({ isEmbedded }), LOAD_AFTER_MS);
  }, [isPlaying, isEmbedded]);
  useEffect(() => {
    if (!isEmbedded) void restoreSong();
  }, [isEmbedded]);
}

async function restoreSong(): Promise<void> {
  if (hasStoredQueue()) await loadQueue({ isEmbedded: false });
  if (readStored("heard") === undefined) return;
  await import("./queue/last-heard.ts").then(({ loadLastHeard }) => loadLastHeard()).catch(() => undefined);
  // Without the song, the page has no bar or its offer.
  delete document.documentElement.dataset.heard;
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
