import { createHash, randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../platform/database/database.ts";
import { createServer } from "../../server.ts";
import { type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import { addSong } from "../../testing/fixtures/songs.ts";
import { aggregatePlaysJob } from "./jobs.ts";

let database: TestDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  database = await testDatabase();
  app = await createServer(database.context, { site: false });
  const titles = ["Endpapers", "Sodium", "Kiln", "Fernhouse", "Grille"];
  for (const [place, name] of titles.entries()) {
    const createdAt = new Date(Date.UTC(2025, 0, 1 + place));
    const id = await addSong(database.context.db, { name, artist: "Aud Fjelstad", createdAt });
    const album = place < 2 ? "Early" : "Late";
    await sql`
      insert into song_album (song_id, position, name, track_number, release_date)
      values (${id}, 0, ${album}, ${10 - place}, ${album === "Early" ? "2020-01-01" : "2024-01-01"})`.execute(
      database.context.db,
    );
  }
  await addSong(database.context.db, { name: "Unheard", artist: "Aud Fjelstad", status: "HIDDEN" });
  await addSong(database.context.db, { name: "Saturday Was a Rumour", artist: "The Ledger Club" });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await app.inject({ method: "GET", url: `/api/v1/${path}`, headers });
  return { status: answer.statusCode, headers: answer.headers, ...parse(answer.payload) };
}

async function post(path: string, payload: object, headers: Record<string, string>) {
  const answer = await app.inject({ method: "POST", url: `/api/v1/${path}`, headers, payload });
  return { status: answer.statusCode, ...parse(answer.payload) };
}

function parse(payload: string) {
  return payload === "" ? {} : JSON.parse(payload);
}

const names = (answer: { body: { data: { name: string }[] } }) => answer.body.data.map(({ name }) => name);

describe("GET songs", () => {
  it("answers pages that fit together, newest first", async () => {
    const first = await get("songs?limit=4&artist==Aud%20Fjelstad");
    const second = await get("songs?limit=4&offset=4&artist==Aud%20Fjelstad");
    expect(names(first)).toEqual(["Grille", "Fernhouse", "Kiln", "Sodium"]);
    expect(names(second)).toEqual(["Endpapers"]);
    expect([first.body.total, second.body.total]).toEqual([5, 5]);
    expect((await get("songs?limit=4&offset=400")).body).toEqual({ data: [], total: 6 });
  });

  it("lead to each of several artists with one name, and list the songs of one of them", async () => {
    const name = "Twin Tide";
    const { db } = database.context;
    const songs = [
      await addSong(db, { name: "Ebb", artist: name }),
      await addSong(db, { name: "Flow", artist: name }),
      await addSong(db, { name: "Slack", artist: name }),
      await addSong(db, { name: "Neap", artist: name, status: "HIDDEN" }),
    ];
    const add = sql<{ id: number }>`
      insert into artist (artist_clean_id, name) values ('twin-tide-' || gen_random_uuid(), ${name}) returning id`;
    const [other, hidden] = [(await add.execute(db)).rows[0]?.id, (await add.execute(db)).rows[0]?.id];
    await sql`update song set artist_id = ${other} where id = ${songs[2]}`.execute(db);
    await sql`update song set artist_id = ${hidden} where id = ${songs[3]}`.execute(db);
    const { body } = await get(`songs/artists?name=${encodeURIComponent(name)}`);
    expect(body.data).toMatchObject([
      { name, songs: 2 },
      { id: other, name, songs: 1, image: null },
    ]);
    expect(names(await get(`songs?artist_id==${other}`))).toEqual(["Slack"]);
    expect(names(await get(`songs?artist_id==${other}&name~~ebb`))).toEqual([]);
    expect(names(await get(`songs?artist==Twin%20Tide&artist_id==${body.data[0].id}`)).sort()).toEqual([
      "Ebb",
      "Flow",
    ]);
    expect(names(await get(`songs?text==Slack&artist_id>=${other}`))).toEqual(["Slack"]);
    expect(names(await get("songs?text==Twin%20Tide"))).toEqual([]);
    expect(names(await get("songs?text~~twin%20tide%20ebb"))).toEqual(["Ebb"]);
    expect((await get("songs/artists?name=Twin")).body).toEqual({ data: [] });
    expect((await get("songs/artists?name=%07")).status).toBe(400);
    expect((await get("songs/artists")).status).toBe(400);
    await sql`update song set status = 'HIDDEN' where artist = ${name}`.execute(db);
  });

  it("sorts by name on request", async () => {
    const answer = await get("songs?sortKey=name&sortDir=ASC&artist==Aud%20Fjelstad");
    expect(names(answer)).toEqual(["Endpapers", "Fernhouse", "Grille", "Kiln", "Sodium"]);
  });

  it("finds a misspelt title", async () => {
    expect(names(await get("songs?name~~satruday%20rumor"))).toEqual(["Saturday Was a Rumour"]);
  });

  it("names every filter, sort and limit that it does not know", async () => {
    const answer = await get("songs?mood==blue&sortKey=plays&limit=0");
    expect(answer).toMatchObject({ status: 400, success: false, code: "E0007" });
    expect(answer.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      "limit",
      "mood",
      "sortKey",
    ]);
  });

  it("answers 304 to a client with the current response, and the response again once it changed", async () => {
    const { headers } = await get("songs?limit=1");
    const ifNoneMatch = { "if-none-match": String(headers.etag) };
    expect(await get("songs?limit=1", ifNoneMatch)).toMatchObject({ status: 304 });
    await addSong(database.context.db, { name: "Newest", createdAt: new Date(Date.now() + 1000) });
    expect(await get("songs?limit=1", ifNoneMatch)).toMatchObject({
      status: 200,
      body: { data: [{ name: "Newest" }] },
    });
  });
});

