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

/** K toggles playback, M mutes and L loops outside text fields. Space toggles playback unless the focused element uses it. */
export function useShortcuts(): void {
  useEffect(() => {
    const runShortcut = (event: KeyboardEvent) => {
      const command = commands[event.key.toLowerCase()];
      if (command === undefined || getPlayer().song === undefined || !isShortcutFree(event)) return;
      event.preventDefault();
      command();
    };
    document.addEventListener("keydown", runShortcut);
    return () => document.removeEventListener("keydown", runShortcut);
  }, []);
}

/** Returns whether a single key is a shortcut: they are on, and neither a modifier nor the focused element takes the key. */
export function isShortcutFree(event: KeyboardEvent): boolean {
  if (event.repeat || event.defaultPrevented || !areOn()) return false;
  return !(event.ctrlKey || event.metaKey || event.altKey || usesKey(event.target, event.key));
}

/** Elements that take letters, as text or to find an option. */
const TEXT_TARGETS =
  "textarea, select, input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=submit], [type=file]), [contenteditable], [role=combobox], [role=listbox], [role=menu]";
const SPACE_TARGETS = `${TEXT_TARGETS}, input, button, summary, audio, video, [role=button], [role=tab], [role=checkbox], [role=slider]`;

function usesKey(target: EventTarget | null, key: string): boolean {
  return target instanceof Element && target.closest(key === " " ? SPACE_TARGETS : TEXT_TARGETS) !== null;
}

function areOn(): boolean {
  return readStored("shortcuts") !== "off";
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
