import { playCaps } from "@wrapsody/shared/rewards/play-holds.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { BACKGROUND_TIMEOUT_MS } from "../../../../../checks/test-limits.ts";
import type { Context } from "../../../platform/context.ts";
import { openDatabase, sql } from "../../../platform/database/database.ts";
import { explainQueries } from "../../../testing/database/query-plans.ts";
import { withDatabase } from "../../../testing/database/setup.ts";
import { bearer, openPeople, type People, type Person } from "../../../testing/fixtures/people.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import { runJobs } from "../../../testing/jobs.ts";
import { aggregatePlaysJob, deleteOldListenersJob } from "../jobs.ts";
import { countListeners } from "../statistics/statistics.data.ts";
import { countReleasedPlaysJob } from "./play-holds.ts";
import { markCounted } from "./plays.data.ts";
import { registerPlay } from "./plays.ts";

const cap = playCaps.listenersPerNetwork;
const farmed = 120;

let people: People;
let context: People["context"];
let admin: Person;
let databaseUrl: string;
/** A second node on the same database. */
let otherNode: Context;
let closeOtherNode: () => Promise<void>;

beforeAll(async () => {
  people = await openPeople();
  context = people.context;
  admin = await people.join();
  await sql`update account set role = 'ADMIN' where id = ${admin.id}`.execute(context.db);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(context.db);
  databaseUrl = withDatabase(process.env.TEST_DATABASE_URL ?? "", rows[0]?.name ?? "");
  const { db, close } = openDatabase({
    url: databaseUrl,
    size: 10,
    onError: () => undefined,
    connectionTimeoutMs: BACKGROUND_TIMEOUT_MS,
  });
  otherNode = { ...context, db };
  closeOtherNode = close;
});
afterAll(async () => {
  await closeOtherNode();
  await people.close();
});

let networks = 0;
let network: string;
/** The address of the farm, in a network of its own. */
let address: string;
beforeEach(async () => {
  networks += 1;
  network = `203.0.${networks}.0/24`;
  address = `203.0.${networks}.9`;
  // Caps are counted by day, so the day must not end during a test.
  const now = context.clock.now().getTime() / 1000;
  context.clock.move(86_400 - (now % 86_400) + 60);
  admin.token = await people.logInAgain(admin);
});

let visitors = 0;
const newVisitor = () => `visitor${String(++visitors).padStart(9, "0")}`;

type Listener = { visitor?: string; accountId?: string; sharer?: string; address?: string };

/** Every listener plays a song once, all at the same time, on both nodes in turn. Returns the last answers. */
async function playTogether(song: number, listeners: readonly Listener[]) {
  const nodes = [context, otherNode];
  const calls = listeners.map((listener, n) => ({
    node: nodes[n % 2] ?? context,
    call: {
      song: String(song),
      accountId: undefined,
      visitor: undefined,
      sharer: undefined,
      address,
      heard: 0,
      streamId: undefined,
      ...listener,
    },
  }));
  const started = await Promise.all(calls.map(({ node, call }) => registerPlay(node, call)));
  context.clock.move(61);
  const countAll = () =>
    Promise.all(
      calls.map(({ node, call }, n) =>
        registerPlay(node, { ...call, streamId: started[n]?.stream_id, heard: 61 }),
      ),
    );
  const answers = await countAll();
  expect(await countAll()).toEqual(answers);
  return answers;
}

const invent = (count: number, listener: Listener = {}) =>
  Array.from({ length: count }, () => ({ visitor: newVisitor(), ...listener }));

const newSong = () => addSong(context.db, { duration: 60 });

/** Returns the counts of the charts, the publisher's days and the statistics. */
async function totalsOf(song: number) {
  await aggregatePlaysJob.run(context, {});
  const { rows } = await sql<{ plays: number; points: number; days: unknown }>`
    select plays::int, points::int, (
      select json_agg(json_build_array(plays, listeners, shares) order by day) from song_day where song_id = song.id
    ) as days from song where id = ${song}`.execute(context.db);
  const day = context.clock.now().toISOString().slice(0, 10);
  const { all } = await countListeners(context.db, [song], { before: day, from: "2020-01-01", to: day });
  return { ...rows[0], all };
}

async function holds(of = network) {
  const { json } = await people.call("GET", `admin/play-holds?network==${of}`, bearer(admin.token));
  return json.body.data;
}

const decide = (id: number, payload: object, person: Person = admin) =>
  people.call("POST", `admin/play-hold/${id}`, { payload, ...bearer(person.token) });

