import { randomUUID } from "node:crypto";
import type { OwnPlaylist } from "@wrapsody/shared/catalogue/playlists.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { bearer, joinAdministrator, makePremium, type Person } from "../../../testing/fixtures/people.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import { openStudio, type Studio } from "../../../testing/fixtures/studio.ts";

let studio: Studio;
let songs: number[];
beforeAll(async () => {
  studio = await openStudio();
  songs = [];
  for (const name of ["Pier", "Quay", "Buoy", "Lock"]) songs.push(await addSong(studio.context.db, { name }));
});
afterAll(() => studio.close());

type Method = Parameters<Studio["call"]>[0];

const send = (person: Person, method: Method, path: string, payload?: object, headers: object = {}) =>
  studio.call(method, path, {
    headers: { ...bearer(person.token).headers, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });

async function create(person: Person, body: object = {}): Promise<string> {
  const { json } = await send(person, "POST", "my/playlist", { name: "Crossings", songs, ...body });
  return json.body.playlist.id;
}

const setStatus = (song: number, status: string) =>
  sql`update song set status = ${status} where id = ${song}`.execute(studio.context.db);

const readPage = async (id: string) => (await studio.call("GET", `playlist/${id}`)).json.body;
const readOwn = async (person: Person, id: string): Promise<OwnPlaylist> =>
  (await send(person, "GET", `my/playlist/${id}`)).json.body;
const orderOf = async (person: Person, id: string) =>
  (await readOwn(person, id)).tracks.map(({ song_id }) => song_id);
const listOwn = async (person: Person, query = "") =>
  (await send(person, "GET", `my/playlists?${query}`)).json.body;

/** Adds `count` empty playlists. */
const fill = ({ id }: Person, count: number) =>
  sql`
    insert into playlist (public_id, account_id, name, is_public, created_at, updated_at)
    select left(md5(${id} || n), 16), ${id}::uuid, 'No. ' || n, false, now(), now() from generate_series(1, ${count}::int) n`.execute(
    studio.context.db,
  );

describe("a fan", () => {
  it("creates a playlist, describes it, and deletes it", async () => {
    const fan = await studio.join();
    const created = await send(fan, "POST", "my/playlist", {
      name: " Crossings ",
      songs: [songs[1], songs[0]],
    });
    expect(created.json.body).toMatchObject({
      playlist: { name: "Crossings", description: "", is_public: false, songs: 2, public_songs: 2 },
      tracks: [{ song: { name: "Quay" } }, { song: { name: "Pier" } }],
    });
    const { id } = created.json.body.playlist;
    const changed = await send(fan, "PATCH", `playlist/${id}`, { description: "At night", is_public: true });
    expect(changed.json.body).toMatchObject({ name: "Crossings", description: "At night", is_public: true });
    expect((await listOwn(fan)).data).toMatchObject([{ id, songs: 2, has_song: false }]);
    expect((await send(fan, "DELETE", `playlist/${id}`)).status).toBe(200);
    expect([(await listOwn(fan)).total, (await studio.call("GET", `playlist/${id}`)).status]).toEqual([
      0, 404,
    ]);
  });

  it("creates one playlist by repeated calls with the same key", { retry: 0 }, async () => {
    const fan = await studio.join();
    const sendOnce = () => send(fan, "POST", "my/playlist", { name: "Once" }, { "idempotency-key": "p-1" });
    const [first, second] = await Promise.all([sendOnce(), sendOnce()]);
    expect(second.json).toEqual(first.json);
    expect((await listOwn(fan)).total).toBe(1);
  });

  it("finds their playlists by part of the name, and sees which contain a song", async () => {
    const fan = await studio.join();
    await create(fan, { name: "Café at Night" });
    await create(fan, { name: "Morning", songs: [songs[0]] });
    const namesWith = async (typed: string) =>
      (await listOwn(fan, `name~~${encodeURIComponent(typed)}`)).data.map(
        ({ name }: { name: string }) => name,
      );
    expect(await namesWith("cafe")).toEqual(["Café at Night"]);
    const { data } = await listOwn(fan, `song=${songs[1]}&sortKey=name&sortDir=ASC`);
    expect(data.map(({ has_song }: { has_song: boolean }) => has_song)).toEqual([true, false]);
    await create(fan, { name: "प्यार भरे गीत" });
    expect([await namesWith("प्यार"), await namesWith("यार")]).toEqual([["प्यार भरे गीत"], []]);
  });

  it("gets a clear error on each field", async () => {
    const fan = await studio.join();
    const fieldsOf = async (path: string, payload: object) => {
      const { status, json } = await send(fan, "POST", path, payload);
      return [status, json.errors?.map(({ field }: { field: string }) => field)];
    };
    expect(await fieldsOf("my/playlist", { name: " ", description: "x".repeat(1_001) })).toEqual([
      400,
      ["name", "description"],
    ]);
    expect(await fieldsOf("my/playlist", { name: "A", songs: [songs[0], 999_999] })).toEqual([
      400,
      ["songs.1"],
    ]);
    expect(await fieldsOf("my/playlist", { name: "A", color: "red" })).toEqual([400, ["color"]]);
    const id = await create(fan);
    expect(await fieldsOf(`playlist/${id}/songs`, {})).toEqual([400, ["songs"]]);
    expect((await send(fan, "PATCH", `playlist/${id}`, { name: "" })).status).toBe(400);
    expect((await send(fan, "PATCH", `playlist/${id}/song/${songs[0]}`, { after: 0 })).status).toBe(400);
    expect((await readOwn(fan, id)).playlist.name).toBe("Crossings");
    expect((await listOwn(fan)).total).toBe(1);
  });

  it("cannot see or change someone else's, and nobody can without a session", async () => {
    const [owner, other] = [await studio.join(), await studio.join()];
    const id = await create(owner);
    const calls: [Method, string, object?][] = [
      ["GET", `my/playlist/${id}`],
      ["PATCH", `playlist/${id}`, { name: "Taken" }],
      ["POST", `playlist/${id}/songs`, { songs: [songs[0]] }],
      ["PATCH", `playlist/${id}/song/${songs[0]}`, { after: null }],
      ["DELETE", `playlist/${id}/song/${songs[0]}`],
      ["DELETE", `playlist/${id}`],
    ];
    for (const [method, path, payload] of calls) {
      expect((await send(other, method, path, payload)).json.code).toBe("E0001");
      const anonymous = await studio.call(method, path, payload === undefined ? {} : { payload });
      expect(anonymous.json.code).toBe("E0002");
    }
    for (const [method, path] of [
      ["GET", "my/playlists"],
      ["POST", "my/playlist"],
      ["GET", "my/likes"],
      ["GET", "my/likes/among?songs=1"],
      ["PUT", `song/${songs[0]}/like`],
      ["DELETE", `song/${songs[0]}/like`],
    ] as const)
      expect((await studio.call(method, path)).json.code).toBe("E0002");
    expect((await listOwn(other)).total).toBe(0);
    expect(await orderOf(owner, id)).toEqual(songs);
  });
});

describe("the songs of a playlist", () => {
  it("are added at the end, also a whole album, and none twice", { retry: 0 }, async () => {
    const label = await studio.addPublisher();
    const album = `added-album-${randomUUID()}`;
    const albums = (track: number) => ({ albums: [{ name: album, trackNumber: track }] });
    const tracks: number[] = [];
    for (const [at, name] of ["One", "Two"].entries()) {
      const song = await studio.createDraft(label, { name, ...albums(2 - at) });
      await studio.setAudio(song);
      await send(label, "POST", `song/${song}/listing`);
      tracks.unshift(song);
    }
    const id = await create(label, { songs: [songs[0]] });
    const add = (body: object) => send(label, "POST", `playlist/${id}/songs`, body);
    expect((await add({ album })).json.body).toMatchObject({
      added: 2,
      playlist: { songs: 3 },
    });
    expect((await add({ album, songs: [songs[0]] })).json.body.added).toBe(0);
    expect(await orderOf(label, id)).toEqual([songs[0], ...tracks]);
    expect((await add({ album: "no-such-album" })).status).toBe(404);
  });

  it("that several calls add at the same instant are all there, each once", { retry: 0 }, async () => {
    const fan = await studio.join();
    const id = await create(fan, { songs: [] });
    const [a = 0, b = 0, c = 0] = songs;
    const answers = await Promise.all(
      [
        [a, b],
        [b, c],
        [c, a],
      ].map((added) => send(fan, "POST", `playlist/${id}/songs`, { songs: added })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await orderOf(fan, id)).toSorted((x, y) => x - y)).toEqual([a, b, c]);
  });

  it("are at most 500, and a call beyond that adds nothing", async () => {
    const fan = await studio.join();
    const id = await create(fan, { songs: [] });
    const many = `many-${randomUUID()}-`;
    await sql`
      insert into song (pretty_id, artist_id, artist, name, duration, status, created_at)
      select ${many} || n, (select artist_id from song where id = ${songs[0]}), 'Crowd', 'Nr ' || n, 200, 'ACTIVE', now()
      from generate_series(1, 499) n`.execute(studio.context.db);
    const { rows } = await sql<{
      id: number;
    }>`select id from song where starts_with(pretty_id, ${many})`.execute(studio.context.db);
    const add = (added: (number | undefined)[]) =>
      send(fan, "POST", `playlist/${id}/songs`, { songs: added });
    await add(rows.map((row) => row.id));
    const answers = await Promise.all([add([songs[0]]), add([songs[1]])]);
    expect(answers.map(({ json }) => json.code).toSorted()).toEqual(["E0090", undefined]);
    expect((await add([songs[0], songs[1]])).json.code).toBe("E0090");
    expect((await readOwn(fan, id)).playlist.songs).toBe(500);
    expect((await add(Array.from({ length: 501 }, () => songs[0]))).json.errors).toMatchObject([
      { field: "songs" },
    ]);
  });

  it("move behind one another, also from two tabs at the same instant", { retry: 0 }, async () => {
    const fan = await studio.join();
    const id = await create(fan);
    const [pier = 0, quay = 0, buoy = 0, lock = 0] = songs;
    const move = (song: number, after: number | null) =>
      send(fan, "PATCH", `playlist/${id}/song/${song}`, { after });
    await move(lock, null);
    expect(await orderOf(fan, id)).toEqual([lock, pier, quay, buoy]);
    const answers = await Promise.all([
      move(pier, buoy),
      move(quay, lock),
      move(buoy, quay),
      move(lock, pier),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await orderOf(fan, id)).toSorted((a, b) => a - b)).toEqual(songs);
  });

  it("that another tab removed meanwhile cannot be moved or moved to, and nothing else is lost", {
    retry: 0,
  }, async () => {
    const fan = await studio.join();
    const id = await create(fan);
    const [pier, quay, buoy, lock] = songs;
    const remove = () => send(fan, "DELETE", `playlist/${id}/song/${quay}`);
    const statuses = (await Promise.all([remove(), remove()])).map(({ status }) => status);
    expect(statuses).toEqual([200, 200]);
    for (const [song, after] of [
      [quay, null],
      [lock, quay],
    ])
      expect((await send(fan, "PATCH", `playlist/${id}/song/${song}`, { after })).json.code).toBe("E0091");
    expect(await orderOf(fan, id)).toEqual([pier, buoy, lock]);
  });

  it("leave the page while they are not public, and return to their place", async () => {
    const fan = await studio.join();
    const id = await create(fan);
    const [, quay = 0] = songs;
    const names = async () => (await readPage(id)).songs.map(({ name }: { name: string }) => name);
    for (const status of ["HIDDEN", "IN_REVIEW", "DELETED"]) {
      await setStatus(quay, status);
      expect(await names()).toEqual(["Pier", "Buoy", "Lock"]);
      const own = await readOwn(fan, id);
      expect(own.tracks[1]).toEqual({ song_id: quay, song: null });
      expect(own.playlist).toMatchObject({ songs: 4, public_songs: 3 });
      expect((await studio.inject({ url: `/playlist/${id}.xspf` })).body).not.toContain("Quay");
      await setStatus(quay, "ACTIVE");
    }
    expect(await names()).toEqual(["Pier", "Quay", "Buoy", "Lock"]);
  });
});

describe("the number of playlists", () => {
  it("is fifty on the free plan, exactly, when ten are created at the same instant", {
    retry: 0,
  }, async () => {
    const fan = await studio.join();
    await fill(fan, 47);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(fan, "POST", "my/playlist", { name: "Crowd" })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = answers.find(({ status }) => status !== 200);
    expect([refused?.status, refused?.json.code, refused?.json.message]).toEqual([
      403,
      "E0089",
      "Your plan includes 50 playlists, and you have 50. With Premium you can have any number.",
    ]);
    expect(await listOwn(fan)).toMatchObject({ total: 50, limit_reached: true });
  });

  it("is unlimited with Premium, whose playlists stay and stay editable when it ends", async () => {
    const fan = await studio.join();
    await fill(fan, 50);
    await makePremium(studio, fan);
    const id = await create(fan);
    expect(await listOwn(fan)).toMatchObject({ total: 51, limit_reached: false });
    await sql`update subscription set expires_at = now() - interval '1 day', kept_until = now() - interval '1 day' where account_id = ${fan.id}`.execute(
      studio.context.db,
    );
    expect((await send(fan, "POST", "my/playlist", { name: "One more" })).json.code).toBe("E0089");
    expect((await listOwn(fan)).total).toBe(51);
    expect((await send(fan, "PATCH", `playlist/${id}`, { name: "Kept" })).status).toBe(200);
    expect((await send(fan, "DELETE", `playlist/${id}/song/${songs[0]}`)).status).toBe(200);
  });
});

describe("the page of a playlist", () => {
  const findListed = async (id: string) => {
    const [sitemap, xspf, card, oembed] = await Promise.all(
      [
        "/sitemaps/playlists-0.xml",
        `/playlist/${id}.xspf`,
        `/cards/playlist/${id}.png`,
        `/oembed?url=${encodeURIComponent(`http://localhost/playlist/${id}`)}`,
      ].map((url) => studio.inject({ url })),
    );
    return {
      sitemap: sitemap?.body.includes(`/playlist/${id}<`),
      robots: xspf?.headers["x-robots-tag"],
      statuses: [xspf?.statusCode, card?.statusCode, oembed?.statusCode],
      embed: oembed?.json().html,
    };
  };

  it("is in the sitemap while it is public and has a public song; an unlisted one is known by its link only", async () => {
    const fan = await studio.join();
    const id = await create(fan);
    expect(id).toMatch(/^[\w-]{16}$/);
    const unlisted = { sitemap: false, robots: "noindex", statuses: [200, 200, 200] };
    expect(await findListed(id)).toMatchObject(unlisted);
    await send(fan, "PATCH", `playlist/${id}`, { is_public: true });
    expect(await findListed(id)).toMatchObject({
      sitemap: true,
      robots: undefined,
      statuses: [200, 200, 200],
      embed: expect.stringContaining(`src="http://localhost/embed/playlist/${id}"`),
    });
    for (const song of songs) await send(fan, "DELETE", `playlist/${id}/song/${song}`);
    expect((await findListed(id)).sitemap).toBe(false);
    await send(fan, "PATCH", `playlist/${id}`, { is_public: false });
    expect(await findListed(id)).toMatchObject(unlisted);
    expect(await readPage(id)).toMatchObject({ owner: "Ottilie Brandt", songs: [], is_public: false });
    expect((await studio.call("GET", "playlist/1")).status).toBe(404);
    expect((await findListed("%00")).statuses).toEqual([404, 404, 404]);
    expect((await studio.inject({ url: "/cards/wrap/%00.png" })).statusCode).toBe(404);
  });

  it("is an XSPF file with its songs in order, whatever characters its texts have", async () => {
    const id = await create(await studio.join(), {
      name: "Tide & <Salt>",
      description: "“Ends” ]]> at dawn",
    });
    const { headers, body } = await studio.inject({ url: `/playlist/${id}.xspf` });
    expect(headers["content-type"]).toBe("application/xspf+xml; charset=utf-8");
    expect(body).toContain(
      '<playlist version="1" xmlns="http://xspf.org/ns/0/">\n<title>Tide &amp; &lt;Salt&gt;</title>',
    );
    expect(body).toContain("<annotation>“Ends” ]]&gt; at dawn</annotation>");
    const tracks = [...body.matchAll(/<track>.*?<title>(\w+)<\/title>/g)];
    expect(tracks.map(([, title]) => title)).toEqual(["Pier", "Quay", "Buoy", "Lock"]);
  });

  it("is gone while its owner is suspended, and after the account is deleted", async () => {
    const [admin, fan] = [await joinAdministrator(studio), await studio.join()];
    const id = await create(fan, { is_public: true });
    const gone = { sitemap: false, statuses: [404, 404, 404] };
    await send(admin, "POST", `admin/user/${fan.id}/suspension`, {
      ground: "terms",
      basis: "Section 2",
      reason: "It sells other people's music.",
      note: "",
    });
    expect(await findListed(id)).toMatchObject(gone);
    await send(admin, "POST", `admin/user/${fan.id}/suspension/end`, { reason: "It does not." });
    expect((await findListed(id)).sitemap).toBe(true);
    const token = await studio.logInAgain(fan);
    await send({ ...fan, token }, "PUT", `song/${songs[0]}/like`);
    const pages = studio.watchPages();
    const removed = await send({ ...fan, token }, "DELETE", "me", { password: "window seat please" });
    pages.close();
    expect([removed.status, pages.changes.flat().includes(`playlist:${id}`)]).toEqual([200, true]);
    expect(await findListed(id)).toMatchObject(gone);
    const { rows } = await sql`select from song_like where account_id = ${fan.id}`.execute(studio.context.db);
    expect(rows).toEqual([]);
  });

  it("is reported, restricted and restored like a wrap, and its owner sees why", async () => {
    const [admin, fan] = [await joinAdministrator(studio), await studio.join()];
    const id = await create(fan, { name: "Reported", is_public: true });
    const payload = {
      kind: "playlist",
      id,
      problem: "hate",
      explanation: "Its title is hateful.",
      location: `http://localhost/playlist/${id}`,
      name: "Halden Maar",
      email: "halden@reader.example",
      good_faith: true,
    };
    const report = (await studio.call("POST", "report", { payload })).json.body.id;
    const { json } = await send(admin, "GET", `admin/report/${report}`);
    expect(json.body).toMatchObject({
      title: "Reported",
      things: [{ kind: "playlist", target: id, path: `/playlist/${id}` }],
      owner: { id: fan.id },
    });
    const decision = {
      decision: "RESTRICT",
      reason: "It is.",
      kind: "playlist",
      ground: "terms",
      basis: "2",
    };
    expect((await send(admin, "POST", `admin/report/${report}`, decision)).status).toBe(200);
    expect(await findListed(id)).toMatchObject({ sitemap: false, statuses: [404, 404, 404] });
    const { data } = (await send(fan, "GET", "my/restrictions")).json.body;
    expect(data).toMatchObject([{ kind: "playlist", target: id, title: "Reported", reason: "It is." }]);
    await send(admin, "POST", `admin/restriction/${data[0].id}/end`, { reason: "It is not." });
    expect(await findListed(id)).toMatchObject({ sitemap: true, statuses: [200, 200, 200] });
  });

  it("is dropped from the page cache by every change", async () => {
    const fan = await studio.join();
    const id = await create(fan);
    const { changes, close } = studio.watchPages();
    await send(fan, "PATCH", `playlist/${id}`, { name: "Renamed" });
    await send(fan, "PATCH", `playlist/${id}/song/${songs[2]}`, { after: null });
    await send(fan, "DELETE", `playlist/${id}/song/${songs[2]}`);
    await send(fan, "POST", `playlist/${id}/songs`, { songs });
    await send(fan, "PATCH", "my/profile", { name: "Ottilie B." });
    await send(fan, "DELETE", `playlist/${id}`);
    close();
    expect(changes).toEqual(Array.from({ length: 6 }, () => [`playlist:${id}`]));
  });
});

describe("a like", () => {
  const like = (fan: Person, song: number | undefined) => send(fan, "PUT", `song/${song}/like`);
  const unlike = (fan: Person, song: number | undefined) => send(fan, "DELETE", `song/${song}/like`);
  const likes = async (fan: Person, query = "") => (await send(fan, "GET", `my/likes?${query}`)).json.body;

  it("is there once, however often and at whatever instant it is given or taken back", {
    retry: 0,
  }, async () => {
    const fan = await studio.join();
    const [pier] = songs;
    const added = await Promise.all([like(fan, pier), like(fan, pier), like(fan, pier)]);
    expect(added.map(({ json }) => json.body)).toEqual([{ liked: true }, { liked: true }, { liked: true }]);
    expect(await likes(fan)).toMatchObject({ total: 1, data: [{ song: { name: "Pier" } }] });
    const taken = await Promise.all([unlike(fan, pier), unlike(fan, pier)]);
    expect(taken.map(({ json }) => json.body)).toEqual([{ liked: false }, { liked: false }]);
    expect((await likes(fan)).total).toBe(0);
  });

  it("is listed latest first while its wrap is public, and concerns its owner only", async () => {
    const [fan, other] = [await studio.join(), await studio.join()];
    for (const song of songs) await like(fan, song);
    const [pier = 0, quay, buoy] = songs;
    const pageOf = async (query: string) =>
      (await likes(fan, query)).data.map(({ song }: { song: { name: string } }) => song.name);
    expect([await pageOf("limit=2"), await pageOf("limit=2&offset=2")]).toEqual([
      ["Lock", "Buoy"],
      ["Quay", "Pier"],
    ]);
    await setStatus(pier, "HIDDEN");
    expect(await likes(fan)).toMatchObject({ total: 3 });
    expect((await like(other, pier)).status).toBe(404);
    await setStatus(pier, "ACTIVE");
    expect((await likes(fan)).total).toBe(4);
    const among = (person: Person, list: string) => send(person, "GET", `my/likes/among?songs=${list}`);
    await unlike(fan, buoy);
    expect((await among(fan, [buoy, quay].join(","))).json.body.songs).toEqual([quay]);
    expect((await among(other, String(quay))).json.body.songs).toEqual([]);
    expect((await among(fan, "1,x")).json.errors).toMatchObject([{ field: "songs" }]);
  });
});

it("playlists and likes are in the owner's data export", async () => {
  const [fan, other] = [await studio.join(), await studio.join()];
  const id = await create(fan, { name: "Exported" });
  await create(other, { name: "Not mine" });
  await send(fan, "PUT", `song/${songs[3]}/like`);
  const { json } = await send(fan, "GET", "my/data");
  expect(json.body.catalogue.playlists).toMatchObject([
    { public_id: id, name: "Exported", songs: songs.map((song_id) => ({ song_id })) },
  ]);
  expect(json.body.catalogue.likes).toMatchObject([{ song_id: songs[3], song: "Lock" }]);
});
