import { readStored, writeStored } from "./storage.ts";

/** Time for which a cached song is used without a request. */
export const SONG_CACHE_LIFETIME_MS = 500_000;

/** Capacity of the cache, which evicts the least recently read song. */
const MAX_SONGS = 12;

/** A cached response under the requested id or pretty id, with its time in milliseconds. */
type CachedSong = { id: string; time: number; data: unknown };

/** Returns the cached response of a song unless it is older than 500 seconds. The cache survives a reload. */
export function cachedSong(id: string, now: number): { time: number; data: unknown } | undefined {
  return readCache(now).find((song) => song.id === id);
}

export function cacheSong(id: string, data: unknown, now: number): void {
  const others = readCache(now).filter((song) => song.id !== id);
  const songs: CachedSong[] = [{ id, time: now, data }, ...others];
  writeStored("cache", JSON.stringify(songs.slice(0, MAX_SONGS)));
}

/** Evicts a changed song by its number; cache keys may be ids or pretty ids. */
export function evictSong(songId: number, now: number): void {
  const others = readCache(now).filter(({ data }) => numberIn(data) !== songId);
  writeStored("cache", JSON.stringify(others));
}

/** Reads the song number from a cached response. */
function numberIn(answer: unknown): number | undefined {
  if (typeof answer !== "object" || answer === null || !("song" in answer)) return undefined;
  const { song } = answer;
  if (typeof song !== "object" || song === null || !("id" in song)) return undefined;
  return typeof song.id === "number" ? song.id : undefined;
}

function readCache(now: number): CachedSong[] {
  try {
    const cached: unknown = JSON.parse(readStored("cache") ?? "[]");
    return Array.isArray(cached) ? cached.filter(isCachedSong).filter(({ time }) => isFresh(time, now)) : [];
  } catch {
    return [];
  }
}

function isCachedSong(value: unknown): value is CachedSong {
  if (typeof value !== "object" || value === null) return false;
  return "id" in value && "time" in value && typeof value.time === "number" && "data" in value;
}

/** Rejects times in the future: a clock that was set back must not keep a song forever. */
function isFresh(time: number, now: number): boolean {
  return time <= now && now - time < SONG_CACHE_LIFETIME_MS;
}
