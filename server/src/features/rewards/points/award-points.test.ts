import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase, sql } from "../../../platform/database/database.ts";
import { bearer, openPeople, type People, type Person } from "../../../testing/fixtures/people.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import { catalogueJobs } from "../../catalogue/index.ts";
import { awardPlayPoints } from "./award-points.ts";

let people: People;
let db: People["context"]["db"];

beforeAll(async () => {
  people = await openPeople();
  db = people.context.db;
});
afterAll(() => people.close());

let visitors = 0;
const newVisitor = () => `visitor${String(++visitors).padStart(9, "0")}`;
let addresses = 0;
const newAddress = () => `198.51.${++addresses % 250}.7`;

type By = { person?: Person; visitor?: string; sharer?: string; address?: string };

function headersOf({ person, visitor, sharer, address = "192.0.2.7" }: By): Record<string, string> {
  return {
    "x-forwarded-for": address,
    ...(person === undefined ? {} : { authorization: `Bearer ${person.token}` }),
    ...(visitor === undefined ? {} : { "x-wrap-per": visitor }),
    ...(sharer === undefined ? {} : { "x-wrap-inc": sharer }),
  };
}

async function startPlay(song: number, by: By): Promise<string> {
  const { json } = await people.call("POST", `song/${song}/stream`, { headers: headersOf(by), payload: {} });
  return json.body.stream_id;
}

async function count(song: number, by: By, streamId: string) {
  const payload = { stream_id: streamId, heard: 31 };
  const { json } = await people.call("POST", `song/${song}/stream`, { headers: headersOf(by), payload });
  return json.body;
}

/** Listens to a song long enough to count. */
async function playSong(song: number, by: By) {
  const streamId = await startPlay(song, by);
  people.context.clock.move(31);
  return count(song, by, streamId);
}

async function points(song: number | string, { token }: Person) {
  const { status, json } = await people.call("GET", `my/rewards/${song}`, bearer(token));
  return status === 200 ? json.body : status;
}

const day = 86_400;
const midnight = () => {
  const now = people.context.clock.now().getTime() / 1000;
  people.context.clock.move(day - (now % day));
};

/** Adds a song whose artist a user owns. */
async function addOwnSong({ id }: Person): Promise<number> {
  const song = await addSong(db, { artist: `Artist of ${id}` });
  await sql`update artist set owner_id = ${id} where id = (select artist_id from song where id = ${song})`.execute(
    db,
  );
  return song;
}