describe("plays of invented visitors from one network", () => {
  it("count up to the cap, however many arrive concurrently on two nodes", { retry: 0 }, async () => {
    const song = await newSong();
    const answers = await playTogether(song, invent(farmed));
    // The answers do not tell which of them are on hold.
    expect(answers.every(({ counted }) => counted)).toBe(true);
    expect(await totalsOf(song)).toEqual({ plays: cap, points: 0, days: [[cap, cap, 0]], all: cap });
    expect(await holds()).toMatchObject([
      {
        network,
        plays: farmed - cap,
        listeners: farmed - cap,
        song_listeners: cap,
        state: "PENDING",
        song: { id: song },
        day: context.clock.now().toISOString().slice(0, 10),
      },
    ]);
  });

  it("leave listeners of other networks, logged-in ones and other songs alone", async () => {
    const [song, other] = [await newSong(), await newSong()];
    await playTogether(song, invent(cap + 1));
    await playTogether(song, [
      ...invent(1, { address: "198.51.100.77" }),
      ...Array.from({ length: 3 }, () => ({ accountId: crypto.randomUUID() })),
    ]);
    await playTogether(other, invent(1));
    expect([await totalsOf(song), await totalsOf(other)]).toMatchObject([{ plays: cap + 4 }, { plays: 1 }]);
  });

  it("count for those within the cap as often as they listen, and never for the others of that day", async () => {
    const song = await newSong();
    const early = invent(cap);
    const late = invent(2);
    await playTogether(song, early);
    await playTogether(song, late);
    for (let n = 0; n < 2; n += 1) await playTogether(song, [...early.slice(0, 3), ...late]);
    expect(await totalsOf(song)).toMatchObject({ plays: cap + 6, days: [[cap + 6, cap, 0]], all: cap });
    expect(await holds()).toMatchObject([{ plays: 6, listeners: 2 }]);
    context.clock.move(86_400);
    await playTogether(song, late);
    expect(await totalsOf(song)).toMatchObject({ plays: cap + 8 });
  });

  it("do not escape the cap by changing networks during the play", async () => {
    const song = await newSong();
    const started = await Promise.all(
      invent(farmed).map(async (listener, n) => {
        const call = { accountId: undefined, sharer: undefined, song: String(song), heard: 0, ...listener };
        const from = `198.18.${n}.7`;
        const { stream_id } = await registerPlay(context, { ...call, address: from, streamId: undefined });
        return { ...call, address, streamId: stream_id };
      }),
    );
    context.clock.move(61);
    for (const call of started) await registerPlay(context, { ...call, heard: 61 });
    expect(await totalsOf(song)).toMatchObject({ plays: cap });
  });

  it("may be more where they are a small part of a song's listeners", async () => {
    const song = await newSong();
    await sql`
      insert into song_day (song_id, day, plays, listeners)
      select ${song}, (${context.clock.now()}::timestamptz at time zone 'UTC')::date - 1, 2000, 2000`.execute(
      context.db,
    );
    await playTogether(song, invent(farmed));
    expect(await totalsOf(song)).toMatchObject({ plays: 2000 * playCaps.shareOfListeners });
  });
});

