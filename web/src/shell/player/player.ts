import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import { createContext, useSyncExternalStore } from "react";
import { readStored, writeStored } from "../../lib/storage/storage.ts";
import { readTabStored } from "../../lib/storage/tab-storage.ts";
import { updateMediaSession, updatePositionState } from "./media-session.ts";
import type { PlayOrigin } from "./play-origin.ts";
import type { Choice, Player, PlayerActions, PlayerState, PreviewPlayback } from "./player-state.ts";
import { type Play, startPlay } from "./plays.ts";

/** Actions of the player; the object never changes. */
export const playerActions: PlayerActions = {
  chooseSong,
  offerSong,
  continueWith,
  restoreSong,
  togglePlayback,
  seekTo,
  retryPlayback,
  setVolume,
  toggleMuted,
  toggleLoop,
};

const idle: Player = {
  song: undefined,
  preview: undefined,
  playing: false,
  position: 0,
  duration: 0,
  loop: false,
  muted: false,
  volume: 1,
  failure: undefined,
  start: undefined,
  passedOver: undefined,
  ...playerActions,
};

let player = idle;
let element: HTMLAudioElement | undefined;
let play: Play | undefined;
/** Whether the reader chose the loaded song. */
let chosen = false;
let arrival: { key: string; chosen: boolean } = { key: "", chosen: false };
let offeredAt: string | undefined;
const watchers = new Set<() => void>();

/** Selects a part of the player and rerenders only if it changes. `select` returns a value that compares by `===`. */
export function usePlayerPart<Part>(select: (player: Player) => Part): Part {
  return useSyncExternalStore(
    subscribe,
    () => select(player),
    () => select(idle),
  );
}

/** Returns the current position, 0 to 1, for animations that bypass React. */
export function playedShare(): number {
  return player.duration > 0 ? Math.min(1, (element?.currentTime ?? 0) / player.duration) : 0;
}

/** Records how the reader came to the current page, before the page offers its song. */
export function setArrival(key: string, byChoice: boolean): void {
  arrival = { key, chosen: byChoice };
}

/**
 * Returns true if the player has loaded the song in the same mode. A replaced file or a preview counts as another
 * track.
 */
export function isLoaded(
  { song: loaded, preview: quietly }: Player,
  song: Song,
  quiet?: PreviewPlayback,
): boolean {
  return (
    loaded?.id === song.id &&
    loaded.audio_uri === song.audio_uri &&
    (quietly === undefined) === (quiet === undefined)
  );
}

/** Plays a list from a song on, by default the first one with audio. Toggles the song if it is already loaded. */
export function playFrom(
  origin: PlayOrigin,
  index: number = origin.songs.findIndex((song) => song.audio_uri !== null),
): void {
  const song = origin.songs[index];
  if (song !== undefined) chooseSong(song, { by: "reader", from: origin });
}

function chooseSong(song: Song, { by, quiet, from }: Choice): void {
  const start = { origin: from ?? singleSong(song), index: Math.max(0, from?.songs.indexOf(song) ?? 0) };
  if (isLoaded(player, song, quiet)) {
    const isElsewhere = from !== undefined && from.id !== player.start?.origin.id;
    if (isElsewhere && !player.playing) updatePlayer({ start });
    if (by === "reader") togglePlayback();
    return;
  }
  loadSong(song, quiet);
  if (quiet === undefined) updatePlayer({ start });
  chosen = by === "reader";
  if (chosen) startPlayback();
}

const singleSong = (song: Song): PlayOrigin => ({ id: `song/${song.id}`, songs: [song] });

function offerSong(song: Song, start = true): void {
  if (song.audio_uri === null) return;
  if (offeredAt === arrival.key) return;
  offeredAt = arrival.key;
  if (player.playing) return;
  // After a reload, the song of the queue is loaded instead.
  if (player.song === undefined && !arrival.chosen && hasStoredQueue()) return;
  const same = isLoaded(player, song);
  if (same && chosen) return;
  if (!same) {
    loadSong(song);
    updatePlayer({ start: { origin: singleSong(song), index: 0, isOffered: true } });
  }
  chosen = start && arrival.chosen;
  if (chosen) startPlayback();
}

/** Returns whether this tab played something before it was reloaded. */
export function hasStoredQueue(): boolean {
  return readTabStored("queue") !== undefined;
}

function continueWith(song: Song, passedOver?: Song): void {
  loadSong(song);
  updatePlayer({ passedOver });
  chosen = true;
  startPlayback();
}

function restoreSong(song: Song, position: number): void {
  loadSong(song);
  chosen = true;
  seekTo(position);
}

function seekTo(position: number): void {
  const target = Math.min(Math.max(0, position), player.duration);
  // Before anything is loaded, the element starts there.
  getAudioElement().currentTime = target;
  updatePlayer({ position: target });
}