describe("a counted listen", () => {
  it("earns a logged-in listener a point and returns when the next can be earned", async () => {
    const fan = await people.join();
    const song = await addSong(db);
    expect(await points(song, fan)).toBe(0);
    const { counted, next_award_at } = await playSong(song, { person: fan });
    const { clock } = people.context;
    expect(counted).toBe(true);
    expect(next_award_at).toBe(new Date(clock.now().getTime() + day * 1000).toISOString());
    expect(await points(song, fan)).toBe(1);
  });

  it("earns no second point within 24 hours, and one exactly at their end", { retry: 0 }, async () => {
    const fan = await people.join();
    const song = await addSong(db);
    const { next_award_at } = await playSong(song, { person: fan });
    people.context.clock.move(day - 31.001);
    const early = await startPlay(song, { person: fan });
    people.context.clock.move(31);
    expect(await count(song, { person: fan }, early)).toMatchObject({ counted: true, next_award_at });
    expect(await points(song, fan)).toBe(1);

    const other = await addSong(db);
    await playSong(other, { person: fan });
    people.context.clock.move(day - 31);
    expect(await playSong(other, { person: fan })).toMatchObject({ counted: true });
    expect(await points(other, fan)).toBe(2);
  });

  it("earns points with twenty songs a day (UTC), and with others after midnight", async () => {
    const fan = await people.join();
    midnight();
    const songs = await Promise.all(Array.from({ length: 22 }, () => addSong(db)));
    const answers = [];
    for (const song of songs.slice(0, 21)) answers.push(await playSong(song, { person: fan }));
    const nextDay = new Date(people.context.clock.now());
    nextDay.setUTCHours(24, 0, 0, 0);
    expect(answers[20]).toMatchObject({ counted: true, next_award_at: nextDay.toISOString() });
    expect(await points(songs[19] ?? 0, fan)).toBe(1);
    expect(await points(songs[20] ?? 0, fan)).toBe(0);
    const result = await people.call("GET", `my/rewards?song_id==${songs[20]}`, bearer(fan.token));
    expect(result.json.body.data).toMatchObject([{ points: 0, next_award_at: nextDay.toISOString() }]);
    const unheard = await people.call("GET", `my/rewards?song_id==${songs[21]}`, bearer(fan.token));
    expect(unheard.json.body.data).toMatchObject([{ points: 0, next_award_at: nextDay.toISOString() }]);
    midnight();
    await playSong(songs[20] ?? 0, { person: fan });
    expect(await points(songs[20] ?? 0, fan)).toBe(1);
  });

  it("never uses more than twenty daily slots if all songs end concurrently", { retry: 0 }, async () => {
    const fan = await people.join();
    midnight();
    const songs = await Promise.all(Array.from({ length: 30 }, () => addSong(db)));
    const streams = await Promise.all(songs.map((song) => startPlay(song, { person: fan })));
    people.context.clock.move(31);
    await Promise.all(songs.map((song, n) => count(song, { person: fan }, streams[n] ?? "")));
    const { rows } = await sql`
      select count(*), sum(points) as points from point_entry where account_id = ${fan.id}`.execute(db);
    expect(rows).toEqual([{ count: 20, points: 20 }]);
  });

  it("earns once if its call is made fifty times concurrently", { retry: 0 }, async () => {
    const fan = await people.join();
    const song = await addSong(db);
    const stream = await startPlay(song, { person: fan });
    people.context.clock.move(31);
    const answers = await Promise.all(Array.from({ length: 50 }, () => count(song, { person: fan }, stream)));
    expect(answers.every(({ counted }) => counted)).toBe(true);
    expect(await points(song, fan)).toBe(1);
  });

  it("earns once, however often the same play is reported as counted", { retry: 0 }, async () => {
    const fan = await people.join();
    const song = await addSong(db);
    const countedAt = people.context.clock.now();
    const play = {
      songId: song,
      streamId: crypto.randomUUID(),
      accountId: fan.id,
      listener: "00",
      visitor: null,
      sharer: (await people.join()).id,
      network: "192.0.2.0/24",
      device: undefined,
    };
    const expected = [countedAt, countedAt, new Date(countedAt.getTime() + 2 * day * 1000)];
    for (const at of expected)
      await db.transaction().execute((tx) => awardPlayPoints(people.context, tx, { ...play, countedAt: at }));
    const { rows } = await sql`select kind from point_entry where song_id = ${song} order by kind`.execute(
      db,
    );
    expect(rows).toEqual([{ kind: "LISTEN" }, { kind: "SHARE" }]);
    const days = await sql`
      select entries from point_day where account_id in (${fan.id}, ${play.sharer})`.execute(db);
    expect(days.rows).toEqual([{ entries: 1 }, { entries: 1 }]);
  });

  it("earns nothing for the listener's own song, and nothing without an account", async () => {
    const owner = await people.join();
    const song = await addOwnSong(owner);
    expect(await playSong(song, { person: owner })).toMatchObject({ counted: true, next_award_at: null });
    expect(await points(song, owner)).toBe(0);
    expect(await playSong(song, { visitor: newVisitor() })).toMatchObject({
      counted: true,
      next_award_at: null,
    });
    const { rows } = await sql`select from point_entry where song_id = ${song}`.execute(db);
    expect(rows).toEqual([]);
  });

  it("without an account or a shared link reads nothing from the ledger", async () => {
    const song = await addSong(db);
    const play = {
      songId: song,
      streamId: crypto.randomUUID(),
      accountId: undefined,
      listener: "00",
      visitor: newVisitor(),
      sharer: newVisitor(),
      countedAt: new Date(),
      network: "192.0.2.0/24",
      device: undefined,
    };
    // Nothing listens at this address, so any query would fail.
    const nowhere = openDatabase({ url: "postgres://127.0.0.1:1/none", size: 1, onError: () => undefined });
    expect(await awardPlayPoints(people.context, nowhere.db, play)).toBeNull();
    await expect(
      awardPlayPoints(people.context, nowhere.db, { ...play, accountId: crypto.randomUUID() }),
    ).rejects.toThrow();
    await nowhere.close();
  });
});

