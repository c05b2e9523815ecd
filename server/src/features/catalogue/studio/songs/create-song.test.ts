import { studioTexts } from "@wrapsody/shared/studio/studio.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { basicAuth, bearer, makePremium } from "../../../../testing/fixtures/people.ts";
import { openStudio, pngFile, type Studio } from "../../../../testing/fixtures/studio.ts";
import { multipart } from "../../../../testing/http/multipart.ts";
import { resolveDspLink } from "./dsp-links.ts";

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

type Publisher = Awaited<ReturnType<Studio["addPublisher"]>>;

async function openPremium(): Promise<Publisher> {
  const person = await studio.join();
  await makePremium(studio, person);
  const { json } = await studio.sendArtist(person);
  return { ...person, artist: json.body.id };
}

const mySong = ({ token }: Publisher, song: string | number) =>
  studio.call("GET", `my/song/${song}`, bearer(token));

async function countSongs({ token }: Publisher): Promise<number> {
  return (await studio.call("GET", "my/songs", bearer(token))).json.body.total;
}

const everything = {
  name: "Salt Meridian",
  iswc: "t0345246801",
  nickname: "Salt",
  artist: "Inês Corvacho & the Tide Gauge",
  description: "Written on a ferry.\nFinished on a pier.",
  duration: 225,
  albums: [
    {
      name: "Piers",
      trackNumber: 3,
      releaseDate: "2026-02-28",
      isrc: "ptabc2600012",
      languages: ["pt", "en"],
    },
    { name: "Singles", trackNumber: 1 },
  ],
  credits: [
    { role: "COMPOSER", name: "Inês Corvacho" },
    { role: "MIXER", name: "Aud Fjelstad" },
  ],
  dates: [{ type: "RECORDED", date: "2025-11-03" }],
  owners: [
    { name: "Inês Corvacho", ownership: 66.67, royalty: 70 },
    { name: "Label", ownership: 33.33 },
  ],
  dsps: [
    { id: "SPOTIFY", songId: "1usSbgAg5roUZewIEn1m8u" },
    { id: "DEEZER", songId: "https://www.deezer.com/fr/track/3135556?utm_source=x" },
  ],
  tags: [{ tag: "folk" }, { tag: "rainy", metadata: { genre: "false" } }],
};

/** Takes a link from the song of an earlier attempt. */
async function freeLink(prettyId: string): Promise<void> {
  await sql`update song set pretty_id = 'earlier-' || id where pretty_id = ${prettyId}`.execute(
    studio.context.db,
  );
}

