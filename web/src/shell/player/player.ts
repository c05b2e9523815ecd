import type { Song } from "@wrapsody/shared/catalogue.ts";
import { createContext, useSyncExternalStore } from "react";
import { readStored, writeStored } from "../../lib/storage/storage.ts";
import { updateMediaSession } from "./media-session.ts";
import { type Play, startPlay } from "./plays.ts";

type PlayerState = {
  song: Song | undefined;
  /** Set while a publisher or reviewer previews the song. */
  preview: PreviewPlayback | undefined;
  /** The song plays or is about to. */
  playing: boolean;
  /** Seconds, updated by the browser about four times a second. */
  position: number;
  /** Seconds. */
  duration: number;
  loop: boolean;
  muted: boolean;
  /** 0 to 1. */
  volume: number;
  failure: "missing" | "unreachable" | undefined;
};

type PlayerActions = {
  /** Loads another song and plays it if the reader chose it. Toggles the song that is already loaded. */
  chooseSong: (song: Song, how: { by: "reader" | "chance"; quiet?: PreviewPlayback | undefined }) => void;
  /**
   * Offers the song of a page that was opened. Plays it if the user navigated by a link or URL. After back, forward or
   * a reload it is only loaded, and the current song continues.
   */
  offerSong: (song: Song) => void;
  togglePlayback: () => void;
  retryPlayback: () => void;
  setVolume: (volume: number) => void;
  toggleMuted: () => void;
  toggleLoop: () => void;
};

type Player = PlayerState & PlayerActions;

/** Actions of the player; the object never changes. */
export const playerActions: PlayerActions = {
  chooseSong,
  offerSong,
  togglePlayback,
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

function chooseSong(
  song: Song,
  { by, quiet }: { by: "reader" | "chance"; quiet?: PreviewPlayback | undefined },
): void {
  if (isLoaded(player, song, quiet)) {
    if (by === "reader") togglePlayback();
    return;
  }
  loadSong(song, quiet);
  chosen = by === "reader";
  if (chosen) startPlayback();
}

function offerSong(song: Song): void {
  if (song.audio_uri === null) return;
  if (offeredAt === arrival.key) return;
  offeredAt = arrival.key;
  const same = isLoaded(player, song);
  if (same && (player.playing || chosen)) return;
  if (!arrival.chosen && player.playing) return;
  if (!same) loadSong(song);
  chosen = arrival.chosen;
  if (chosen) startPlayback();
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
  });
  updateMediaSession(song, { play: startPlayback, pause: () => sound.pause() });
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

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Returns the current player state outside of rendering. */
export function getPlayer(): Player {
  return player;
}

/**
 * A track that its publisher or a reviewer previews: its plays are not reported, and data of public songs is not
 * requested.
 */
type PreviewPlayback = {
  /** As in `SongDetail`. Empty until the audio has been analyzed. */
  peaks: number[];
  /** Path that its name links to in the player: the song may have no public page. */
  page: string;
};

/** Wraps pages of such a track. Every play button inside starts a preview. */
export const PreviewPlaybackContext = createContext<PreviewPlayback | undefined>(undefined);
