import { pointRules } from "@wrapsody/shared/rewards/point-rules.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { bearer, openPeople, type People, type Person } from "../../../testing/fixtures/people.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";

let people: People;
let db: People["context"]["db"];
let admin: Person;

beforeAll(async () => {
  people = await openPeople();
  db = people.context.db;
  admin = await people.join();
  await sql`update account set role = 'ADMIN' where id = ${admin.id}`.execute(db);
  // Slots are counted by day, so the day must not end during the test.
  midnight();
});
afterAll(() => people.close());

let places = 0;
/** Returns a network and a device that no other fan has. */
const newPlace = () => ({ address: `10.${++places % 250}.${places >> 8}.7`, device: `device-${places}` });
type Place = { address: string; device?: string };

let visitors = 0;

const newVisitor = () => `visitor${String(++visitors).padStart(9, "0")}`;

/** Listens to a song long enough to count. */
async function playSong(
  song: number,
  { address, device }: Place,
  by: { fan?: Person; sharer?: Person; visitor?: string },
) {
  const { fan, sharer, visitor = newVisitor() } = by;
  const headers = {
    "x-forwarded-for": address,
    "x-wrap-per": visitor,
    ...(device === undefined ? {} : { "x-device-fingerprint": device }),
    ...(fan === undefined ? {} : { authorization: `Bearer ${fan.token}` }),
    ...(sharer === undefined ? {} : { "x-wrap-inc": sharer.id }),
  };
  const path = `song/${song}/stream`;
  const { json } = await people.call("POST", path, { headers, payload: {} });
  people.context.clock.move(31);
  const payload = { stream_id: json.body.stream_id, heard: 31 };
  return (await people.call("POST", path, { headers, payload })).json.body;
}

const pointsOf = async (song: number, fan: Person) =>
  (await people.call("GET", `my/rewards/${song}`, bearer(fan.token))).json.body;

async function waiting(fan: Person) {
  const { json } = await people.call("GET", `admin/holds?account_id==${fan.id}`, bearer(admin.token));
  return json.body.data;
}

const decide = (id: number, payload: object, person: Person | undefined = admin) =>
  people.call("POST", `admin/hold/${id}`, { payload, ...(person === undefined ? {} : bearer(person.token)) });

const { accountsPerDevice, accountsPerNetwork, listenersPerSharer } = pointRules.abuse;

const day = 86_400;
/** Moves the clock to the next day (UTC). */
const midnight = () => {
  const { clock } = people.context;
  clock.move(day - (clock.now().getTime() % (day * 1000)) / 1000);
};

/** Returns a song's earnings as its publisher sees them. */
async function talliedOf(song: number) {
  const { rows } = await sql<{ points: number }>`
    select coalesce(sum(points), 0)::int as points from song_tally where song_id = ${song}`.execute(db);
  return rows[0]?.points;
}

/** Six new listeners of one network use a sharer's link: four earn a point, two are put on hold. */
async function share(song: number, sharer: Person) {
  const place = newPlace();
  const listeners = Array.from({ length: listenersPerSharer + 2 }, () => newVisitor());
  for (const visitor of listeners) await playSong(song, place, { sharer, visitor });
  return { place, onHold: listeners.slice(listenersPerSharer) };
}

/** Adds a user whose point is on hold, because too many accounts listen on their device. */
async function suspect(song: number): Promise<Person> {
  const place = newPlace();
  for (let count = 0; count < accountsPerDevice; count += 1)
    await playSong(song, place, { fan: await people.join() });
  const fan = await people.join();
  await playSong(song, place, { fan });
  return fan;
}