describe("GET artist", () => {
  it("is found by number and by clean id", async () => {
    const byName = await get("artist/a-aud-fjelstad");
    expect(byName.body).toMatchObject({
      artist_clean_id: "a-aud-fjelstad",
      name: "Aud Fjelstad",
      image: null,
    });
    expect((await get(`artist/${byName.body.id}`)).body).toEqual(byName.body);
  });

  it("lists public songs alone", async () => {
    const { body } = await get("artist/a-aud-fjelstad/songs?limit=10&sortKey=name&sortDir=ASC");
    expect(body.total).toBe(5);
    expect(names({ body })).toEqual(["Endpapers", "Fernhouse", "Grille", "Kiln", "Sodium"]);
  });

  it("lists albums, the latest first, with their tracks in order", async () => {
    const { body } = await get("artist/a-aud-fjelstad/albums?limit=10");
    expect(body.total).toBe(2);
    expect(body.data).toMatchObject([
      {
        name: "Late",
        release_date: "2024-01-01",
        tracks: [{ track_number: 6, name: "Grille" }, { name: "Fernhouse" }, { name: "Kiln" }],
      },
      {
        name: "Early",
        tracks: [
          { track_number: 9, name: "Sodium" },
          { track_number: 10, name: "Endpapers" },
        ],
      },
    ]);
    expect(names(await get("artist/a-aud-fjelstad/albums?limit=1&offset=1"))).toEqual(["Early"]);
  });
});

describe("an unknown address", () => {
  it.each([
    "song/nothing-such",
    "song/99999999",
    "song/999999999999999999",
    "artist/nobody",
    "artist/99999999",
    "artist/nobody/songs",
    "artist/nobody/albums",
    "nothing",
  ])("GET %s is a 404", async (path) => {
    expect(await get(path)).toMatchObject({ status: 404, success: false, code: "E0001" });
  });

  it("a play of it is a 404", async () => {
    expect(await post("song/nothing-such/stream", {}, {})).toMatchObject({ status: 404, code: "E0001" });
  });
});