describe("plays on hold", () => {
  it("count for the day they were heard once they are released, once, with the points of shared links", {
    retry: 0,
  }, async () => {
    const song = await newSong();
    const sharer = await people.join();
    await playTogether(song, [...invent(cap), ...invent(20), ...invent(1, { sharer: sharer.id })]);
    // The order is random: the shared play may be within the cap.
    const [hold] = await holds();
    expect(hold.plays).toBe(21);
    context.clock.move(2 * 86_400);
    const answers = await Promise.all([1, 2, 3].map(() => decide(hold.id, { decision: "RELEASED" })));
    expect(answers.map(({ json }) => json.body.decided).sort()).toEqual([0, 0, 21]);
    expect(await holds()).toEqual([]);
    expect(await runJobs(context)).toEqual([]);
    await Promise.all([1, 2, 3].map(() => countReleasedPlaysJob.run(context, { hold: hold.id })));
    expect(await totalsOf(song)).toEqual({
      plays: cap + 21,
      points: 1,
      days: [[cap + 21, cap + 21, 1]],
      all: cap + 21,
    });
    const { json } = await people.call("GET", `my/rewards/${song}`, bearer(sharer.token));
    expect(json.body).toBe(1);
    expect((await decide(hold.id, { decision: "REFUSED" })).json.code).toBe("E0005");
    expect(await people.events(admin.id)).toContainEqual(
      expect.objectContaining({ kind: "plays-released", detail: { plays: 21 } }),
    );
  });

  it("earn a sharer nothing while they are on hold, and the point when released", async () => {
    const song = await newSong();
    const sharer = await people.join();
    const points = async () =>
      (await people.call("GET", `my/rewards/${song}`, bearer(sharer.token))).json.body;
    await playTogether(song, invent(cap));
    await playTogether(song, invent(1, { sharer: sharer.id }));
    expect(await points()).toBe(0);
    const [hold] = await holds();
    await decide(hold.id, { decision: "RELEASED" });
    expect(await runJobs(context)).toEqual([]);
    expect(await points()).toBe(1);
  });

  it("never count once they are refused, nor do later ones of that song and day", async () => {
    const song = await newSong();
    const regular = invent(1);
    await playTogether(song, regular);
    await playTogether(song, invent(cap + 3));
    const [hold] = await holds();
    expect((await decide(hold.id, { decision: "REFUSED" })).json.body.decided).toBe(4);
    await playTogether(song, invent(2));
    expect(await holds()).toEqual([]);
    expect((await decide(hold.id, { decision: "RELEASED" })).json.code).toBe("E0005");
    expect(await runJobs(context)).toEqual([]);
    expect(await totalsOf(song)).toMatchObject({ plays: cap });
    await playTogether(song, regular);
    expect(await totalsOf(song)).toMatchObject({ plays: cap + 1 });
    // A day later, nothing is kept of them; the hold is kept for review of the decision.
    context.clock.move(2 * 86_400);
    await deleteOldListenersJob.run(context, {});
    const { rows } = await sql`select from held_play where hold_id = ${hold.id}`.execute(context.db);
    expect(rows).toEqual([]);
    context.clock.move(90 * 86_400);
    admin.token = await people.logInAgain(admin);
    await deleteOldListenersJob.run(context, {});
    expect((await decide(hold.id, { decision: "REFUSED" })).status).toBe(404);
    expect(await totalsOf(song)).toMatchObject({ plays: cap + 1 });
  });

  it("count without review after a release of that song, network and day", async () => {
    const song = await newSong();
    const late = invent(2);
    await playTogether(song, [...invent(cap), ...late]);
    const [hold] = await holds();
    await decide(hold.id, { decision: "RELEASED" });
    await playTogether(song, [...invent(3), ...late]);
    expect(await runJobs(context)).toEqual([]);
    expect([await totalsOf(song), await holds()]).toMatchObject([{ plays: cap + 7, all: cap + 5 }, []]);
  });

  it("of one network are decided together", async () => {
    const songs = [await newSong(), await newSong()];
    for (const song of songs) await playTogether(song, invent(cap + 2));
    const [{ id }] = await holds();
    expect((await decide(id, { decision: "RELEASED", all: true })).json.body.decided).toBe(4);
    expect(await runJobs(context)).toEqual([]);
    for (const song of songs) expect(await totalsOf(song)).toMatchObject({ plays: cap + 2 });
  });

  it("are decided by administrators only", async () => {
    await playTogether(await newSong(), invent(cap + 1));
    const [{ id }] = await holds();
    const fan = await people.join();
    expect((await people.call("GET", "admin/play-holds")).status).toBe(401);
    expect((await people.call("GET", "admin/play-holds", bearer(fan.token))).status).toBe(403);
    const payload = { decision: "RELEASED" };
    expect((await people.call("POST", `admin/play-hold/${id}`, { payload })).status).toBe(401);
    expect((await decide(id, payload, fan)).status).toBe(403);
    expect((await decide(999_999, payload)).status).toBe(404);
    expect((await decide(id, { decision: "MAYBE" })).json.code).toBe("E0007");
  });
});

it("The cap costs a counted play no scan and no statement of its own", async () => {
  const song = await newSong();
  const startedAt = context.clock.now();
  const id = crypto.randomUUID();
  await sql`
    insert into play (id, song_id, listener, started_at) values (${id}, ${song}, '\\x01', ${startedAt})`.execute(
    context.db,
  );
  const key = { id, songId: song, startedAt };
  const listener = { listener: Buffer.from("01", "hex"), accountId: undefined, aliasKey: undefined };
  const heard = { now: startedAt, heard: 31, minIntervalS: 60, network };
  const plans = await explainQueries(databaseUrl, async (db) => {
    expect(await markCounted(db, key, listener, heard)).toMatchObject({ isHeld: false });
  });
  expect(plans.scanned.filter((table) => /play_network|held_play|play_hold|song_day/.test(table))).toEqual(
    [],
  );
  expect(plans.indexes).toEqual(expect.arrayContaining(["held_play_pkey", "song_day_pkey"]));
});
