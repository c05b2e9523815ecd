import { savesData } from "../../route-prefetch.tsx";

let ahead: HTMLAudioElement | undefined;
let preloaded: string | undefined;

/**
 * Requests the beginning of the next song, so that the player has it when the current one ends. A second element asks as
 * the player would, by range requests, wherever the file is stored; it never plays. Does nothing if the reader saves data.
 */
export function preloadAudio(uri: string): void {
  if (uri === preloaded || savesData()) return;
  preloaded = uri;
  ahead ??= new Audio();
  ahead.preload = "auto";
  ahead.src = uri;
}

/** Releases a song that was preloaded, once the player has it. */
export function releasePreloaded(uri: string | null | undefined): void {
  if (preloaded === undefined || preloaded !== uri) return;
  preloaded = undefined;
  ahead?.removeAttribute("src");
  ahead?.load();
}
