import { albumTexts, type OwnAlbumAnswer } from "@wrapsody/shared/catalogue/albums.ts";
import { studioTexts } from "@wrapsody/shared/studio/studio.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { bearer, type Person } from "../../../testing/fixtures/people.ts";
import { openStudio, pngFile, type Studio } from "../../../testing/fixtures/studio.ts";
import { multipart } from "../../../testing/http/multipart.ts";

type Label = Person & { artist: number };
type Parts = Parameters<typeof multipart>[0];

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());
beforeEach(async () => {
  // The links of earlier tests are free again.
  await sql`update album set pretty_id = 'earlier-' || id`.execute(studio.context.db);
});

const onAlbum = (name: string, trackNumber: number, releaseDate?: string) => ({
  name,
  trackNumber,
  releaseDate,
});

async function publish(label: Label, song: number): Promise<number> {
  await studio.setAudio(song);
  await studio.call("POST", `song/${song}/listing`, bearer(label.token));
  return song;
}

async function addPublicSong(label: Label, data: object = {}): Promise<number> {
  return publish(label, await studio.createDraft(label, data));
}

const parts = (data: object, image?: Parts[string]) => ({ data: JSON.stringify(data), image });

const create = (label: Label, data: object, headers: Record<string, string> = {}, image?: Parts[string]) =>
  studio.call(
    "POST",
    `artist/${label.artist}/album`,
    multipart(parts(data, image), { ...bearer(label.token).headers, ...headers }),
  );

const change = ({ token }: Person, album: number | string, data: object, image?: Parts[string]) =>
  studio.call("PATCH", `album/${album}`, multipart(parts(data, image), bearer(token).headers));

const remove = ({ token }: Person, album: number | string) =>
  studio.call("DELETE", `album/${album}`, bearer(token));

async function createAlbum(label: Label, data: object): Promise<OwnAlbumAnswer> {
  const { json } = await create(label, data);
  return json.body;
}

async function listOwn(label: Label, query = "") {
  const list = `sortKey=release_date&sortDir=DESC&artist_id==${label.artist}${query}`;
  return (await studio.call("GET", `my/albums?${list}`, bearer(label.token))).json.body;
}

const page = (album: number | string) => studio.call("GET", `album/${album}`);

async function albumsOf(label: Label, song: number) {
  const { json } = await studio.call("GET", `my/song/${song}`, bearer(label.token));
  return json.body.detail.albums.map(({ id: _, pretty_id: __, ...album }: Record<string, unknown>) => album);
}

const titles = (answer: { json: { body: { tracks: { song: { name: string } }[] } } }) =>
  answer.json.body.tracks.map(({ song }) => song.name);