describe("a publisher who adds a song", () => {
  it("finds it as a draft with everything that was sent, and no other user finds it", async () => {
    await freeLink("salt-meridian");
    const publisher = await studio.addPublisher();
    const { status, json } = await studio.sendSong(publisher, publisher.artist, { data: everything });
    expect([status, json.body]).toMatchObject([
      200,
      {
        pretty_id: "salt-meridian",
        name: "Salt Meridian",
        artist: "Inês Corvacho & the Tide Gauge",
        artist_id: publisher.artist,
        iswc: "T-034.524.680-1",
        duration: 225,
        audio_uri: null,
        plays: 0,
        status: "DRAFT",
        rejection: null,
        submitted_at: null,
        listed_at: null,
        points: 0,
        rewards: 0,
        audio_state: "NONE",
        next_step: "ADD_AUDIO",
        image: { width: 400 },
        metadata: { description: "Written on a ferry.\nFinished on a pier." },
      },
    ]);
    const { song, audio, detail } = (await mySong(publisher, "salt-meridian")).json.body;
    expect(song).toEqual(json.body);
    expect(audio).toMatchObject({ state: "NONE", uri: null });
    expect(detail).toMatchObject({
      artists: [{ id: publisher.artist, name: "Inês Corvacho & the Tide Gauge" }],
      tags: [{ tag: "folk" }, { tag: "rainy" }],
      albums: [
        {
          name: "Piers",
          track_number: 3,
          release_date: "2026-02-28",
          isrc: "PT-ABC-26-00012",
          languages: ["pt", "en"],
        },
        { name: "Singles", track_number: 1, release_date: null, isrc: null, languages: [] },
      ],
      credits: [
        { role: "COMPOSER", value: "Inês Corvacho" },
        { role: "MIXER", value: "Aud Fjelstad" },
      ],
      dates: [{ date_type: "RECORDED", date: "2025-11-03" }],
      owners: [
        { name: "Inês Corvacho", ownership_rate: 66.67, royalty_rate: 70 },
        { name: "Label", ownership_rate: 33.33, royalty_rate: 0 },
      ],
      dsps: [
        { dsp: "SPOTIFY", link: resolveDspLink("SPOTIFY", "1usSbgAg5roUZewIEn1m8u") },
        { dsp: "DEEZER", link: "https://www.deezer.com/track/3135556" },
      ],
      lyrics: [],
      lyrics_synced: null,
      lyrics_language: "pt",
      audioFootprints: [],
      rewards: [],
      peaks: [],
    });
    expect((await studio.call("GET", "song/salt-meridian")).status).toBe(404);
    expect((await studio.call("GET", `artist/${publisher.artist}/songs`)).json.body.total).toBe(0);
    const { rows } = await sql`
      select s.nickname, s.created_by, t.genre from song s join song_tag t on t.song_id = s.id
      where s.id = ${song.id} order by t.position`.execute(studio.context.db);
    expect(rows).toEqual(
      [true, false].map((genre) => ({ nickname: "Salt", created_by: publisher.id, genre })),
    );
    expect((await studio.events(publisher.id)).at(-1)).toEqual({
      kind: "wrap-created",
      detail: { song: song.id },
    });
  });

  it("credits the artist if no one else is credited", async () => {
    const publisher = await openPremium();
    const { json } = await studio.sendSong(publisher, publisher.artist, { data: { name: "Bare" } });
    expect(json.body).toMatchObject({ artist: "Inês Corvacho", iswc: null, duration: 0 });
    const empty = { name: "Empty", artist: " ", iswc: "", nickname: "", description: "" };
    const other = await studio.sendSong(publisher, publisher.artist, { data: empty });
    expect(other.json.body).toMatchObject({ artist: "Inês Corvacho", iswc: null });
  });

  const { name } = everything;
  const rows = Array.from({ length: 101 }, () => ({ tag: "x" }));
  it.each<[string, object, [string, string][]]>([
    ["no title", { name: "" }, [["name", "Required"]]],
    [
      "a title of 10,000 characters",
      { name: "x".repeat(10_000) },
      [["name", "Please use at most 200 characters."]],
    ],
    ["an ISWC that is none", { name, iswc: "T-1" }, [["iswc", studioTexts.iswc]]],
    [
      "a description of 10,000 characters",
      { name, description: "x".repeat(10_000) },
      [["description", "Please use at most 5000 characters."]],
    ],
    ["a duration of nothing", { name, duration: 0 }, [["duration", studioTexts.duration]]],
    ["a duration as text", { name, duration: "3:45" }, [["duration", studioTexts.duration]]],
    [
      "albums",
      {
        name,
        albums: [
          { name: "A", trackNumber: 1, isrc: "1" },
          { name: " ", trackNumber: 0.5, releaseDate: "2026-02-30", languages: ["eng"] },
        ],
      },
      [
        ["albums.0.isrc", studioTexts.isrc],
        ["albums.1.name", "Required"],
        ["albums.1.trackNumber", "Please enter a track number."],
        ["albums.1.releaseDate", "Please enter a date as YYYY-MM-DD, YYYY-MM or YYYY."],
        ["albums.1.languages.0", "Languages are two-letter codes separated by commas."],
      ],
    ],
    [
      "credits",
      { name, credits: [{ role: "DRUMMER", name: "" }] },
      [
        ["credits.0.role", "Please choose a role."],
        ["credits.0.name", "Required"],
      ],
    ],
    [
      "key dates",
      { name, dates: [{ type: "", date: "soon" }] },
      [
        ["dates.0.type", "Please choose a type."],
        ["dates.0.date", "Please enter a date as YYYY-MM-DD, YYYY-MM or YYYY."],
      ],
    ],
    [
      "the sum of ownership",
      {
        name,
        owners: [
          { name: "A", ownership: 60 },
          { name: "B", ownership: 40.01 },
        ],
      },
      [["owners", studioTexts.splits]],
    ],
    [
      "the sum of royalties",
      {
        name,
        owners: [
          { name: "A", ownership: 1, royalty: 100 },
          { name: "B", ownership: 1, royalty: 0.01 },
        ],
      },
      [["owners", studioTexts.splits]],
    ],
    [
      "a split",
      { name, owners: [{ name: "A", ownership: 101 }, { name: "B", ownership: 1.005 }, { ownership: "50" }] },
      [
        ["owners.0.ownership", "Please enter a percentage from 0 to 100."],
        ["owners.1.ownership", "Please use at most two decimals."],
        ["owners.2.name", "Required"],
        ["owners.2.ownership", "Please enter a percentage."],
      ],
    ],
    [
      "links, each on its row",
      {
        name,
        dsps: [
          { id: "SPOTIFY", songId: "1usSbgAg5roUZewIEn1m8u" },
          { id: "APPLE", songId: "javascript:alert(1)" },
          { id: "TIDAL", songId: "https://evil.example/track/1" },
        ],
      },
      [
        ["dsps.1.songId", "This is neither a track id nor a track address on Apple Music."],
        ["dsps.2.songId", "This is neither a track id nor a track address on TIDAL."],
      ],
    ],
    [
      "an unknown service",
      { name, dsps: [{ id: "NAPSTER", songId: "" }] },
      [
        ["dsps.0.id", "Please choose a service."],
        ["dsps.0.songId", "Required"],
      ],
    ],
    ["too many rows", { name, tags: rows }, [["tags", "At most 100 rows are taken."]]],
  ])("gets an error for each wrong field: %s", async (_, data, errors) => {
    const publisher = await studio.addPublisher();
    const { status, json } = await studio.sendSong(publisher, publisher.artist, { data });
    const expected = errors.map(([field, message]) => ({ field, message }));
    expect([status, json.code, json.errors]).toEqual([400, "E0007", expected]);
    expect(await countSongs(publisher)).toBe(0);
  });

  it("gets the errors of the picture and of the links in one response", async () => {
    const publisher = await studio.addPublisher();
    const data = { name, dsps: [{ id: "DEEZER", songId: "?" }] };
    const { json } = await studio.sendSong(publisher, publisher.artist, { data, image: pngFile(500, 400) });
    expect(json.errors.map(({ field }: { field: string }) => field)).toEqual(["dsps.0.songId", "image"]);
  });

  it("gets an error if the picture or the JSON is missing or broken", async () => {
    const publisher = await studio.addPublisher();
    const sendForm = (form: Parameters<Studio["sendSong"]>[2]) =>
      studio.sendSong(publisher, publisher.artist, form);
    expect((await sendForm({ image: undefined })).json.errors).toEqual([
      { field: "image", message: studioTexts.noFile },
    ]);
    expect((await sendForm({ data: "{" })).json.errors).toEqual([
      { field: "data", message: "This is not valid JSON." },
    ]);
    expect((await sendForm({ data: "[]" })).status).toBe(400);
    expect((await sendForm({ data: "null", image: undefined })).status).toBe(400);
  });

  it.each([
    ["1979", "song-1979"],
    ["🌊", "water-wave"],
    ["夜", "夜"],
    ["?!", "question-mark-exclamation-mark"],
    ["Ção & Día", "cao-dia"],
  ])("titled %s has a link that can be read and is no number", async (title, prettyId) => {
    await freeLink(prettyId);
    const publisher = await studio.addPublisher();
    const { json } = await studio.sendSong(publisher, publisher.artist, { data: { name: title } });
    expect(json.body).toMatchObject({ name: title, pretty_id: prettyId });
    expect((await mySong(publisher, encodeURIComponent(json.body.pretty_id))).json.body.song.name).toBe(
      title,
    );
  });

  it("of a title that is there already has the artist in the link, and then a number, also at the same instant", {
    retry: 0,
  }, async () => {
    const houses = await Promise.all(Array.from({ length: 8 }, () => studio.addPublisher()));
    const data = { name: "Undertow", artist: "Halden Maar" };
    const answers = await Promise.all(
      houses.map((publisher) => studio.sendSong(publisher, publisher.artist, { data })),
    );
    const links = answers.map(({ json }) => json.body.pretty_id);
    expect(new Set(links).size).toBe(8);
    expect(links).toEqual(
      expect.arrayContaining(["undertow", "undertow-halden-maar", "undertow-halden-maar-2"]),
    );
  });

  it("adds songs to their own artists alone", async () => {
    const [publisher, other] = [await studio.addPublisher(), await studio.addPublisher()];
    for (const artist of [other.artist, 2_000_000_000, "nobody"]) {
      const { status, json } = await studio.sendSong(publisher, artist);
      expect([status, json.code]).toEqual([404, "E0001"]);
    }
    const parts = { data: "{}", image: pngFile() };
    const anonymous = await studio.call("POST", `artist/${publisher.artist}/song`, multipart(parts));
    expect([anonymous.status, anonymous.json.code]).toEqual([401, "E0002"]);
    expect([await countSongs(publisher), await countSongs(other)]).toEqual([0, 0]);
  });

  it("can do so with API keys", async () => {
    const publisher = await openPremium();
    const { json } = await studio.call("PATCH", "provider/keys", bearer(publisher.token));
    const parts = { data: JSON.stringify({ name: "By Program" }), image: pngFile() };
    const created = await studio.call(
      "POST",
      `artist/${publisher.artist}/song`,
      multipart(parts, basicAuth(json.body).headers),
    );
    expect([created.status, created.json.body.name]).toEqual([200, "By Program"]);
  });
});
