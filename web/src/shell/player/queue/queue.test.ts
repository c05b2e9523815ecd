import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import { describe, expect, it } from "vitest";
import { originOfList } from "../play-origin.ts";
import {
  appendPage,
  appendSimilar,
  clearQueue,
  currentEntry,
  emptyQueue,
  markUnavailable,
  missingSongs,
  moveEntry,
  nextEntry,
  playNow,
  type Queue,
  removeEntry,
  selectEntry,
  startQueue,
  upcomingEntries,
} from "./queue.ts";

function song(id: number, audio_uri: string | null = `/audio/${id}.mp3`): Song {
  return {
    id,
    pretty_id: `song-${id}`,
    name: `Song ${id}`,
    artist: "Ada Orr",
    artist_id: 1,
    artist_clean_id: "ada-orr",
    iswc: null,
    duration: 200,
    audio_uri,
    image_file: null,
    image: null,
    metadata: { description: "A long text" },
    plays: 0,
    nft_id: null,
    nft_hash: null,
    nft_network: null,
    nft_confirmed: false,
    contract_address: null,
    created_at: "2026-01-01T00:00:00.000Z",
  };
}

const songs = (count: number, from = 1) => Array.from({ length: count }, (_, at) => song(from + at));
const idsOf = (queue: Queue) => queue.entries.map((entry) => entry.song.id);
const upcomingIds = (queue: Queue) => upcomingEntries(queue).map((entry) => entry.song.id);
const start = (count: number, index = 0) =>
  startQueue(emptyQueue, { id: "list", songs: songs(count) }, index);

/** Plays on to the end, like the player. Returns the ids of the songs that played. */
function playThrough(queue: Queue): number[] {
  const played: number[] = [];
  let playing = queue;
  for (let turn = 0; turn < 100; turn += 1) {
    const current = currentEntry(playing);
    if (current !== undefined) played.push(current.song.id);
    const next = nextEntry(playing);
    if (next === undefined) return played;
    playing = selectEntry(playing, next.key);
  }
  throw new Error("The queue never ends.");
}

describe("the queue", () => {
  it("continues with the songs after the one that it was started with", () => {
    expect(playThrough(start(5, 2))).toEqual([3, 4, 5]);
    expect(idsOf(start(5, 2))).toEqual([1, 2, 3, 4, 5]);
  });

  it("plays a song that an album has twice at both places", () => {
    const [first, second] = songs(2);
    if (first === undefined || second === undefined) throw new Error("unreachable");
    const queue = startQueue(emptyQueue, { id: "album/1", songs: [first, second, { ...first }] }, 0);
    expect(playThrough(queue)).toEqual([1, 2, 1]);
  });

  it("passes over songs without audio and songs that failed", () => {
    const listed = [song(1), song(2, null), song(3), song(4)];
    const queue = startQueue(emptyQueue, { id: "list", songs: listed }, 0);
    const third = queue.entries[2]?.key ?? 0;
    expect(playThrough(markUnavailable(queue, third))).toEqual([1, 4]);
    expect(playThrough(selectEntry(markUnavailable(queue, third), third))).toEqual([3, 4]);
  });

  it("ends if nothing in it can be played", () => {
    const queue = startQueue(emptyQueue, { id: "list", songs: [song(1), song(2, null)] }, 0);
    expect(nextEntry(queue)).toBeUndefined();
    expect(nextEntry(emptyQueue)).toBeUndefined();
  });

  it("keeps a page that is opened while it is paused after the current song, once", () => {
    const queue = playNow(start(3), song(9));
    expect(idsOf(queue)).toEqual([1, 9, 2, 3]);
    expect(currentEntry(queue)?.song.id).toBe(9);
    expect(idsOf(playNow(queue, song(3)))).toEqual([1, 9, 2, 3]);
    expect(currentEntry(playNow(queue, song(3)))?.song.id).toBe(3);
    expect(idsOf(playNow(emptyQueue, song(9)))).toEqual([9]);
  });

  it("moves an entry by places, not beyond its ends", () => {
    const queue = start(4);
    const key = queue.entries[1]?.key ?? 0;
    expect(idsOf(moveEntry(queue, key, 1))).toEqual([1, 3, 2, 4]);
    expect(idsOf(moveEntry(queue, key, -9))).toEqual([2, 1, 3, 4]);
    expect(idsOf(moveEntry(queue, key, 9))).toEqual([1, 3, 4, 2]);
    expect(moveEntry(queue, 99, 1)).toBe(queue);
  });

  it("removes an entry, but not the one that plays", () => {
    const queue = start(3, 1);
    expect(idsOf(removeEntry(queue, queue.entries[2]?.key ?? 0))).toEqual([1, 2]);
    expect(removeEntry(queue, queue.current ?? 0)).toBe(queue);
  });

  it("is cleared to what plays, and does not continue its list", () => {
    const origin = originOfList({ path: "songs" }, { list: { limit: 3 } }, songs(3));
    const queue = clearQueue(startQueue(emptyQueue, origin, 1));
    expect(idsOf(queue)).toEqual([2]);
    expect(missingSongs(queue, false)).toBeUndefined();
    expect(missingSongs(queue, true)).toEqual({ kind: "similar", songId: 2 });
  });

  it("stays bounded, however long its list is", () => {
    let queue = startQueue(emptyQueue, { id: "list", songs: songs(2000) }, 700);
    expect(queue.entries.length).toBe(500);
    expect(currentEntry(queue)?.song.id).toBe(701);
    for (let turn = 0; turn < 300; turn += 1) {
      queue = selectEntry(queue, nextEntry(queue)?.key ?? 0);
    }
    expect(currentEntry(queue)?.song.id).toBe(1001);
    expect(queue.entries[0]?.song.id).toBe(951);
    expect(queue.played).toHaveLength(200);
    expect(JSON.stringify(queue)).not.toContain("A long text");
  });
});

describe("what is loaded ahead", () => {
  const list = { limit: 4, offset: 8, filters: [{ key: "name", operator: "~~" as const, value: "sea" }] };
  const origin = originOfList({ path: "songs" }, { list }, songs(4));

  it("is the next page of the list that playback was started from", () => {
    const queue = startQueue(emptyQueue, origin, 0);
    expect(missingSongs(queue, true)).toBeUndefined();
    const second = selectEntry(queue, queue.entries[1]?.key ?? 0);
    const page = { path: "songs", list: { ...list, offset: 12 } };
    expect(missingSongs(second, false)).toEqual({ kind: "page", page });
  });

  it("leaves out what the list repeats because it grew", () => {
    const queue = appendPage(startQueue(emptyQueue, origin, 0), { songs: songs(4, 4) });
    expect(idsOf(queue)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(queue.next).toBeUndefined();
  });

  it("is similar songs only once the last song is near its end", () => {
    const queue = start(2, 1);
    expect(missingSongs(queue, false)).toBeUndefined();
    expect(missingSongs(queue, true)).toEqual({ kind: "similar", songId: 2 });
    const filled = appendSimilar(queue, songs(2, 7));
    expect(upcomingIds(filled)).toEqual([7, 8]);
    expect(missingSongs(filled, true)).toBeUndefined();
  });

  it("ends with a page that is not full", () => {
    expect(originOfList({ path: "songs" }, { list }, songs(3)).next).toBeUndefined();
  });

  it("knows what was played, also before the queue was replaced", () => {
    let queue = start(3);
    queue = selectEntry(queue, queue.entries[2]?.key ?? 0);
    queue = startQueue(queue, { id: "other", songs: [song(1), song(8)] }, 0);
    expect(queue.played).toEqual([3, 1]);
  });
});
