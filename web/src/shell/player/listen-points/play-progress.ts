import { useSyncExternalStore } from "react";
import { type PlayProgress, playFeed } from "../plays.ts";

const watchers = new Set<() => void>();
playFeed.notify = () => {
  for (const watcher of watchers) watcher();
};

/** Selects a part of the latest play and rerenders only if it changes. `select` returns a value that compares by `===`. */
export function usePlayProgress<Part>(select: (progress: PlayProgress | undefined) => Part): Part {
  return useSyncExternalStore(
    watchProgress,
    () => select(playFeed.latest),
    () => select(undefined),
  );
}

function watchProgress(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
