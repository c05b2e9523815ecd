import { useEffect, useSyncExternalStore } from "react";
import { readStored, writeStored } from "../../lib/storage/storage.ts";
import { getPlayer, playerActions } from "./player.ts";

const watchers = new Set<() => void>();

/** Returns whether single-key shortcuts are on, the default. */
export function useShortcutsOn(): boolean {
  return useSyncExternalStore(subscribe, areOn, () => true);
}

export function setShortcuts(on: boolean): void {
  writeStored("shortcuts", on ? undefined : "off");
  for (const watcher of watchers) watcher();
}

const commands: Record<string, () => void> = {
  " ": playerActions.togglePlayback,
  k: playerActions.togglePlayback,
  m: playerActions.toggleMuted,
  l: playerActions.toggleLoop,
};

/** Space and K toggle playback, M mutes, L loops; never while the focused element handles keys itself. */
export function useShortcuts(): void {
  useEffect(() => {
    const runShortcut = (event: KeyboardEvent) => {
      const command = commands[event.key.toLowerCase()];
      if (command === undefined || event.repeat || event.defaultPrevented || !areOn()) return;
      if (getPlayer().song === undefined) return;
      if (event.ctrlKey || event.metaKey || event.altKey || takesKeys(event.target)) return;
      event.preventDefault();
      command();
    };
    document.addEventListener("keydown", runShortcut);
    return () => document.removeEventListener("keydown", runShortcut);
  }, []);
}

const KEY_TARGETS =
  "input, textarea, select, button, a, summary, audio, video, [contenteditable], [role=button], [role=tab], [role=menuitem], [role=dialog]";

function takesKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(KEY_TARGETS) !== null;
}

function areOn(): boolean {
  return readStored("shortcuts") !== "off";
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