describe("a shared link", () => {
  it("earns its sharer one point for each new listener of a song", async () => {
    const sharer = await people.join();
    const [song, other] = [await addSong(db), await addSong(db)];
    const visitor = newVisitor();
    await playSong(song, { visitor, sharer: sharer.id });
    people.context.clock.move(2 * day);
    await playSong(song, { visitor, sharer: sharer.id });
    expect(await points(song, sharer)).toBe(1);
    await playSong(song, { visitor: newVisitor(), sharer: sharer.id });
    await playSong(song, { person: await people.join(), sharer: sharer.id.toUpperCase() });
    expect(await points(song, sharer)).toBe(3);
    await playSong(other, { visitor, sharer: sharer.id });
    expect(await points(other, sharer)).toBe(1);
  });

  it("earns once per visitor, from any number of networks and accounts", { retry: 0 }, async () => {
    const [sharer, fan] = [await people.join(), await people.join()];
    const song = await addSong(db);
    const by = { visitor: newVisitor(), sharer: sharer.id };
    for (let network = 0; network < 4; network += 1) {
      await playSong(song, { ...by, address: newAddress() });
      people.context.clock.move(day);
    }
    await playSong(song, { ...by, person: fan });
    expect(await points(song, sharer)).toBe(1);
    people.context.clock.move(day);
    await playSong(song, { visitor: newVisitor(), sharer: sharer.id, person: fan });
    expect(await points(song, sharer)).toBe(1);
  });

  it("earns once per visitor, even if all their networks and accounts finish concurrently", {
    retry: 0,
  }, async () => {
    const sharer = await people.join();
    const song = await addSong(db);
    const by = { visitor: newVisitor(), sharer: sharer.id };
    const fans = await Promise.all([people.join(), people.join(), people.join()]);
    const ways: By[] = [
      ...fans.map((person) => ({ ...by, person })),
      ...Array.from({ length: 4 }, () => ({ ...by, address: newAddress() })),
    ];
    const streams = await Promise.all(ways.map((way) => startPlay(song, way)));
    people.context.clock.move(31);
    const answers = await Promise.all(ways.map((way, n) => count(song, way, streams[n] ?? "")));
    expect(answers.map(({ counted }) => counted)).toEqual(ways.map(() => true));
    expect(await points(song, sharer)).toBe(1);
    const { rows } = await sql`select entries from point_day where account_id = ${sharer.id}`.execute(db);
    expect(rows).toEqual([{ entries: 1 }]);
  });

  it("earns nothing for a listener who has heard the song before, by account or by browser", async () => {
    const [sharer, fan] = [await people.join(), await people.join()];
    const [song, other] = [await addSong(db), await addSong(db)];
    const visitor = newVisitor();
    await playSong(song, { visitor, address: newAddress() });
    await playSong(song, { person: fan });
    people.context.clock.move(3 * day);
    await playSong(song, { visitor, sharer: sharer.id, address: newAddress() });
    await playSong(song, { visitor, sharer: sharer.id, person: await people.join() });
    await playSong(song, { visitor: newVisitor(), sharer: sharer.id, person: fan });
    expect(await points(song, sharer)).toBe(0);
    await playSong(other, { visitor, sharer: sharer.id, address: newAddress() });
    await playSong(other, { visitor: newVisitor(), sharer: sharer.id, person: fan });
    expect(await points(other, sharer)).toBe(2);
  });

  it("earns for a listener who started the song before but did not hear enough of it", async () => {
    const sharer = await people.join();
    const song = await addSong(db);
    const by = { visitor: newVisitor(), sharer: sharer.id };
    await startPlay(song, by);
    people.context.clock.move(day);
    await playSong(song, by);
    expect(await points(song, sharer)).toBe(1);
  });

  it("does not reveal its visitors to the sharer", async () => {
    const sharer = await people.join();
    const visitor = newVisitor();
    await playSong(await addSong(db), { visitor, sharer: sharer.id });
    const { json } = await people.call("GET", "my/data", bearer(sharer.token));
    expect(json.body.rewards.entries).toHaveLength(1);
    expect(JSON.stringify(json.body.rewards)).not.toContain(visitor);
  });

  it("earns by the sharer of the first call, whatever later ones contain", async () => {
    const [first, later] = [await people.join(), await people.join()];
    const song = await addSong(db);
    const visitor = newVisitor();
    const stream = await startPlay(song, { visitor, sharer: first.id });
    people.context.clock.move(31);
    await count(song, { visitor, sharer: later.id }, stream);
    expect([await points(song, first), await points(song, later)]).toEqual([1, 0]);
  });

  it("earns points for at most ten listeners a day (UTC), even if all arrive concurrently", {
    retry: 0,
  }, async () => {
    const sharer = await people.join();
    midnight();
    const song = await addSong(db);
    const listeners = Array.from({ length: 14 }, () => ({
      visitor: newVisitor(),
      address: newAddress(),
      sharer: sharer.id,
    }));
    const streams = await Promise.all(listeners.map((by) => startPlay(song, by)));
    people.context.clock.move(31);
    await Promise.all(listeners.map((by, n) => count(song, by, streams[n] ?? "")));
    expect(await points(song, sharer)).toBe(10);
    midnight();
    await playSong(song, { visitor: newVisitor(), sharer: sharer.id });
    expect(await points(song, sharer)).toBe(11);
  });

  it("earns nothing for its own sharer, logged in or out, nor for the song's owner", async () => {
    const sharer = await people.join();
    const song = await addSong(db);
    const visitor = newVisitor();
    await playSong(song, { person: sharer, visitor, sharer: sharer.id });
    expect(await points(song, sharer)).toBe(1);
    await playSong(song, { visitor, sharer: sharer.id, address: newAddress() });
    await playSong(song, { visitor, sharer: sharer.id.toUpperCase(), address: newAddress() });
    expect(await points(song, sharer)).toBe(1);
    const own = await addOwnSong(sharer);
    await playSong(own, { visitor: newVisitor(), sharer: sharer.id });
    expect(await points(own, sharer)).toBe(0);
  });

  it("of a visitor, an unknown user or a deleted account counts the play and earns nothing", async () => {
    const gone = await people.join();
    await sql`delete from account where id = ${gone.id}`.execute(db);
    const song = await addSong(db);
    for (const sharer of [newVisitor(), gone.id, crypto.randomUUID(), "----", "0".repeat(36)])
      expect(await playSong(song, { visitor: newVisitor(), sharer })).toMatchObject({ counted: true });
    const { rows } = await sql`select from point_entry where song_id = ${song}`.execute(db);
    expect(rows).toEqual([]);
  });

  it("between two users who keep sharing with each other causes no deadlock", { retry: 0 }, async () => {
    const [first, second] = [await people.join(), await people.join()];
    const songs = await Promise.all(Array.from({ length: 8 }, () => addSong(db)));
    const plays = songs.flatMap((song) => [
      { song, by: { person: first, sharer: second.id } },
      { song, by: { person: second, sharer: first.id } },
    ]);
    const streams = await Promise.all(plays.map(({ song, by }) => startPlay(song, by)));
    people.context.clock.move(31);
    const answers = await Promise.all(plays.map(({ song, by }, n) => count(song, by, streams[n] ?? "")));
    expect(answers.every(({ counted }) => counted)).toBe(true);
    for (const song of songs) expect([await points(song, first), await points(song, second)]).toEqual([2, 2]);
  });

  it("blocks neither an account's deletion nor the counting of a play", async () => {
    const song = await addSong(db);
    const leaving = await Promise.all(Array.from({ length: 6 }, () => people.join()));
    const listeners = leaving.map(({ id }) => ({ visitor: newVisitor(), sharer: id }));
    for (const by of listeners) await playSong(song, { ...by, visitor: newVisitor() });
    const streams = await Promise.all(listeners.map((by) => startPlay(song, by)));
    people.context.clock.move(31);
    const [answers, deletions] = await Promise.all([
      Promise.all(listeners.map((by, n) => count(song, by, streams[n] ?? ""))),
      Promise.all(
        leaving.map(({ token }) =>
          people.call("DELETE", "me", { ...bearer(token), payload: { password: "window seat please" } }),
        ),
      ),
    ]);
    expect(answers.every(({ counted }) => counted)).toBe(true);
    expect(deletions.map(({ status }) => status)).toEqual(leaving.map(() => 200));
    const { rows } = await sql`select from point_entry where song_id = ${song}`.execute(db);
    expect(rows).toEqual([]);
  });
});