describe("suspicious points", () => {
  it("are put on hold if more accounts than a family has earn from one device in a day", async () => {
    const song = await addSong(db);
    const place = newPlace();
    const family = await Promise.all(Array.from({ length: accountsPerDevice }, () => people.join()));
    for (const fan of family) await playSong(song, place, { fan });
    for (const fan of family) expect(await pointsOf(song, fan)).toBe(1);
    const fan = await people.join();
    const answer = await playSong(song, place, { fan });
    expect({ counted: answer.counted, points: await pointsOf(song, fan) }).toEqual({
      counted: true,
      points: 0,
    });
    expect(answer.next_award_at).not.toBeNull();
    const { json } = await people.call("GET", `my/rewards?song_id==${song}`, bearer(fan.token));
    expect(json.body.data).toMatchObject([{ points: 0, next_award_at: answer.next_award_at }]);
    expect(await waiting(fan)).toMatchObject([
      {
        kind: "LISTEN",
        points: 1,
        reason: "DEVICE",
        state: "PENDING",
        account: { id: fan.id },
        song: { id: song },
      },
    ]);
  });

  it("are put on hold even if all of them arrive concurrently", { retry: 0 }, async () => {
    const song = await addSong(db);
    const place = newPlace();
    const fans = await Promise.all(Array.from({ length: accountsPerDevice + 6 }, () => people.join()));
    const headers = (fan: Person) => ({
      "x-forwarded-for": place.address,
      "x-device-fingerprint": place.device,
      authorization: `Bearer ${fan.token}`,
    });
    const path = `song/${song}/stream`;
    const started = await Promise.all(
      fans.map((fan) => people.call("POST", path, { headers: headers(fan), payload: {} })),
    );
    people.context.clock.move(31);
    await Promise.all(
      fans.map((fan, at) => {
        const payload = { stream_id: started[at]?.json.body.stream_id, heard: 31 };
        return people.call("POST", path, { headers: headers(fan), payload });
      }),
    );
    const points = await Promise.all(fans.map((fan) => pointsOf(song, fan)));
    expect(points.filter((value) => value === 1)).toHaveLength(accountsPerDevice);
  });

  it("are not put on hold for a daily listener, alone or with others on a network", async () => {
    const place = newPlace();
    const [fan, other] = [await people.join(), await people.join()];
    for (let day = 0; day < 6; day += 1) {
      const song = await addSong(db);
      await playSong(song, place, { fan });
      await playSong(song, { address: place.address, device: `${place.device}-2` }, { fan: other });
      expect([await pointsOf(song, fan), await pointsOf(song, other)]).toEqual([1, 1]);
      people.context.clock.move(86_400);
    }
    expect(await waiting(fan)).toEqual([]);
  });

  it("are put on hold if more accounts than a school has earn from one network in a day", async () => {
    const song = await addSong(db);
    const { address } = newPlace();
    const [network] = (
      await sql<{
        hash: string;
      }>`select encode(substring(sha256(${`${address.split(".").slice(0, 3).join(".")}.0/24`}::bytea) for 16), 'hex') as hash`.execute(
        db,
      )
    ).rows;
    await sql`
      insert into point_source (day, kind, source, who)
      select (${people.context.clock.now()}::timestamptz at time zone 'UTC')::date, 'NETWORK', decode(${network?.hash}, 'hex'), n::text
      from generate_series(1, ${accountsPerNetwork}::int) n`.execute(db);
    const fan = await people.join();
    await playSong(song, { address }, { fan });
    expect(await waiting(fan)).toMatchObject([{ reason: "NETWORK" }]);
  });

  it("are put on hold if a sharer's new listeners come from one network", async () => {
    const sharer = await people.join();
    const { address } = newPlace();
    const songs = await Promise.all(Array.from({ length: listenersPerSharer + 2 }, () => addSong(db)));
    for (const song of songs) await playSong(song, { address }, { sharer });
    const points = await Promise.all(songs.map((song) => pointsOf(song, sharer)));
    expect(points.filter((value) => value === 1)).toHaveLength(listenersPerSharer);
    expect(await waiting(sharer)).toMatchObject([
      { kind: "SHARE", reason: "SHARER" },
      { kind: "SHARE", reason: "SHARER" },
    ]);
  });

  it("are put on hold once a day for the same song, however often it is played", { retry: 0 }, async () => {
    const song = await addSong(db);
    const fan = await suspect(song);
    people.context.clock.move(400);
    await playSong(song, newPlace(), { fan });
    expect(await waiting(fan)).toHaveLength(1);
    expect(await pointsOf(song, fan)).toBe(0);
  });

  it("are credited once when an administrator releases them, even twice concurrently", {
    retry: 0,
  }, async () => {
    const song = await addSong(db);
    const fan = await suspect(song);
    const [{ id }] = await waiting(fan);
    const answers = await Promise.all([1, 2, 3].map(() => decide(id, { decision: "RELEASED" })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ json }) => json.body.decided).sort()).toEqual([0, 0, 1]);
    expect(await pointsOf(song, fan)).toBe(1);
    expect(await waiting(fan)).toEqual([]);
    expect((await people.events(fan.id)).map(({ kind }) => kind)).toContain("points-released");
    expect((await decide(id, { decision: "REFUSED" })).json.code).toBe("E0005");
  });

  it("are never credited when an administrator rejects them", async () => {
    const song = await addSong(db);
    const fan = await suspect(song);
    const [{ id }] = await waiting(fan);
    expect((await decide(id, { decision: "REFUSED" })).json.body.decided).toBe(1);
    expect(await pointsOf(song, fan)).toBe(0);
    expect((await decide(id, { decision: "RELEASED" })).json.code).toBe("E0005");
  });

  it("stay rejected, however often the same visitors return", async () => {
    midnight();
    const [song, sharer] = [await addSong(db), await people.join()];
    const { place, onHold } = await share(song, sharer);
    for (const { id } of await waiting(sharer)) await decide(id, { decision: "REFUSED" });
    people.context.clock.move(day);
    for (const visitor of onHold) await playSong(song, place, { sharer, visitor });
    for (const visitor of onHold) await playSong(song, newPlace(), { sharer, visitor });
    expect([await pointsOf(song, sharer), await waiting(sharer)]).toEqual([listenersPerSharer, []]);
  });

  it("are not earned again while on hold, and are reported once in the song's response", {
    retry: 0,
  }, async () => {
    midnight();
    const [song, sharer] = [await addSong(db), await people.join()];
    const { onHold } = await share(song, sharer);
    people.context.clock.move(day);
    for (const visitor of onHold) await playSong(song, newPlace(), { sharer, visitor });
    expect(await pointsOf(song, sharer)).toBe(listenersPerSharer);
    const [first] = await waiting(sharer);
    await decide(first.id, { decision: "RELEASED", all: true });
    expect(await pointsOf(song, sharer)).toBe(listenersPerSharer + 2);
    expect(await talliedOf(song)).toBe(listenersPerSharer + 2);
  });

  it("that were earned in between are neither credited nor reported again when released", async () => {
    const song = await addSong(db);
    const fan = await suspect(song);
    const [{ id }] = await waiting(fan);
    const before = await talliedOf(song);
    await sql`
      insert into point_entry (account_id, song_id, key, kind, points, created_at)
      select account_id, song_id, key, kind, points, created_at from point_hold where id = ${id}`.execute(db);
    await sql`
      update point_balance set points = 1 where account_id = ${fan.id} and song_id = ${song}`.execute(db);
    expect((await decide(id, { decision: "RELEASED" })).json.body.decided).toBe(1);
    expect([await pointsOf(song, fan), await talliedOf(song)]).toEqual([1, before]);
  });

  it("use one of a sharer's daily slots per visitor, at any frequency and from any network", async () => {
    midnight();
    const [song, sharer] = [await addSong(db), await people.join()];
    const { place, onHold } = await share(song, sharer);
    for (let attempt = 0; attempt < 4; attempt += 1) {
      people.context.clock.move(400);
      for (const visitor of onHold)
        await playSong(song, attempt === 0 ? place : newPlace(), { sharer, visitor });
    }
    const { rows } = await sql`select entries from point_day where account_id = ${sharer.id}`.execute(db);
    expect(rows).toEqual([{ entries: listenersPerSharer + 2 }]);
    const more = await addSong(db);
    await playSong(more, newPlace(), { sharer });
    expect(await pointsOf(more, sharer)).toBe(1);
  });

  it("count from when they were earned: a late decision does not delay the next listen", async () => {
    const song = await addSong(db);
    const fan = await suspect(song);
    const earnedAt = people.context.clock.now().toISOString();
    const [{ id }] = await waiting(fan);
    people.context.clock.move(day - 60);
    await decide(id, { decision: "RELEASED" });
    const { json } = await people.call("GET", "my/points", bearer(fan.token));
    expect(json.body.data).toMatchObject([{ kind: "LISTEN", points: 1 }]);
    expect(new Date(json.body.data[0].created_at).toISOString()).toBe(earnedAt);
    people.context.clock.move(60);
    await playSong(song, newPlace(), { fan });
    expect(await pointsOf(song, fan)).toBe(2);
  });

  it("that are released late do not change the interval set by a later listen", async () => {
    const song = await addSong(db);
    const fan = await suspect(song);
    const [{ id }] = await waiting(fan);
    people.context.clock.move(2 * day);
    const { next_award_at } = await playSong(song, newPlace(), { fan });
    await decide(id, { decision: "RELEASED" });
    const { json } = await people.call("GET", `my/rewards?song_id==${song}`, bearer(fan.token));
    expect(json.body.data).toMatchObject([{ points: 2, next_award_at }]);
  });

  it("are put on hold only for accounts after the limit was reached", async () => {
    midnight();
    const [song, other] = [await addSong(db), await addSong(db)];
    const place = newPlace();
    const fans = await Promise.all(Array.from({ length: accountsPerDevice + 2 }, () => people.join()));
    for (const fan of fans) await playSong(song, place, { fan });
    for (const fan of fans) await playSong(other, place, { fan });
    const points = await Promise.all(fans.map((fan) => pointsOf(other, fan)));
    expect(points).toEqual([...Array(accountsPerDevice).fill(1), 0, 0]);
  });

  it("of one account can be reviewed together", async () => {
    const song = await addSong(db);
    const fan = await suspect(song);
    const more = await addSong(db);
    await sql`
      insert into point_hold (account_id, song_id, key, kind, points, reason, state, created_at)
      values (${fan.id}, ${more}, 'share 1', 'SHARE', 1, 'SHARER', 'PENDING', now())`.execute(db);
    const [{ id }] = await waiting(fan);
    expect((await decide(id, { decision: "RELEASED", all: true })).json.body.decided).toBe(2);
    expect([await pointsOf(song, fan), await pointsOf(more, fan)]).toEqual([1, 1]);
  });

  it("are reviewed only by administrators", async () => {
    const fan = await suspect(await addSong(db));
    const [{ id }] = await waiting(fan);
    expect((await people.call("GET", "admin/holds")).status).toBe(401);
    expect((await people.call("GET", "admin/holds", bearer(fan.token))).status).toBe(403);
    const headers = {};
    const anonymous = await people.call("POST", `admin/hold/${id}`, {
      payload: { decision: "RELEASED" },
      headers,
    });
    expect(anonymous.status).toBe(401);
    expect((await decide(id, { decision: "RELEASED" }, fan)).status).toBe(403);
    expect((await decide(999_999, { decision: "RELEASED" })).status).toBe(404);
    expect((await decide(id, { decision: "MAYBE" })).json.code).toBe("E0007");
  });
});