describe("a wrap that names an album", () => {
  it("is on the artist's album of that name and date, which exists once", async () => {
    const label = await studio.addPublisher({ name: "Halden Maar" });
    const first = await addPublicSong(label, {
      name: "Pier",
      albums: [onAlbum("Ferry Hours", 2, "2026-03-01")],
    });
    const second = await addPublicSong(label, {
      name: "Quay",
      albums: [onAlbum("Ferry Hours", 1, "2026-03-01")],
    });
    await addPublicSong(label, { name: "Buoy", albums: [onAlbum("Ferry Hours", 1, "2020-01-01")] });
    const { data, total } = await listOwn(label);
    expect([total, data.map(({ tracks }: { tracks: number }) => tracks)]).toEqual([2, [2, 1]]);
    const shown = await page("ferry-hours");
    expect(shown.json.body).toMatchObject({
      name: "Ferry Hours",
      release_date: "2026-03-01",
      type: "ALBUM",
      artist: { name: "Halden Maar" },
      tracks: [
        { track_number: 1, song: { id: second } },
        { track_number: 2, song: { id: first } },
      ],
    });
    const { body } = (await studio.call("GET", `song/${first}?detail=true`)).json;
    expect(body.albums).toMatchObject([{ name: "Ferry Hours", track_number: 2, pretty_id: "ferry-hours" }]);
  });

  it("has an address that names it in its script, or its signs", async () => {
    const label = await studio.addPublisher();
    const names = ["÷", "किताब", "1989"];
    await studio.createDraft(label, { albums: names.map((name) => onAlbum(name, 1)) });
    // A track that is saved again without the date of its album leaves that album.
    const dated = await studio.createDraft(label, { albums: [onAlbum("♥", 1, "2026-03-01")] });
    await studio.call("PATCH", `song/${dated}`, {
      payload: { albums: [onAlbum("♥", 1)] },
      ...bearer(label.token),
    });
    await create(label, { name: "×" });
    const { data } = await listOwn(label);
    const addresses = Object.fromEntries(
      data.map((album: { name: string; pretty_id: string }) => [album.name, album.pretty_id]),
    );
    expect(addresses).toEqual({
      "÷": "division-sign",
      किताब: "किताब",
      "1989": "album-1989",
      "×": "multiplication-sign",
      "♥": "heart-suit-2",
    });
  });

  it("needs no date if the artist has an album of that name", async () => {
    const label = await studio.addPublisher();
    await studio.createDraft(label, { albums: [onAlbum("Low Tide", 1, "2026-03-01")] });
    const song = await studio.createDraft(label, { name: "Quay", albums: [onAlbum("Low Tide", 2)] });
    expect((await albumsOf(label, song))[0]).toMatchObject({ release_date: "2026-03-01", track_number: 2 });
    expect((await listOwn(label)).total).toBe(1);
  });

  it("keeps a year, or a year and month, as such, and is on another album than on its first day", async () => {
    const label = await studio.addPublisher({ name: "Halden Maar" });
    const draft = (releaseDate?: string) =>
      studio.createDraft(label, {
        albums: [onAlbum("Live", 1, releaseDate)],
        dates: releaseDate === undefined ? [] : [{ type: "RECORDED", date: releaseDate }],
      });
    const dates = ["1998", "1998-01", "1998-01-01"];
    const songs = await Promise.all(dates.map(draft));
    for (const [at, song] of songs.entries()) {
      const { detail } = (await studio.call("GET", `my/song/${song}`, bearer(label.token))).json.body;
      expect([detail.albums[0].release_date, detail.dates[0].date]).toEqual([dates[at], dates[at]]);
    }
    const { data } = await listOwn(label);
    expect(data.map(({ release_date }: { release_date: string }) => release_date).sort()).toEqual(dates);
    const [year, , day] = songs;
    await studio.call("PATCH", `song/${day}`, {
      ...bearer(label.token),
      payload: { albums: [onAlbum("Live", 1, "1998")], dates: [{ type: "MIXED", date: "5/1998" }] },
    });
    const changed = (await studio.call("GET", `my/song/${day}`, bearer(label.token))).json.body.detail;
    expect([changed.albums[0].release_date, changed.dates]).toEqual([
      "1998",
      [{ date_type: "MIXED", date: "1998-05" }],
    ]);
    expect((await listOwn(label)).total).toBe(2);
    await publish(label, year ?? 0);
    const [album] = (await studio.call("GET", `artist/${label.artist}/albums`)).json.body.data;
    expect([album.release_date, (await page(album.id)).json.body.release_date]).toEqual(["1998", "1998"]);
    const [own] = data.filter(({ release_date }: { release_date: string }) => release_date === "1998-01");
    const edited = await change(label, own.id, { release_date: "1998" });
    expect(edited.json.errors).toEqual([{ field: "name", message: albumTexts.taken }]);
    expect((await change(label, own.id, { release_date: "1998-02" })).json.body.album.release_date).toBe(
      "1998-02",
    );
  });

  it("without a date is on none of several albums of that name", async () => {
    const label = await studio.addPublisher({ name: "Halden Maar" });
    const draft = (releaseDate?: string) =>
      studio.createDraft(label, { albums: [onAlbum("Live", 1, releaseDate)] });
    await draft("1998");
    expect(await albumsOf(label, await draft())).toMatchObject([{ release_date: "1998" }]);
    await draft("2010-05");
    expect(await albumsOf(label, await draft())).toMatchObject([{ release_date: null }]);
    expect((await listOwn(label)).total).toBe(3);
  });

  it("never joins an album of another artist", async () => {
    const [label, other] = [await studio.addPublisher(), await studio.addPublisher()];
    const [own, theirs] = [
      await addPublicSong(label, { name: "Mine", albums: [onAlbum("Live", 1)] }),
      await addPublicSong(other, { name: "Theirs", albums: [onAlbum("Live", 1)] }),
    ];
    const pages = await Promise.all(["live", "live-2"].map(page));
    const songs = pages.map(({ json }) =>
      json.body.tracks.map(({ song }: { song: { id: number } }) => song.id),
    );
    expect(songs).toEqual([[own], [theirs]]);
  });

  it("leaves an album that nobody edited when it names another, and the album is gone", async () => {
    const label = await studio.addPublisher();
    const song = await addPublicSong(label, { albums: [onAlbum("Habour", 1)] });
    const { pretty_id } = (await listOwn(label)).data[0];
    await studio.call("PATCH", `song/${song}`, {
      ...bearer(label.token),
      payload: { albums: [onAlbum("Harbour", 1)] },
    });
    expect((await listOwn(label)).data).toMatchObject([{ name: "Harbour" }]);
    expect((await page(pretty_id)).status).toBe(404);
    // Its name is free again.
    expect((await create(label, { name: "Habour" })).status).toBe(200);
  });

  it("created by several calls at the same instant is on one album", { retry: 0 }, async () => {
    const label = await studio.addPublisher();
    const songs = await Promise.all(
      [1, 2, 3].map((number) => studio.createDraft(label, { name: `No. ${number}` })),
    );
    const albums = [onAlbum("Crowd", 1), onAlbum("Crowd, Live", 1)];
    const answers = await Promise.all(
      songs.map((song, at) =>
        studio.call("PATCH", `song/${song}`, {
          ...bearer(label.token),
          payload: { albums: at % 2 === 0 ? albums : albums.toReversed() },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { data, total } = await listOwn(label);
    expect(total).toBe(2);
    for (const name of ["Crowd", "Crowd, Live"])
      expect(data).toContainEqual(expect.objectContaining({ name, tracks: 3 }));
  });
});

describe("the page of an album", () => {
  it("shows public tracks only, and is a 404 without one", async () => {
    const label = await studio.addPublisher();
    const albums = [onAlbum("Night Crossing", 1)];
    const draft = await studio.createDraft(label, { name: "Unheard", albums });
    expect((await page("night-crossing")).status).toBe(404);
    const song = await addPublicSong(label, { name: "Heard", albums });
    expect(titles(await page("night-crossing"))).toEqual(["Heard"]);
    await studio.call("DELETE", `song/${song}/listing`, bearer(label.token));
    expect((await page("night-crossing")).status).toBe(404);
    await publish(label, draft);
    expect(titles(await page("night-crossing"))).toEqual(["Unheard"]);
  });

  it("has a card, a player and a place in the sitemap while it has a public track", async () => {
    const label = await studio.addPublisher({ name: "Aud Fjelstad" });
    const song = await addPublicSong(label, { albums: [onAlbum("Map Room", 1)] });
    const found = async () => {
      const address = encodeURIComponent("http://localhost/album/map-room");
      const [card, oembed, sitemap] = await Promise.all(
        ["/cards/album/map-room.png", `/oembed?url=${address}&maxheight=300`, "/sitemaps/albums-0.xml"].map(
          (url) => studio.inject({ url }),
        ),
      );
      return {
        card: card?.headers["content-type"],
        oembed: oembed?.json(),
        isListed: sitemap?.body.includes("/album/map-room<"),
      };
    };
    expect(await found()).toMatchObject({
      card: "image/png",
      oembed: {
        title: "Map Room, Aud Fjelstad",
        height: 300,
        html: expect.stringContaining('src="http://localhost/embed/album/map-room"'),
      },
      isListed: true,
    });
    await studio.call("DELETE", `song/${song}/listing`, bearer(label.token));
    expect(await found()).toMatchObject({
      card: expect.stringContaining("json"),
      oembed: { code: "E0001" },
      isListed: false,
    });
  });

  it("has its own cover, or else that of its first track", async () => {
    const label = await studio.addPublisher();
    const song = await addPublicSong(label, { albums: [onAlbum("Covers", 1)] });
    const { body: wrap } = (await studio.call("GET", `song/${song}`)).json;
    expect((await page("covers")).json.body.image).toEqual(wrap.song.image);
    await change(label, "covers", {}, pngFile(400, 400, "#204060"));
    const { image } = (await page("covers")).json.body;
    expect(image.id).not.toBe(wrap.song.image.id);
    const { body } = (await studio.call("GET", `artist/${label.artist}/albums`)).json;
    expect(body.data).toMatchObject([{ pretty_id: "covers", image: { id: image.id } }]);
  });
});

describe("a publisher", () => {
  it("creates an album with wraps of the artist, which keep their ISRC", async () => {
    const label = await studio.addPublisher();
    const single = { ...onAlbum("Salt Meridian (Single)", 1), isrc: "PT-ABC-26-00013", languages: ["pt"] };
    const songs = [
      await addPublicSong(label, { name: "Salt Meridian", albums: [single] }),
      await addPublicSong(label, { name: "Lamp Room" }),
    ];
    const tracks = songs.map((song_id, at) => ({ song_id, track_number: 2 - at }));
    const { status, json } = await create(label, {
      name: " Moth Hours ",
      release_date: "2026-05-01",
      type: "EP",
      tracks,
    });
    expect([status, json.body]).toMatchObject([
      200,
      {
        album: {
          name: "Moth Hours",
          pretty_id: "moth-hours",
          type: "EP",
          tracks: 2,
          public_tracks: 2,
          image: null,
        },
        tracks: [
          { song_id: songs[1], track_number: 1, isrc: null },
          { song_id: songs[0], track_number: 2, isrc: "PT-ABC-26-00013", status: "ACTIVE" },
        ],
      },
    ]);
    expect(await albumsOf(label, songs[0] ?? 0)).toMatchObject([
      { name: "Salt Meridian (Single)", isrc: "PT-ABC-26-00013" },
      { name: "Moth Hours", track_number: 2, isrc: "PT-ABC-26-00013", languages: ["pt"] },
    ]);
    expect(
      (await studio.call("GET", `my/album/${json.body.album.id}`, bearer(label.token))).json.body,
    ).toEqual(json.body);
  });

  it("changes what is sent, and the wraps say so too", async () => {
    const label = await studio.addPublisher();
    const track = { ...onAlbum("Erly", 1, "2026-01-01"), isrc: "PT-ABC-26-00014", languages: ["en"] };
    const songs = [
      await studio.createDraft(label, { name: "One", albums: [track] }),
      await studio.createDraft(label, { name: "Two", albums: [{ ...track, trackNumber: 2, isrc: "" }] }),
    ];
    const { id, pretty_id } = (await listOwn(label)).data[0];
    const renamed = await change(label, id, { name: "Early", release_date: null, type: "SINGLE" });
    expect(renamed.json.body.album).toMatchObject({
      name: "Early",
      release_date: null,
      type: "SINGLE",
      pretty_id,
    });
    expect(await albumsOf(label, songs[0] ?? 0)).toEqual([
      { name: "Early", track_number: 1, release_date: null, isrc: "PT-ABC-26-00014", languages: ["en"] },
    ]);
    const tracks = [
      { song_id: songs[1], track_number: 1 },
      { song_id: songs[0], track_number: 7 },
    ];
    const reordered = await change(label, id, { tracks });
    expect(reordered.json.body.tracks).toMatchObject([
      { song_id: songs[1], track_number: 1, isrc: null },
      { song_id: songs[0], track_number: 7, isrc: "PT-ABC-26-00014" },
    ]);
    await change(label, id, { tracks: tracks.slice(0, 1) });
    expect(await albumsOf(label, songs[0] ?? 0)).toEqual([]);
    // The name and date that nodes of the version before read.
    const { rows } =
      await sql`select name, release_date, song_id from song_album where album_id = ${id}`.execute(
        studio.context.db,
      );
    expect(rows).toEqual([{ name: "Early", release_date: null, song_id: songs[1] }]);
  });

  it("sets, keeps and removes the ISRC of a track, in any notation", async () => {
    const label = await studio.addPublisher();
    const [first = 0, second = 0] = await Promise.all(
      ["One", "Two"].map((name) => studio.createDraft(label, { name })),
    );
    const [one, two] = [
      { song_id: first, track_number: 1 },
      { song_id: second, track_number: 2 },
    ];
    const { album } = await createAlbum(label, {
      name: "Codes",
      tracks: [{ ...one, isrc: "ptabc2600021" }, two],
    });
    const codes = async (tracks: object[]) => {
      const { json } = await change(label, album.id, { tracks });
      return json.body?.tracks.map(({ isrc }: { isrc: string | null }) => isrc) ?? json.errors;
    };
    expect(await codes([one, { ...two, isrc: "PT-ABC-26-00022" }])).toEqual([
      "PT-ABC-26-00021",
      "PT-ABC-26-00022",
    ]);
    expect(await codes([{ ...one, isrc: "" }, two])).toEqual([null, "PT-ABC-26-00022"]);
    expect(await codes([one, { ...two, isrc: "12" }])).toEqual([
      { field: "tracks.1.isrc", message: studioTexts.isrc },
    ]);
  });

  it("finds own albums by part of the name and sorts them", async () => {
    const label = await studio.addPublisher();
    await createAlbum(label, { name: "Ébano", release_date: "2026-01-01" });
    await createAlbum(label, { name: "Zinc" });
    await createAlbum(label, { name: "Ebony Nights", release_date: "2020-01-01" });
    const names = async (query: string) => {
      const { json } = await studio.call("GET", `my/albums?${query}`, bearer(label.token));
      return json.body.data.map(({ name }: { name: string }) => name);
    };
    expect(await names("name~~eb&sortKey=name&sortDir=ASC")).toEqual(["Ébano", "Ebony Nights"]);
    expect(await names("sortKey=release_date&sortDir=DESC")).toEqual(["Zinc", "Ébano", "Ebony Nights"]);
    expect(await names("sortKey=created_at&sortDir=DESC&limit=1&offset=1")).toEqual(["Zinc"]);
    expect(await names("name~~(")).toEqual([]);
  });

  it("deletes an album, and its wraps stay", async () => {
    const label = await studio.addPublisher();
    const song = await addPublicSong(label, { albums: [onAlbum("Gone Soon", 1)] });
    const { id } = (await listOwn(label)).data[0];
    const answers = await Promise.all([remove(label, id), remove(label, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await page("gone-soon")).status).toBe(404);
    expect((await studio.call("GET", `song/${song}`)).status).toBe(200);
    expect(await albumsOf(label, song)).toEqual([]);
  });

  it("deletes no album that alone has an ISRC of a wrap, also if both that have it are deleted at the same time", {
    retry: 0,
  }, async () => {
    const label = await studio.addPublisher();
    const isrc = "GBAYE6900124";
    const song = await studio.createDraft(label, { albums: [{ ...onAlbum("First", 1), isrc }] });
    const first = (await listOwn(label)).data[0].id as number;
    const refused = await remove(label, first);
    expect([refused.status, refused.json.code]).toEqual([409, "E0085"]);
    expect(refused.json.message).toContain("1 wrap has its ISRC on this album only");

    // Another ISRC elsewhere does not replace it, the same one does: a wrap that joins an album takes its ISRC along.
    const other = { name: "Other", tracks: [{ song_id: song, track_number: 1, isrc: "GBAYE6900999" }] };
    await createAlbum(label, other);
    expect((await remove(label, first)).json.code).toBe("E0085");
    const { album: second } = await createAlbum(label, {
      name: "Second",
      tracks: [{ song_id: song, track_number: 1 }],
    });
    const answers = await Promise.all([remove(label, first), remove(label, second.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const kept = (await albumsOf(label, song)) as { isrc: string | null }[];
    expect(kept.map((album) => album.isrc).sort()).toEqual(["GB-AYE-69-00124", "GB-AYE-69-00999"]);

    // Once the publisher has cleared it, the album can be deleted.
    const left = answers[0].status === 200 ? second.id : first;
    const tracks = [{ song_id: song, track_number: 1, isrc: null }];
    expect((await change(label, left, { tracks })).status).toBe(200);
    expect((await remove(label, left)).status).toBe(200);
  });

  it("sees which wraps have no ISRC but that of the album", async () => {
    const label = await studio.addPublisher();
    const isrc = "GBAYE6900123";
    const albums = [{ ...onAlbum("Long Player", 1), isrc }, onAlbum("Compilation", 3)];
    const song = await studio.createDraft(label, { albums });
    const listed = (await listOwn(label)).data as { id: number; name: string }[];
    const readTracks = async (name: string) => {
      const id = listed.find((album) => album.name === name)?.id;
      return (await studio.call("GET", `my/album/${id}`, bearer(label.token))).json.body.tracks;
    };
    expect(await readTracks("Long Player")).toMatchObject([{ song_id: song, is_only_isrc: true }]);
    expect(await readTracks("Compilation")).toMatchObject([{ isrc: null, is_only_isrc: false }]);
    const both = { albums: albums.map((album) => ({ ...album, isrc })) };
    await studio.call("PATCH", `song/${song}`, { payload: both, ...bearer(label.token) });
    expect(await readTracks("Long Player")).toMatchObject([{ is_only_isrc: false }]);
  });

  it("gets an error on each wrong field, and nothing is changed", async () => {
    const [label, other] = [await studio.addPublisher(), await studio.addPublisher()];
    const [song, foreign] = [await studio.createDraft(label), await studio.createDraft(other)];
    await createAlbum(label, { name: "First", release_date: "2026-01-01" });
    const { album } = await createAlbum(label, {
      name: "Second",
      tracks: [{ song_id: song, track_number: 1 }],
    });
    const wrong: [object, string, string][] = [
      [{ name: " " }, "name", "Required"],
      [{ release_date: "soon" }, "release_date", "Please enter a date as YYYY-MM-DD, YYYY-MM or YYYY."],
      [{ type: "MIXTAPE" }, "type", "Please choose a type."],
      [{ name: "First", release_date: "2026-01-01" }, "name", albumTexts.taken],
      [{ tracks: [{ song_id: foreign, track_number: 1 }] }, "tracks.0.song_id", albumTexts.otherWrap],
      [{ tracks: [{ song_id: 99_999_999, track_number: 1 }] }, "tracks.0.song_id", albumTexts.otherWrap],
      [
        { tracks: [{ song_id: song, track_number: 0 }] },
        "tracks.0.track_number",
        "Please enter a track number.",
      ],
    ];
    for (const [data, field, message] of wrong) {
      const { status, json } = await change(label, album.id, data);
      expect([data, status, json.code, json.errors]).toEqual([data, 400, "E0007", [{ field, message }]]);
      if ("name" in data || "tracks" in data)
        expect((await create(label, { name: "Third", ...data })).json.errors).toEqual([{ field, message }]);
    }
    const image = await change(label, album.id, {}, pngFile(500, 400));
    expect(image.json.errors).toEqual([{ field: "image", message: studioTexts.notSquare }]);
    expect((await listOwn(label)).data).toMatchObject([{ name: "Second", tracks: 1 }, { name: "First" }]);
  });

  it("has albums that are not there for anybody else", async () => {
    const [label, other] = [await studio.addPublisher(), await studio.addPublisher()];
    const { album } = await createAlbum(label, { name: "Private Press" });
    const answers = [
      await change(other, album.id, { name: "Stolen" }),
      await remove(other, album.id),
      await studio.call("GET", `my/album/${album.id}`, bearer(other.token)),
      await create({ ...other, artist: label.artist }, { name: "Stolen" }),
      await page(album.id),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await listOwn({ ...other, artist: label.artist })).total).toBe(0);
    const anonymous = [
      await studio.call("PATCH", `album/${album.id}`, multipart(parts({ name: "Stolen" }))),
      await studio.call("DELETE", `album/${album.id}`),
      await studio.call("GET", "my/albums"),
      await studio.call("POST", `artist/${label.artist}/album`, multipart(parts({ name: "Stolen" }))),
    ];
    expect(anonymous.map(({ json }) => json.code)).toEqual(["E0002", "E0002", "E0002", "E0002"]);
    expect((await listOwn(label)).data).toMatchObject([{ name: "Private Press", tracks: 0 }]);
  });

  it("creates an album once, however often it is sent", { retry: 0 }, async () => {
    const label = await studio.addPublisher();
    const data = { name: "Once" };
    const key = { "idempotency-key": "album-once" };
    const [first, second] = await Promise.all([create(label, data, key), create(label, data, key)]);
    expect(second.json).toEqual(first.json);
    const twice = await Promise.all([create(label, { name: "Twice" }), create(label, { name: "Twice" })]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await listOwn(label)).total).toBe(2);
  });

  it("renames and refills albums while wraps name them, and nothing waits forever", {
    retry: 0,
  }, async () => {
    const label = await studio.addPublisher();
    const songs = await Promise.all(
      [1, 2, 3].map((number) => studio.createDraft(label, { name: `No. ${number}` })),
    );
    const tracks = songs.map((song_id, at) => ({ song_id, track_number: at + 1 }));
    const { album } = await createAlbum(label, { name: "Busy", tracks });
    const calls = [0, 1, 2, 3, 4, 5].flatMap((round) => [
      change(label, album.id, {
        name: `Busy ${round}`,
        tracks: round % 2 === 0 ? tracks : tracks.toReversed(),
      }),
      studio.call("PATCH", `song/${songs[round % 3]}`, {
        ...bearer(label.token),
        payload: { albums: [onAlbum("Busy", 1), onAlbum(`New ${round}`, 1)] },
      }),
    ]);
    expect([...new Set((await Promise.all(calls)).map(({ status }) => status))]).toEqual([200]);
  });
});

it("drops the kept pages of the artist's wraps and albums when an album changes", async () => {
  const label = await studio.addPublisher();
  const { album } = await createAlbum(label, { name: "Kept" });
  const pages = studio.watchPages();
  await change(label, album.id, { name: "Kept Longer" });
  await remove(label, album.id);
  pages.close();
  expect(pages.changes).toEqual([[`artist:${label.artist}`], [`artist:${label.artist}`]]);
});
