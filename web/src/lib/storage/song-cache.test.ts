import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cachedSong, cacheSong, evictSong, SONG_CACHE_LIFETIME_MS } from "./song-cache.ts";

const store = new Map<string, string>();

beforeEach(() => {
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  });
});

afterEach(() => {
  store.clear();
  vi.unstubAllGlobals();
});

describe("the song cache", () => {
  it("keeps a song for 500 seconds", () => {
    cacheSong("salt-meridian", { song: 1 }, 1_000);
    expect(cachedSong("salt-meridian", 1_000 + SONG_CACHE_LIFETIME_MS - 1)?.data).toEqual({ song: 1 });
    expect(cachedSong("salt-meridian", 1_000 + SONG_CACHE_LIFETIME_MS)).toBeUndefined();
  });

  it("stores a list of id, time and data", () => {
    cacheSong("salt-meridian", { song: 1 }, 1_000);
    expect(JSON.parse(store.get("wrapsody-cache") ?? "")).toEqual([
      { id: "salt-meridian", time: 1_000, data: { song: 1 } },
    ]);
  });

  it("keeps the newest response of a song, and only a few songs", () => {
    for (let song = 0; song < 30; song++) cacheSong(`song-${song}`, song, song);
    cacheSong("song-29", "newer", 40);
    expect(cachedSong("song-29", 50)?.data).toBe("newer");
    expect(cachedSong("song-0", 50)).toBeUndefined();
    expect(JSON.parse(store.get("wrapsody-cache") ?? "")).toHaveLength(12);
  });

  it("evicts a changed song under any of its keys", () => {
    cacheSong("salt-meridian", { song: { id: 7 } }, 1);
    cacheSong("7", { song: { id: 7 } }, 2);
    cacheSong("glass-mango", { song: { id: 8 } }, 3);
    evictSong(7, 4);
    expect([cachedSong("salt-meridian", 5), cachedSong("7", 5)]).toEqual([undefined, undefined]);
    expect(cachedSong("glass-mango", 5)?.data).toEqual({ song: { id: 8 } });
  });

  it.each(["not json", "{}", '[{"id":1}]', "[null]"])("survives %s in storage", (stored) => {
    store.set("wrapsody-cache", stored);
    expect(cachedSong("salt-meridian", 1)).toBeUndefined();
    cacheSong("salt-meridian", 1, 1);
    expect(cachedSong("salt-meridian", 2)?.data).toBe(1);
  });

  it("works without storage if the browser forbids it", () => {
    vi.stubGlobal("localStorage", undefined);
    cacheSong("salt-meridian", 1, 1);
    expect(cachedSong("salt-meridian", 1)).toBeUndefined();
  });
});
