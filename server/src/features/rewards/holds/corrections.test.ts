import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { bearer, openPeople, type People, type Person } from "../../../testing/fixtures/people.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import type { EntryKind } from "../points/ledger.data.ts";
import { addEntry } from "../points/ledger.ts";

let people: People;
let db: People["context"]["db"];
let admin: Person;

beforeAll(async () => {
  people = await openPeople();
  db = people.context.db;
  admin = await people.join();
  await sql`update account set role = 'ADMIN' where id = ${admin.id}`.execute(db);
});
afterAll(() => people.close());

type Earned = { key: string; points: number; kind?: EntryKind };

function earn(fan: Person, songId: number, { key, points, kind = "LISTEN" }: Earned) {
  const entry = { accountId: fan.id, songId, key, kind, points, now: people.context.clock.now() };
  return db.transaction().execute((tx) => addEntry(tx, entry));
}

const entriesOf = async (fan: Person, query = "") =>
  (await people.call("GET", `admin/user/${fan.id}/points${query}`, bearer(admin.token))).json.body;
const pointsOf = async (song: number, fan: Person) =>
  (await people.call("GET", `my/rewards/${song}`, bearer(fan.token))).json.body;

const takeBack = (fan: Person, payload: object, person: Person = admin) =>
  people.call("POST", `admin/user/${fan.id}/points`, { payload, ...bearer(person.token) });
const reason = "Heard by a machine.";

describe("credited points", () => {
  it("are listed for administrators with the amount that can be revoked", async () => {
    const fan = await people.join();
    const [song, other] = [await addSong(db), await addSong(db)];
    await earn(fan, song, { key: "listen 1", points: 3 });
    people.context.clock.move(1);
    await earn(fan, song, { key: "claim 1", points: -2, kind: "CLAIM" });
    await earn(fan, other, { key: "share 1", points: 1, kind: "SHARE" });
    const { data, total } = await entriesOf(fan, `?song_id==${song}`);
    expect(total).toBe(2);
    expect(data).toMatchObject([
      { key: "claim 1", kind: "CLAIM", points: -2, can_be_taken_back: false },
      {
        key: "listen 1",
        points: 3,
        can_be_taken_back: true,
        reason: null,
        song: { id: song, name: "Salt Meridian" },
      },
    ]);
    expect((await entriesOf(fan)).total).toBe(3);
  });

  it("are revoked once with a reason that the fan sees, even if requested three times concurrently", {
    retry: 0,
  }, async () => {
    const fan = await people.join();
    const song = await addSong(db);
    await earn(fan, song, { key: "listen 1", points: 1 });
    await earn(fan, song, { key: "share 1", points: 1, kind: "SHARE" });
    people.context.clock.move(1);
    const payload = { song_id: song, key: "share 1", reason };
    const answers = await Promise.all([1, 2, 3].map(() => takeBack(fan, payload)));
    expect(answers.map(({ status, json }) => [status, json.body.taken])).toEqual(Array(3).fill([200, 1]));
    expect(await pointsOf(song, fan)).toBe(1);
    const { json } = await people.call("GET", "my/points", bearer(fan.token));
    expect(json.body.data[0]).toMatchObject({ kind: "REVERSAL", points: -1, missing: 0, reason });
    const expected = (await people.events(fan.id)).filter(({ kind }) => kind === "points-taken-back");
    expect(expected).toMatchObject([{ detail: { points: 1, by: admin.id, reason } }]);
    expect((await entriesOf(fan)).data).toMatchObject([
      { key: "reversal share 1", can_be_taken_back: false, reason },
      ...[
        { key: "share 1", can_be_taken_back: false },
        { key: "listen 1", can_be_taken_back: true },
      ],
    ]);
    const { rows } = await sql`
      select sum(points)::int as points from song_tally where song_id = ${song}`.execute(db);
    expect(rows).toEqual([{ points: -1 }]);
  });

  it("are revoked only as far as they are unspent", async () => {
    const fan = await people.join();
    const song = await addSong(db);
    await earn(fan, song, { key: "participation 1", points: 5, kind: "PARTICIPATION" });
    await earn(fan, song, { key: "claim 1", points: -2, kind: "CLAIM" });
    const { json } = await takeBack(fan, { song_id: song, key: "participation 1", reason });
    expect([json.body.taken, await pointsOf(song, fan)]).toEqual([3, 0]);
  });

  it("cannot be revoked if they were spent or never earned", async () => {
    const [fan, other] = [await people.join(), await people.join()];
    const song = await addSong(db);
    await earn(fan, song, { key: "listen 1", points: 3 });
    await earn(fan, song, { key: "claim 1", points: -2, kind: "CLAIM" });
    for (const key of ["claim 1", "listen 2"])
      expect((await takeBack(fan, { song_id: song, key, reason })).json.code).toBe("E0001");
    expect((await takeBack(other, { song_id: song, key: "listen 1", reason })).json.code).toBe("E0001");
    expect(await pointsOf(song, fan)).toBe(1);
  });

  it("can be revoked only by administrators, who give a reason", async () => {
    const fan = await people.join();
    const song = await addSong(db);
    await earn(fan, song, { key: "listen 1", points: 3 });
    const payload = { song_id: song, key: "listen 1", reason };
    const path = `admin/user/${fan.id}/points`;
    expect((await people.call("GET", path)).status).toBe(401);
    expect((await people.call("POST", path, { payload: payload })).status).toBe(401);
    expect((await people.call("GET", path, bearer(fan.token))).status).toBe(403);
    expect((await takeBack(fan, payload, fan)).status).toBe(403);
    const { status, json } = await takeBack(fan, { ...payload, reason: "  " });
    expect([status, json.errors]).toEqual([400, [{ field: "reason", message: "Please say why." }]]);
    expect((await takeBack(fan, { ...payload, reason: "x".repeat(501) })).status).toBe(400);
    expect((await people.call("GET", "admin/user/nobody/points", bearer(admin.token))).status).toBe(400);
    expect(await pointsOf(song, fan)).toBe(3);
  });
});
