import { describe, expect, it } from "vitest";
import type { OwnSongAnswer } from "./studio.ts";
import { listGaps } from "./wrap-gaps.ts";

type Wrap = Parameters<typeof listGaps>[0];
const image = { id: "i" } as unknown as NonNullable<OwnSongAnswer["song"]["image"]>;
const album = {
  id: 1,
  pretty_id: null,
  name: "Half-Tide",
  track_number: 1,
  release_date: null,
  isrc: null,
  languages: [],
};
const owner = { name: "Ana", ownership_rate: 100, royalty_rate: 100 };

/** A wrap that misses nothing, except what is changed. */
function wrap({
  song = {},
  detail = {},
  genre_tags = [1],
}: {
  song?: Partial<Wrap["song"]>;
  detail?: Partial<Wrap["detail"]>;
  genre_tags?: number[];
}): Wrap {
  return {
    song: { image, audio_state: "READY", ...song } as Wrap["song"],
    detail: {
      albums: [{ ...album, isrc: "GB-AYE-69-00123", release_date: "2026-03-20" }],
      credits: [{ role: "COMPOSER", value: "Ana" }],
      dates: [],
      owners: [owner],
      ...detail,
    } as Wrap["detail"],
    genre_tags,
  };
}

describe("what a wrap is missing", () => {
  it("is nothing once everything is entered", () => expect(listGaps(wrap({}))).toEqual([]));

  it.each<[string, Parameters<typeof wrap>[0], string[]]>([
    ["audio", { song: { audio_state: "NONE" } }, ["AUDIO"]],
    ["audio that could not be decoded", { song: { audio_state: "FAILED" } }, ["AUDIO"]],
    ["artwork", { song: { image: null } }, ["ARTWORK"]],
    ["credits", { detail: { credits: [] } }, ["CREDITS"]],
    ["owners", { detail: { owners: [] } }, ["OWNERSHIP", "ROYALTIES"]],
    ["ownership", { detail: { owners: [{ ...owner, ownership_rate: 99.99 }] } }, ["OWNERSHIP"]],
    ["royalties", { detail: { owners: [{ ...owner, royalty_rate: 0 }] } }, ["ROYALTIES"]],
    ["albums", { detail: { albums: [] } }, ["ISRC", "RELEASE_DATE"]],
    ["an ISRC", { detail: { albums: [{ ...album, release_date: "2026-03-20" }] } }, ["ISRC"]],
    ["a release date", { detail: { albums: [{ ...album, isrc: "GB-AYE-69-00123" }] } }, ["RELEASE_DATE"]],
    ["a genre", { genre_tags: [] }, ["GENRE"]],
  ])("is %s", (_, changed, gaps) => expect(listGaps(wrap(changed))).toEqual(gaps));

  it("is no audio while it is analysed or held", () => {
    for (const audio_state of ["MEASURING", "HELD"] as const)
      expect(listGaps(wrap({ song: { audio_state } }))).toEqual([]);
  });

  it("is neither an ISRC nor a date that another album or a key date has", () => {
    const albums = [album, { ...album, isrc: "GB-AYE-69-00123" }];
    const dates = [{ date_type: "RELEASE", date: "2026-03-20" }];
    expect(listGaps(wrap({ detail: { albums, dates } }))).toEqual([]);
    const recorded = [{ date_type: "RECORDED", date: "2026-03-20" }];
    expect(listGaps(wrap({ detail: { albums, dates: recorded } }))).toEqual(["RELEASE_DATE"]);
  });
});
