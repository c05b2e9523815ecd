import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import type { ListPage, PlayOrigin } from "../play-origin.ts";

/** A song in the queue. A song may be in it twice, so the key identifies it. */
export type Entry = {
  key: number;
  song: Song;
  /** Added because the origin ended. */
  isSimilar?: true;
  /** Could not be played, and was passed over. */
  isUnavailable?: true;
};

/** Songs that were played, play and play next, in order. Never changed in place. */
export type Queue = {
  entries: readonly Entry[];
  /** The key of the entry that plays or was played last. */
  current: number | undefined;
  /** The page of the origin that follows the entries. */
  next: ListPage | undefined;
  /** Ids of the songs that were played, the latest last. */
  played: readonly number[];
  lastKey: number;
};

export const emptyQueue: Queue = {
  entries: [],
  current: undefined,
  next: undefined,
  played: [],
  lastKey: 0,
};

const MAX_ENTRIES = 500;
/** Entries that stay in front of the current one. */
const MAX_PAST_ENTRIES = 50;
/** As many as the call for similar songs excludes. */
const MAX_PLAYED = 200;
/** Fewer upcoming songs load the next page of the origin. */
const MIN_UPCOMING = 3;

/** Replaces the entries by those of a origin. What was played stays known. */
export function startQueue(queue: Queue, origin: PlayOrigin, index: number): Queue {
  const first = Math.max(0, index - MAX_PAST_ENTRIES);
  const songs = origin.songs.slice(first, first + MAX_ENTRIES);
  const filled = addSongs({ ...queue, entries: [], current: undefined, next: origin.next }, songs, {});
  const entry = filled.entries[index - first];
  return entry === undefined ? filled : selectEntry(filled, entry.key);
}

/** Puts a song after the current one and selects it. One that is in the queue already is selected there. */
export function playNow(queue: Queue, song: Song): Queue {
  const known = queue.entries.find((entry) => entry.song.id === song.id);
  if (known !== undefined) return selectEntry(queue, known.key);
  const key = queue.lastKey + 1;
  const entries = queue.entries.toSpliced(indexOfCurrent(queue) + 1, 0, { key, song: trimSong(song) });
  return selectEntry(trimEntries({ ...queue, entries, lastKey: key }), key);
}

/** Makes an entry the current one. An unavailable one gets another try. */
export function selectEntry(queue: Queue, key: number): Queue {
  const entry = queue.entries.find((each) => each.key === key);
  if (entry === undefined) return queue;
  const { isUnavailable: _, ...available } = entry;
  const entries = queue.entries.map((each) => (each.key === key ? available : each));
  const played = [...queue.played.filter((id) => id !== entry.song.id), entry.song.id].slice(-MAX_PLAYED);
  return trimEntries({ ...queue, entries, current: key, played });
}

/** Returns the current entry. */
export function currentEntry({ entries, current }: Queue): Entry | undefined {
  return entries.find(({ key }) => key === current);
}

/** Returns the entries after the current one. */
export function upcomingEntries(queue: Queue): readonly Entry[] {
  return queue.entries.slice(indexOfCurrent(queue) + 1);
}

/** Returns the entry that follows at the end of the current one. */
export function nextEntry(queue: Queue): Entry | undefined {
  return upcomingEntries(queue).find(isPlayable);
}

/** Moves an entry by a number of places, as far as there are entries. */
export function moveEntry(queue: Queue, key: number, by: number): Queue {
  const from = queue.entries.findIndex((entry) => entry.key === key);
  const entry = queue.entries[from];
  if (entry === undefined) return queue;
  const to = Math.min(Math.max(from + by, 0), queue.entries.length - 1);
  return { ...queue, entries: queue.entries.toSpliced(from, 1).toSpliced(to, 0, entry) };
}

/** Removes an entry. The current one stays, because it plays. */
export function removeEntry(queue: Queue, key: number): Queue {
  if (key === queue.current) return queue;
  return { ...queue, entries: queue.entries.filter((entry) => entry.key !== key) };
}

/** Removes everything but the current entry, and does not continue the origin. */
export function clearQueue(queue: Queue): Queue {
  return { ...queue, entries: queue.entries.filter(({ key }) => key === queue.current), next: undefined };
}

/** Marks an entry that could not be played. */
export function markUnavailable(queue: Queue, key: number): Queue {
  const entries = queue.entries.map((entry) =>
    entry.key === key ? { ...entry, isUnavailable: true as const } : entry,
  );
  return { ...queue, entries };
}

/**
 * Returns what has to be loaded so that playback continues: the next page of the origin, or, `nearEnd` of the last song,
 * similar ones.
 */
export function missingSongs(
  queue: Queue,
  nearEnd: boolean,
): { kind: "page"; page: ListPage } | { kind: "similar"; songId: number } | undefined {
  const upcoming = upcomingEntries(queue).filter(isPlayable).length;
  if (queue.next !== undefined)
    return upcoming < MIN_UPCOMING ? { kind: "page", page: queue.next } : undefined;
  const current = currentEntry(queue);
  if (upcoming > 0 || !nearEnd || current === undefined) return undefined;
  return { kind: "similar", songId: current.song.id };
}

/** Adds a page of the origin. A list that grew meanwhile repeats songs, which are left out. */
export function appendPage(queue: Queue, { songs, next }: Pick<PlayOrigin, "songs" | "next">): Queue {
  const known = new Set(queue.entries.map(({ song }) => song.id));
  return addSongs(
    { ...queue, next },
    songs.filter(({ id }) => !known.has(id)),
    {},
  );
}

/** Adds similar songs. */
export function appendSimilar(queue: Queue, songs: readonly Song[]): Queue {
  return addSongs(queue, songs, { isSimilar: true });
}

function isPlayable({ song, isUnavailable }: Entry): boolean {
  return song.audio_uri !== null && isUnavailable !== true;
}

function addSongs(queue: Queue, songs: readonly Song[], kind: Pick<Entry, "isSimilar">): Queue {
  const added = songs.map((song, at) => ({ key: queue.lastKey + 1 + at, song: trimSong(song), ...kind }));
  return trimEntries({
    ...queue,
    entries: [...queue.entries, ...added],
    lastKey: queue.lastKey + songs.length,
  });
}

/** The queue is stored as a whole, so it leaves out what the player does not show. */
function trimSong(song: Song): Song {
  return { ...song, metadata: { description: "" } };
}

function trimEntries(queue: Queue): Queue {
  const past = Math.max(0, indexOfCurrent(queue) - MAX_PAST_ENTRIES);
  return past === 0 && queue.entries.length <= MAX_ENTRIES
    ? queue
    : { ...queue, entries: queue.entries.slice(past, past + MAX_ENTRIES) };
}

function indexOfCurrent({ entries, current }: Queue): number {
  return entries.findIndex(({ key }) => key === current);
}