function togglePlayback(): void {
  if (player.song === undefined) return;
  chosen = true;
  if (player.failure !== undefined) retryPlayback();
  // Reads the element, because its events arrive later than a quick second key press.
  else if (!getAudioElement().paused) getAudioElement().pause();
  else startPlayback();
}

function retryPlayback(): void {
  const { position } = player;
  const sound = getAudioElement();
  updatePlayer({ failure: undefined });
  sound.load();
  if (position > 0) sound.currentTime = position;
  startPlayback();
}

function setVolume(volume: number): void {
  const rounded = Math.min(1, Math.max(0, Math.round(volume * 10) / 10));
  getAudioElement().volume = rounded;
  getAudioElement().muted = false;
  writeStored("volume", String(rounded));
  updatePlayer({ volume: rounded, muted: false });
}

function toggleMuted(): void {
  getAudioElement().muted = !player.muted;
  updatePlayer({ muted: !player.muted });
}

function toggleLoop(): void {
  updatePlayer({ loop: !player.loop });
}

function loadSong(song: Song, quiet?: PreviewPlayback): void {
  play = undefined;
  const sound = getAudioElement();
  sound.pause();
  if (song.audio_uri === null) sound.removeAttribute("src");
  else sound.src = song.audio_uri;
  updatePlayer({
    song,
    preview: quiet,
    playing: false,
    position: 0,
    duration: song.duration,
    failure: undefined,
    passedOver: undefined,
  });
  updateMediaSession(song, { play: startPlayback, pause: () => sound.pause(), seek: seekTo });
}

function startPlayback(): void {
  if (player.song?.audio_uri == null) {
    updatePlayer({ failure: "missing" });
    return;
  }
  // A browser that blocks autoplay shows the play button; that is no failure. The element itself reports a track that
  // cannot be loaded.
  const sound = getAudioElement();
  sound.play().catch(() => updatePlayer({ playing: !sound.paused }));
}

/** Returns the one audio element, for parts that need its exact position or seek. */
export function getAudioElement(): HTMLAudioElement {
  element ??= createAudioElement();
  return element;
}

function createAudioElement(): HTMLAudioElement {
  const audio = document.createElement("audio");
  audio.preload = "none";
  audio.volume = player.volume;
  const on = (name: keyof HTMLMediaElementEventMap, react: () => void) => audio.addEventListener(name, react);
  on("play", () => updatePlayer({ playing: true, failure: undefined }));
  on("pause", () => {
    play?.interrupt();
    updatePlayer({ playing: false });
  });
  on("seeking", () => play?.interrupt());
  on("playing", () => {
    if (player.song === undefined || player.preview !== undefined) return;
    play ??= startPlay(player.song);
    play.sound(audio.currentTime);
  });
  on("timeupdate", () => {
    if (!audio.paused && !audio.seeking) play?.sound(audio.currentTime);
    updatePlayer({ position: audio.currentTime });
  });
  on("durationchange", () => {
    if (Number.isFinite(audio.duration)) updatePlayer({ duration: audio.duration });
  });
  for (const name of ["durationchange", "playing", "pause", "seeked"] as const)
    on(name, () => updatePositionState(audio));
  on("ended", () => {
    // Each repetition is a play of its own.
    play = undefined;
    if (player.loop) startPlayback();
  });
  on("error", () => {
    // Removing the source also fires "error", but is no failure.
    if (audio.hasAttribute("src")) updatePlayer({ playing: false, failure: failureOf(audio.error) });
  });
  document.body.append(audio);
  return audio;
}

/** Browsers do not distinguish a lost connection from a missing file. Only a decode error is certain. */
function failureOf(error: MediaError | null): "missing" | "unreachable" {
  return error?.code === MediaError.MEDIA_ERR_DECODE ? "missing" : "unreachable";
}

function updatePlayer(change: Partial<PlayerState>): void {
  player = { ...player, ...change };
  for (const watcher of watchers) watcher();
}

/** Restores the stored volume after hydration, because the server does not know it. */
export function restoreVolume(): void {
  const stored = Number(readStored("volume") ?? Number.NaN);
  if (!(stored >= 0 && stored <= 1)) return;
  // A page may have offered its song, and so created the element, before the bar renders.
  if (element !== undefined) element.volume = stored;
  updatePlayer({ volume: stored });
}

/** Calls the watcher after every change of the player. Returns the function that ends this. */
export function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Returns the current player state outside of rendering. */
export function getPlayer(): Player {
  return player;
}

/** Wraps pages of a track that its publisher or a reviewer previews. Every play button inside starts a preview. */
export const PreviewPlaybackContext = createContext<PreviewPlayback | undefined>(undefined);