describe("an earned point", () => {
  it("is counted for the song and its day with the plays, once", { retry: 0 }, async () => {
    const [fan, sharer] = [await people.join(), await people.join()];
    const song = await addSong(db);
    midnight();
    await playSong(song, { person: fan, sharer: sharer.id });
    await playSong(song, { visitor: newVisitor(), sharer: sharer.id });
    await playSong(song, { visitor: newVisitor() });
    const fold = catalogueJobs.find(({ name }) => name === "fold-plays");
    await Promise.all([1, 2, 3].map(() => fold?.run(people.context, {})));
    const { rows } = await sql`
      select s.plays, s.points, d.plays as day_plays, d.listeners, d.points as day_points, d.shares
      from song s join song_day d on d.song_id = s.id where s.id = ${song}`.execute(db);
    expect(rows).toEqual([{ plays: 3, points: 3, day_plays: 3, listeners: 3, day_points: 3, shares: 2 }]);
  });

  it("is part of its owner's data export, and of no one else's", async () => {
    const [fan, other] = [await people.join(), await people.join()];
    const song = await addSong(db);
    const { next_award_at } = await playSong(song, { person: fan });
    const at = new Date(Date.parse(next_award_at) - day * 1000).toISOString().replace(/\.?0*Z$/, "Z");
    const exported = async ({ token }: Person) =>
      (await people.call("GET", "my/data", bearer(token))).json.body;
    expect((await exported(fan)).rewards).toEqual({
      balances: [{ song_id: song, song: "Salt Meridian", points: 1, last_listen_at: at }],
      entries: [
        {
          song_id: song,
          song: "Salt Meridian",
          key: expect.stringMatching(/^listen [\da-f-]{36}$/),
          kind: "LISTEN",
          points: 1,
          created_at: at,
        },
      ],
      claims: [],
      downloads: [],
      holds: [],
      reached: [],
    });
    const nothing = { balances: [], entries: [], claims: [], downloads: [], holds: [], reached: [] };
    expect((await exported(other)).rewards).toEqual(nothing);
  });

  it("is returned by number or pretty id, with a session", async () => {
    const fan = await people.join();
    const song = await addSong(db);
    await playSong(song, { person: fan });
    const { rows } = await sql<{ pretty_id: string }>`select pretty_id from song where id = ${song}`.execute(
      db,
    );
    expect(await points(rows[0]?.pretty_id ?? "", fan)).toBe(1);
    expect((await people.call("GET", `my/rewards/${song}`)).json).toMatchObject({ code: "E0002" });
    expect((await people.call("GET", `my/rewards/${song}`, bearer("x".repeat(32)))).json).toMatchObject({
      code: "E0003",
    });
    expect(await points(song, await people.join())).toBe(0);
    for (const unknown of ["999999", "no-such-song", "9".repeat(100), `${"x".repeat(200)}`])
      expect([400, 404]).toContain(await points(unknown, fan));
  });

  it("stays private to its owner when the song is hidden", async () => {
    const [fan, other] = [await people.join(), await people.join()];
    const song = await addSong(db);
    await playSong(song, { person: fan });
    await sql`update song set status = 'HIDDEN' where id = ${song}`.execute(db);
    expect([await points(song, fan), await points(song, other)]).toEqual([1, 404]);
  });
});
