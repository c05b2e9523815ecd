import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import { useSyncExternalStore } from "react";
import { ApiError } from "../../../lib/api/api-fetch.ts";
import { onSessionChange } from "../../../lib/storage/session.ts";
import { readStored, writeStored } from "../../../lib/storage/storage.ts";
import { getAudioElement, getPlayer, playerActions, subscribe as watchPlayer } from "../player.ts";
import type { PlayStart } from "../player-state.ts";
import { loadPage, loadSimilarSongs } from "./load-songs.ts";
import { preloadAudio, releasePreloaded } from "./preload.ts";
import {
  appendPage,
  appendSimilar,
  currentEntry,
  type Entry,
  emptyQueue,
  markUnavailable,
  missingSongs,
  nextEntry,
  playNow,
  type Queue,
  selectEntry,
  startQueue,
} from "./queue.ts";
import { restoreQueue, storeQueue } from "./stored-queue.ts";

/** The next song is loaded this long before the end of a song. */
const PREPARE_BEFORE_END_S = 60;
const RETRY_AFTER_MS = 10_000;
/** Songs in a row that may fail before playback stops. */
const MAX_FAILURES = 3;

let queue = emptyQueue;
const watchers = new Set<() => void>();

let isFollowing = false;
/** The player of another site ends with its songs, and is not restored. */
let isEmbedded = false;
/** Source that the queue was started from. */
let started: PlayStart | undefined;
/** The queue chose the song that plays, so a failure is passed over. */
let isContinued = false;
let failures = 0;
/** The last song has ended, and what follows is not loaded yet. */
let isAtEnd = false;
let isLoading = false;
let loadNotBefore = 0;
let owner: string | undefined;

/** Selects a part of the queue and rerenders only if it changes. `select` returns a value that compares by `===`. */
export function useQueue<Part>(select: (queue: Queue) => Part): Part {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => select(queue),
    () => select(emptyQueue),
  );
}

export function getQueue(): Queue {
  return queue;
}

/** Replaces the queue by a changed one. */
export function changeQueue(changed: Queue): void {
  queue = changed;
  storeCurrent();
  for (const watcher of watchers) watcher();
}

/** Plays an entry that the reader chose; toggles the one that is loaded. */
export function chooseEntry({ key, song }: Entry): void {
  if (key === queue.current && getPlayer().song?.id === song.id) {
    playerActions.togglePlayback();
    return;
  }
  playEntry(key, song);
  isContinued = false;
}

/** Continues at the end of each song from now on, and restores the queue after a reload. */
export function followPlayer(options: { isEmbedded: boolean }): void {
  if (isFollowing) return;
  isFollowing = true;
  isEmbedded = options.isEmbedded;
  owner = readStored("userId");
  if (!isEmbedded) restoreStoredQueue();
  const sound = getAudioElement();
  sound.addEventListener("ended", () => {
    if (!getPlayer().loop && ownsPlayback()) playNext();
  });
  sound.addEventListener("error", passOver);
  sound.addEventListener("timeupdate", prepareNext);
  sound.addEventListener("playing", confirmPlaying);
  sound.addEventListener("pause", storeCurrent);
  window.addEventListener("pagehide", storeCurrent);
  watchPlayer(() => adoptStart());
  onSessionChange(clearForOthers);
  const { loop, playing } = getPlayer();
  adoptStart(playing || sound.ended);
  // A short song may end before this is loaded.
  if (sound.ended && !loop && ownsPlayback()) playNext();
}

function restoreStoredQueue(): void {
  const stored = restoreQueue();
  if (stored === undefined) return;
  queue = stored.queue;
  const entry = currentEntry(queue);
  isContinued = true;
  if (entry !== undefined && getPlayer().song === undefined)
    playerActions.restoreSong(entry.song, stored.position);
  for (const watcher of watchers) watcher();
}

