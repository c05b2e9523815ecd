import { studioTexts } from "@wrapsody/shared/studio/studio.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { bearer } from "../../../../testing/fixtures/people.ts";
import { openStudio, type Studio } from "../../../../testing/fixtures/studio.ts";

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

type Publisher = Awaited<ReturnType<Studio["addPublisher"]>>;

const mySong = ({ token }: Publisher, song: string | number) =>
  studio.call("GET", `my/song/${song}`, bearer(token));
const change = ({ token }: Publisher, song: string | number, payload: object) =>
  studio.call("PATCH", `song/${song}`, { ...bearer(token), payload });

/** A draft with a value in every field and every list. */
const everything = {
  name: "Salt Meridian",
  iswc: "T-034.524.680-1",
  nickname: "Salt",
  artist: "Inês Corvacho & the Tide Gauge",
  description: "Written on a ferry.",
  duration: 225,
  albums: [
    {
      name: "Piers",
      trackNumber: 3,
      releaseDate: "2026-02-28",
      isrc: "PTABC2600012",
      languages: ["pt", "en"],
    },
    { name: "Singles", trackNumber: 1 },
  ],
  credits: [
    { role: "COMPOSER", name: "Inês Corvacho" },
    { role: "MIXER", name: "Aud Fjelstad" },
  ],
  dates: [{ type: "RECORDED", date: "2025-11-03" }],
  owners: [{ name: "Inês Corvacho", ownership: 66.67, royalty: 70 }],
  dsps: [{ id: "SPOTIFY", songId: "1usSbgAg5roUZewIEn1m8u" }],
  tags: [{ tag: "folk" }, { tag: "rainy", metadata: { genre: "false" } }],
};

/** Everything that a change may affect, without the ids of rows. */
async function readContent(publisher: Publisher, song: string | number) {
  const { song: own, detail, genre_tags } = (await mySong(publisher, song)).json.body;
  const { name, iswc, nickname, artist, duration, metadata } = own;
  const withoutIds = (rows: { id: number; pretty_id: string }[]) =>
    rows.map(({ id: _, pretty_id: __, ...row }) => row);
  return {
    ...{ name, iswc, nickname, artist, duration, description: metadata.description },
    albums: withoutIds(detail.albums),
    credits: detail.credits,
    dates: detail.dates,
    owners: detail.owners,
    dsps: detail.dsps,
    tags: detail.tags.map(({ id, tag }: { id: number; tag: string }) => ({
      tag,
      genre: genre_tags.includes(id),
    })),
  };
}

async function createPublicSong(publisher: Publisher, data: object = {}): Promise<number> {
  const song = await studio.createDraft(publisher, data);
  await studio.setAudio(song);
  await studio.call("POST", `song/${song}/listing`, bearer(publisher.token));
  return song;
}