describe("POST song/{id}/stream", () => {
  let visitors = 0;
  const newVisitor = () => ({ "x-wrap-per": `visit${String(++visitors).padStart(11, "0")}` });

  async function counts(song: number): Promise<number> {
    await aggregatePlaysJob.run(database.context, {});
    return (await get(`song/${song}`)).body.song.plays;
  }

  const start = async (song: number, headers: Record<string, string>) =>
    (await post(`song/${song}/stream`, {}, headers)).body.stream_id as string;
  const report = (song: number, headers: Record<string, string>, stream_id: string, heard: number) =>
    post(`song/${song}/stream`, { stream_id, heard }, headers);

  it("counts a song that was heard, of a visitor as of an account", async () => {
    const song = await addSong(database.context.db);
    for (const [headers, next_award_at, points] of [
      [newVisitor(), null, null],
      [await logIn(), expect.any(String), expect.objectContaining({ earned: 1, points: 1, total: 1 })],
    ] as const) {
      const started = await post(`song/${song}/stream`, {}, headers);
      expect(started.body).toMatchObject({ counted: false, qualifies_after: 30, next_award_at: null });
      database.context.clock.move(31);
      const counted = await report(song, headers, started.body.stream_id, 30.5);
      expect(counted.body).toEqual({ ...started.body, counted: true, next_award_at, points });
    }
    expect(await counts(song)).toBe(2);
  });

  it("is not inflated by refreshing the page", async () => {
    const song = await addSong(database.context.db);
    const headers = newVisitor();
    for (let visit = 0; visit < 4; visit++) {
      const stream = await start(song, headers);
      database.context.clock.move(35);
      await report(song, headers, stream, 35);
    }
    expect(await counts(song)).toBe(1);
  });

  it("is not reached by pausing or seeking past what was not heard", async () => {
    const song = await addSong(database.context.db);
    const headers = newVisitor();
    const stream = await start(song, headers);
    database.context.clock.move(190);
    expect((await report(song, headers, stream, 12)).body.counted).toBe(false);
    expect(await counts(song)).toBe(0);
    expect((await report(song, headers, stream, 31)).body.counted).toBe(true);
    expect(await counts(song)).toBe(1);
  });

  it("counts a loop once for each time the track could have ended", { retry: 0 }, async () => {
    const song = await addSong(database.context.db, { duration: 60 });
    const headers = newVisitor();
    for (let round = 0; round < 3; round++) {
      const stream = await start(song, headers);
      database.context.clock.move(60);
      await report(song, headers, stream, 60);
      await report(song, headers, stream, 60);
    }
    expect(await counts(song)).toBe(3);
  });

  it("counts two tabs as one listener", async () => {
    const song = await addSong(database.context.db);
    const headers = newVisitor();
    const tabs = [await start(song, headers), await start(song, headers)];
    database.context.clock.move(40);
    const answers = await Promise.all(tabs.map((stream) => report(song, headers, stream, 40)));
    expect(answers.map(({ body }) => body.counted).sort()).toEqual([false, true]);
    expect(await counts(song)).toBe(1);
  });

  it("counts nothing for a page that was only fetched ahead", async () => {
    const song = await addSong(database.context.db);
    const headers = newVisitor();
    await get(`song/${song}?detail=true`, headers);
    const stream = await start(song, headers);
    expect((await report(song, headers, stream, 3600)).body.counted).toBe(false);
    expect(await counts(song)).toBe(0);
  });

  it("counts once when fifty calls arrive at the same instant", { retry: 0 }, async () => {
    const song = await addSong(database.context.db);
    const headers = newVisitor();
    const stream = await start(song, headers);
    database.context.clock.move(40);
    const answers = await Promise.all(Array.from({ length: 50 }, () => report(song, headers, stream, 40)));
    expect(answers.every(({ status, body }) => status === 200 && body.counted)).toBe(true);
    expect(await counts(song)).toBe(1);
  });

  it("names the field that is wrong", async () => {
    const song = await addSong(database.context.db);
    for (const payload of [{ stream_id: "mine" }, { stream_id: crypto.randomUUID() }]) {
      const answer = await post(`song/${song}/stream`, payload, newVisitor());
      expect(answer).toMatchObject({ status: 400, code: "E0007", errors: [{ field: "stream_id" }] });
    }
    expect(await post(`song/${song}/stream`, { heard: -1 }, newVisitor())).toMatchObject({
      status: 400,
      errors: [{ field: "heard" }],
    });
  });

  async function logIn(): Promise<Record<string, string>> {
    const token = randomBytes(32).toString("base64url");
    const hash = createHash("sha256").update(token).digest();
    const until = new Date(database.context.clock.now().getTime() + 3_600_000);
    await sql`
      with someone as (insert into account (email, name) values (${`${token}@example.org`}, 'A fan') returning id)
      insert into session (token_hash, account_id, expires_at) select ${hash}, id, ${until} from someone`.execute(
      database.context.db,
    );
    return { authorization: `Bearer ${token}` };
  }
});