/** Follows where the reader started playback. A song that was only loaded changes nothing. */
function adoptStart(hasPlayed: boolean = getPlayer().playing): void {
  const { start, preview } = getPlayer();
  if (!hasPlayed || preview !== undefined || start === undefined || start === started) return;
  started = start;
  isContinued = false;
  isAtEnd = false;
  loadNotBefore = 0;
  const song = start.origin.songs[start.index];
  const changed =
    start.isOffered && song !== undefined
      ? playNow(queue, song)
      : startQueue(queue, start.origin, start.index);
  changeQueue(changed);
}

/** Returns whether the player has the current entry, rather than a preview or a song that was only loaded. */
function ownsPlayback(): boolean {
  const { song, preview } = getPlayer();
  return preview === undefined && song !== undefined && song.id === currentEntry(queue)?.song.id;
}

/** Plays what follows. Runs within the event that ended the song, because a locked phone allows nothing later. */
function playNext(passedOver?: Song): void {
  const next = nextEntry(queue);
  if (next !== undefined) {
    playEntry(next.key, next.song, passedOver);
    return;
  }
  isAtEnd = true;
  void loadMissing(true);
}

function playEntry(key: number, song: Song, passedOver?: Song): void {
  isAtEnd = false;
  isContinued = true;
  loadNotBefore = 0;
  playerActions.continueWith(song, passedOver);
  changeQueue(selectEntry(queue, key));
}

/** Continues after a song that cannot be loaded, unless the reader chose it, or the network is the cause. */
function passOver(): void {
  const entry = currentEntry(queue);
  if (entry === undefined || !isContinued || !ownsPlayback() || !navigator.onLine) return;
  if (!getAudioElement().hasAttribute("src")) return;
  failures += 1;
  if (failures >= MAX_FAILURES) return;
  changeQueue(markUnavailable(queue, entry.key));
  playNext(entry.song);
}

function confirmPlaying(): void {
  failures = 0;
  isAtEnd = false;
  releasePreloaded(getPlayer().song?.audio_uri);
}

/** Loads what follows the current song, and the beginning of its audio. */
function prepareNext(): void {
  if (!ownsPlayback()) return;
  const { currentTime, duration } = getAudioElement();
  const isNearEnd = duration - currentTime <= PREPARE_BEFORE_END_S;
  void loadMissing(isNearEnd);
  const uri = nextEntry(queue)?.song.audio_uri;
  if (isNearEnd && uri != null && !getPlayer().loop) preloadAudio(uri);
}

async function loadMissing(isNearEnd: boolean): Promise<void> {
  const missing = missingSongs(queue, isNearEnd);
  if (missing === undefined || isLoading || Date.now() < loadNotBefore) return;
  if (missing.kind === "similar" && isEmbedded) return;
  isLoading = true;
  const { next, current } = queue;
  try {
    if (missing.kind === "page") {
      const page = await loadPage(missing.page);
      if (queue.next === next) changeQueue(appendPage(queue, page));
    } else {
      const songs = await loadSimilarSongs(missing.songId, queue.played);
      if (queue.current === current) changeQueue(appendSimilar(queue, songs));
      // Everything was played.
      if (songs.length === 0) loadNotBefore = Number.POSITIVE_INFINITY;
    }
  } catch (error) {
    if (missing.kind === "page" && isGone(error)) changeQueue({ ...queue, next: undefined });
    else loadNotBefore = Date.now() + RETRY_AFTER_MS;
  } finally {
    isLoading = false;
  }
  if (!isAtEnd) return;
  if (nextEntry(queue) !== undefined) playNext();
  else await loadMissing(true);
}

/** Returns true if the list no longer exists. */
const isGone = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

/** Empties the queue when its user logs out. The current song continues. */
function clearForOthers(): void {
  const user = readStored("userId");
  if (user === owner) return;
  const isOthers = owner !== undefined;
  owner = user;
  if (isOthers) changeQueue(emptyQueue);
  else storeCurrent();
}

/** Stores the queue for a reload of this tab, and its song for the next visit. */
function storeCurrent(): void {
  if (isEmbedded) return;
  const isOwn = ownsPlayback();
  storeQueue(queue, isOwn ? getPlayer().position : 0);
  if (isOwn) writeStored("heard", getPlayer().song?.pretty_id);
}