describe("a wrap of a publisher's", () => {
  it("takes a new title, ISWC or description, whichever is sent, and keeps its link", async () => {
    const publisher = await studio.addPublisher();
    const song = await studio.createDraft(publisher, { name: "First Title", iswc: "T-034.524.680-1" });
    const before = (await mySong(publisher, song)).json.body.song;
    const named = (await change(publisher, song, { name: " Second Title " })).json.body;
    expect(named).toEqual({ ...before, name: "Second Title" });
    const described = (await change(publisher, before.pretty_id, { description: "Other words." })).json.body;
    expect(described).toEqual({ ...named, metadata: { description: "Other words." } });
    expect((await change(publisher, song, { iswc: "ISWC T 070 237 6003" })).json.body.iswc).toBe(
      "T-070.237.600-3",
    );
    expect((await change(publisher, song, {})).json.body.iswc).toBe("T-070.237.600-3");
    expect((await change(publisher, song, { iswc: "" })).json.body.iswc).toBeNull();
    await change(publisher, song, { iswc: "T0702376003", description: "" });
    const last = (await change(publisher, song, { iswc: null })).json.body;
    expect(last).toEqual({ ...named, iswc: null, metadata: { description: "" } });
  });

  it("that is public is found by its new title immediately, and no more by the old one", async () => {
    const publisher = await studio.addPublisher();
    await sql`update song set status = 'HIDDEN' where name in ('Quagmire', 'Zephyrus')`.execute(
      studio.context.db,
    );
    const song = await createPublicSong(publisher, { name: "Quagmire" });
    const countFound = async (word: string) =>
      (await studio.call("GET", `songs?name~~${word}`)).json.body.total;
    expect(await countFound("quagmire")).toBe(1);
    await change(publisher, song, { name: "Zephyrus" });
    expect([await countFound("quagmire"), await countFound("zephyrus")]).toEqual([0, 1]);
  });

  it("reports every wrong field and stays unchanged", async () => {
    const publisher = await studio.addPublisher();
    const song = await studio.createDraft(publisher);
    const changes = { name: "", iswc: "T-123", description: "x".repeat(5_001) };
    const { status, json } = await change(publisher, song, changes);
    expect([status, json.code, json.errors]).toEqual([
      ...[400, "E0007"],
      [
        { field: "name", message: "Required" },
        { field: "iswc", message: studioTexts.iswc },
        { field: "description", message: "Please use at most 5000 characters." },
      ],
    ]);
    expect((await mySong(publisher, song)).json.body.song.name).toBe("Salt Meridian");
  });

  it("cannot be changed by others, nor once it is deleted", async () => {
    const [publisher, other] = [await studio.addPublisher(), await studio.addPublisher()];
    const song = await studio.createDraft(publisher);
    const answers = [
      await change(other, song, { name: "Stolen" }),
      await change(other, "nowhere", { name: "Stolen" }),
      await mySong(other, song),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    const anonymous = await studio.call("PATCH", `song/${song}`, { payload: { name: "Stolen" } });
    expect(anonymous.json.code).toBe("E0002");
    await studio.call("DELETE", `song/${song}`, bearer(publisher.token));
    expect((await change(publisher, song, { name: "Late" })).status).toBe(404);
  });

  it("changed twice at the same instant has both changes", { retry: 0 }, async () => {
    const publisher = await studio.addPublisher();
    const song = await studio.createDraft(publisher);
    await Promise.all([
      change(publisher, song, { name: "New" }),
      change(publisher, song, { description: "Text" }),
    ]);
    expect((await mySong(publisher, song)).json.body.song).toMatchObject({
      name: "New",
      metadata: { description: "Text" },
    });
  });
});

describe("each field of a wrap", () => {
  const album = {
    name: "Piers (remastered)",
    trackNumber: 4,
    releaseDate: "2026-03-01",
    isrc: "PT-ABC-26-00013",
  };
  it.each<[string, object, object]>([
    ["title", { name: " Salt Meridian, II " }, { name: "Salt Meridian, II" }],
    ["ISWC", { iswc: "T0702376003" }, { iswc: "T-070.237.600-3" }],
    ["nickname", { nickname: "Saltier" }, { nickname: "Saltier" }],
    ["nickname, removed", { nickname: "" }, { nickname: null }],
    ["credited artist", { artist: "Inês" }, { artist: "Inês" }],
    ["credited artist, removed", { artist: null }, { artist: "Inês Corvacho" }],
    ["description", { description: "Written on a pier." }, { description: "Written on a pier." }],
    ["description, removed", { description: null }, { description: "" }],
    ["duration", { duration: 226 }, { duration: 226 }],
    ["duration, removed", { duration: null }, { duration: 0 }],
    [
      "albums",
      {
        albums: [
          { ...album, languages: ["es"] },
          { name: "Bare", trackNumber: 1 },
        ],
      },
      {
        albums: [
          {
            name: "Piers (remastered)",
            track_number: 4,
            release_date: "2026-03-01",
            isrc: "PT-ABC-26-00013",
            languages: ["es"],
          },
          { name: "Bare", track_number: 1, release_date: null, isrc: null, languages: [] },
        ],
      },
    ],
    [
      "credits",
      {
        credits: [
          { role: "PRODUCER", name: "Aud" },
          { role: "BACKGROUND_VOCALS", name: "Ida" },
        ],
      },
      {
        credits: [
          { role: "PRODUCER", value: "Aud" },
          { role: "BACKGROUND_VOCALS", value: "Ida" },
        ],
      },
    ],
    ["credits, removed", { credits: [] }, { credits: [] }],
    [
      "key dates",
      { dates: [{ type: "RELEASE", date: "2026-02-28" }] },
      { dates: [{ date_type: "RELEASE", date: "2026-02-28" }] },
    ],
    [
      "links",
      { dsps: [{ id: "DEEZER", songId: "https://www.deezer.com/fr/track/3135556?utm_source=x" }] },
      { dsps: [{ dsp: "DEEZER", link: "https://www.deezer.com/track/3135556" }] },
    ],
    [
      "tags",
      { tags: [{ tag: "sea", metadata: { genre: "false" } }, { tag: "shanty" }] },
      {
        tags: [
          { tag: "sea", genre: false },
          { tag: "shanty", genre: true },
        ],
      },
    ],
    ["tags, removed", { tags: [] }, { tags: [] }],
  ])("can be changed alone: %s", async (_, changes, expected) => {
    const publisher = await studio.addPublisher();
    const song = await studio.createDraft(publisher, everything);
    const before = await readContent(publisher, song);
    expect((await change(publisher, song, changes)).status).toBe(200);
    expect(await readContent(publisher, song)).toEqual({ ...before, ...expected });
    // A repeat changes nothing more.
    await change(publisher, song, changes);
    expect(await readContent(publisher, song)).toEqual({ ...before, ...expected });
  });

  it("can be changed together with all others", async () => {
    const publisher = await studio.addPublisher();
    const song = await studio.createDraft(publisher);
    const { owners: _, ...changes } = everything;
    expect((await change(publisher, song, changes)).status).toBe(200);
    const reference = await studio.createDraft(publisher, changes);
    expect(await readContent(publisher, song)).toEqual(await readContent(publisher, reference));
  });

  const rows = Array.from({ length: 101 }, () => ({ tag: "x" }));
  it.each<[string, object, [string, string][]]>([
    ["no title", { name: " " }, [["name", "Required"]]],
    ["null as title", { name: null }, [["name", "Required"]]],
    [
      "a nickname of 201 characters",
      { nickname: "x".repeat(201) },
      [["nickname", "Please use at most 200 characters."]],
    ],
    [
      "an artist of 201 characters",
      { artist: "x".repeat(201) },
      [["artist", "Please use at most 200 characters."]],
    ],
    ["a duration of nothing", { duration: 0 }, [["duration", studioTexts.duration]]],
    [
      "albums",
      {
        albums: [
          { name: "A", trackNumber: 1, isrc: "1" },
          { name: " ", trackNumber: 0.5, releaseDate: "2026-02-30" },
        ],
      },
      [
        ["albums.0.isrc", studioTexts.isrc],
        ["albums.1.name", "Required"],
        ["albums.1.trackNumber", "Please enter a track number."],
        ["albums.1.releaseDate", "Please enter a date as YYYY-MM-DD, YYYY-MM or YYYY."],
      ],
    ],
    [
      "credits",
      { credits: [{ role: "DRUMMER", name: "" }] },
      [
        ["credits.0.role", "Please choose a role."],
        ["credits.0.name", "Required"],
      ],
    ],
    [
      "key dates",
      { dates: [{ type: "", date: "soon" }] },
      [
        ["dates.0.type", "Please choose a type."],
        ["dates.0.date", "Please enter a date as YYYY-MM-DD, YYYY-MM or YYYY."],
      ],
    ],
    [
      "links, each on its row",
      {
        name: "New",
        dsps: [
          { id: "SPOTIFY", songId: "1usSbgAg5roUZewIEn1m8u" },
          { id: "APPLE", songId: "javascript:alert(1)" },
        ],
      },
      [["dsps.1.songId", "This is neither a track id nor a track address on Apple Music."]],
    ],
    ["too many rows", { tags: rows }, [["tags", "At most 100 rows are taken."]]],
    [
      "unknown keys, each by its name",
      { name: "New", colour: "red", albums: [{ name: "A", trackNumber: 1, label: "L" }] },
      [
        ["colour", "Unknown key: colour"],
        ["albums.0.label", "Unknown key: label"],
      ],
    ],
  ])("that is wrong gets its error, and nothing changes: %s", async (_, changes, errors) => {
    const publisher = await studio.addPublisher();
    const song = await studio.createDraft(publisher, everything);
    const before = await readContent(publisher, song);
    const { status, json } = await change(publisher, song, changes);
    const expected = errors.map(([field, message]) => ({ field, message }));
    expect([status, json.code, json.errors]).toEqual([400, "E0007", expected]);
    expect(await readContent(publisher, song)).toEqual(before);
  });
});

describe("the duration of a wrap", () => {
  it("cannot be changed once it has audio, but its own may be sent again", async () => {
    const publisher = await studio.addPublisher();
    const song = await studio.createDraft(publisher, everything);
    await studio.setAudio(song);
    for (const duration of [199, null]) {
      const dsps = [{ id: "APPLE", songId: "?" }];
      const { status, json } = await change(publisher, song, { name: "Longer", duration, dsps });
      expect([status, json.code, json.errors]).toEqual([
        ...[400, "E0007"],
        [
          { field: "duration", message: studioTexts.measuredDuration },
          expect.objectContaining({ field: "dsps.0.songId" }),
        ],
      ]);
    }
    expect((await readContent(publisher, song)).name).toBe("Salt Meridian");
    const same = await change(publisher, song, { name: "As long", duration: 200 });
    expect([same.status, same.json.body]).toMatchObject([200, { name: "As long", duration: 200 }]);
  });
});

describe("the lists of a wrap", () => {
  const credits = (name: string) =>
    Array.from({ length: 40 }, (_, at) => ({ role: "SINGER", name: `${name} ${at}` }));

  it("replaced twice at the same instant are those of one of the calls, never a mixture", {
    retry: 0,
  }, async () => {
    const publisher = await studio.addPublisher();
    const song = await studio.createDraft(publisher, everything);
    const answers = await Promise.all(
      ["Ana", "Bo", "Cy"].map((name) => change(publisher, song, { credits: credits(name) })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const found: { value: string }[] = (await readContent(publisher, song)).credits;
    const [, name = ""] = /^(\w+) 0$/.exec(found[0]?.value ?? "") ?? [];
    expect(found).toEqual(credits(name).map((credit) => ({ role: credit.role, value: credit.name })));
  });

  it("cannot be changed without a session or by others", async () => {
    const [publisher, other] = [await studio.addPublisher(), await studio.addPublisher()];
    const song = await studio.createDraft(publisher, everything);
    const before = await readContent(publisher, song);
    const changes = { credits: [], tags: [], albums: [], dates: [], dsps: [], nickname: "Mine" };
    expect((await change(other, song, changes)).json.code).toBe("E0001");
    expect((await studio.call("PATCH", `song/${song}`, { payload: changes })).json.code).toBe("E0002");
    expect(await readContent(publisher, song)).toEqual(before);
  });
});

describe("the public page of a wrap", () => {
  it.each<[string, object, string[]]>([
    ["a title", { name: "Zephyr" }, ["list:song-names"]],
    ["another credited artist", { artist: "Inês" }, ["list:song-names"]],
    ["albums", { albums: [] }, ["artist"]],
    ["credits", { credits: [] }, []],
    ["a description", { description: "New." }, []],
    ["nothing", {}, []],
  ])("is invalidated by %s", async (_, changes, others) => {
    const publisher = await studio.addPublisher();
    const song = await createPublicSong(publisher, everything);
    const pages = studio.watchPages();
    await change(publisher, song, changes);
    const entities = others.map((entity) => (entity === "artist" ? `artist:${publisher.artist}` : entity));
    expect(pages.changes).toEqual([[`song:${song}`, ...entities]]);
    pages.close();
  });

  it("is not affected while the wrap is a draft", async () => {
    const publisher = await studio.addPublisher();
    const song = await studio.createDraft(publisher, everything);
    const pages = studio.watchPages();
    await change(publisher, song, { name: "Zephyr", albums: [] });
    expect(pages.changes).toEqual([]);
    pages.close();
  });

  it("shows the changes, and only what is public", async () => {
    const publisher = await studio.addPublisher();
    await sql`update song set status = 'HIDDEN' where artist = 'Quillwort Ensemble'`.execute(
      studio.context.db,
    );
    const song = await createPublicSong(publisher, everything);
    await change(publisher, song, {
      artist: "Quillwort Ensemble",
      nickname: "Secret",
      albums: [{ name: "Fresh", trackNumber: 2, isrc: "GBAYE2600001" }],
      credits: [{ role: "MASTERING_ENGINEER", name: "Ida" }],
      tags: [{ tag: "sea", metadata: { genre: "false" } }],
    });
    const { body } = (await studio.call("GET", `song/${song}?detail=true`)).json;
    expect(body).toMatchObject({
      artists: [{ name: "Quillwort Ensemble" }],
      albums: [{ name: "Fresh", track_number: 2, isrc: "GB-AYE-26-00001" }],
      credits: [{ role: "MASTERING_ENGINEER", value: "Ida" }],
      owners: [{ name: "Inês Corvacho" }],
    });
    expect(body.tags).toEqual([{ id: expect.any(Number), tag: "sea" }]);
    expect(JSON.stringify(body)).not.toContain("Secret");
    const findBy = async (query: string) => (await studio.call("GET", `songs?${query}`)).json.body.total;
    expect(await findBy("artist==Quillwort%20Ensemble")).toBe(1);
    expect(await findBy("artist~~quillwort")).toBe(1);
    const albums = (await studio.call("GET", `artist/${publisher.artist}/albums`)).json.body.data;
    expect(albums.map(({ name }: { name: string }) => name)).toEqual(["Fresh"]);
  });

  it("changes together with the metadata of its token on this site", async () => {
    const publisher = await studio.addPublisher();
    const song = await createPublicSong(publisher, everything);
    await sql`update song set nft_hash = 'x', nft_confirmed = true where id = ${song}`.execute(
      studio.context.db,
    );
    await change(publisher, song, {
      name: "Zephyr",
      artist: "Inês",
      albums: [{ name: "Fresh", trackNumber: 2, isrc: "GBAYE2600001" }],
    });
    const metadata = (await studio.inject({ url: `/metadata/wraps/${song}` })).json();
    expect(metadata.name).toBe("Zephyr");
    expect(metadata.attributes).toEqual(
      expect.arrayContaining([
        { trait_type: "Artist", value: "Inês" },
        { trait_type: "ISRC", value: "GB-AYE-26-00001" },
      ]),
    );
  });
});
