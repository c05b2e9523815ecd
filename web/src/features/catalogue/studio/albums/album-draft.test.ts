import { describe, expect, it } from "vitest";
import { addTrack, countChanges, type DraftTrack, moveTrack, parseTracks, toBody } from "./album-draft.ts";

const track = (key: number, number: string, more: Partial<DraftTrack> = {}): DraftTrack => ({
  key,
  songId: key * 10,
  name: `Wrap ${key}`,
  detail: "",
  number,
  isrc: "",
  isNew: false,
  ...more,
});
const summary = (tracks: readonly DraftTrack[]) => tracks.map(({ key, number }) => `${number}: ${key}`);

describe("a track", () => {
  it("is added under the next number, whatever was typed into the others", () => {
    const added = addTrack([track(1, "3"), track(2, "x"), track(4, "")], { id: "70", name: "Pier" });
    expect(added.at(-1)).toMatchObject({ key: 5, songId: 70, number: "4", isNew: true });
    expect(addTrack([], { id: "70", name: "Pier" })).toMatchObject([{ key: 1, number: "1" }]);
  });

  it("exchanges its number with the neighbour when it is moved, and stays at the ends", () => {
    const tracks = [track(1, "1"), track(2, "4"), track(3, "9")];
    expect(summary(moveTrack(tracks, 3, -1))).toEqual(["1: 1", "4: 3", "9: 2"]);
    expect(moveTrack(tracks, 1, -1)).toEqual(tracks);
    expect(moveTrack(tracks, 3, 1)).toEqual(tracks);
  });

  it("is sent with its ISRC, which an empty field removes unless the track is new", () => {
    const tracks = [
      track(1, "1"),
      track(2, " ", { isNew: true }),
      track(3, "3", { isNew: true, isrc: "PT-ABC-26-00001" }),
    ];
    const typed = { name: "Pier", type: "EP", releaseDate: "", tracks } as const;
    expect(toBody(typed).tracks).toEqual([
      { song_id: 10, track_number: 1, isrc: "" },
      { song_id: 20, track_number: undefined },
      { song_id: 30, track_number: 3, isrc: "PT-ABC-26-00001" },
    ]);
  });

  it("is restored from a draft, and a draft of another form is ignored", () => {
    const tracks = [track(1, "1"), track(2, "2")];
    expect(parseTracks(JSON.stringify(tracks))).toEqual(tracks);
    for (const text of [undefined, "", "{}", '[{"key":1}]', "[null]"])
      expect(parseTracks(text)).toBeUndefined();
  });

  it("counts as one change of the album with all others", () => {
    const stored = {
      artist: "1",
      name: "Pier",
      type: "EP",
      releaseDate: "",
      tracks: [track(1, "1")],
    } as const;
    const typed = { ...stored, image: undefined };
    expect(countChanges({ ...typed, tracks: [track(9, "1", { songId: 10 })] }, stored)).toBe(0);
    expect(countChanges({ ...typed, name: "Quay", tracks: [track(1, "2"), track(2, "3")] }, stored)).toBe(2);
  });
});
