import type { Notification } from "@wrapsody/shared/accounts/notifications.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { bearer, openPeople, type People, type Person } from "../../../testing/fixtures/people.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import { addEarnedEntry } from "./reached-rewards.ts";

let people: People;
let db: People["context"]["db"];

beforeAll(async () => {
  people = await openPeople();
  db = people.context.db;
});
afterAll(() => people.close());

async function addLevel(song: number, points: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into reward (song_id, name, description, reward_points_earned, reward_type)
    values (${song}, ${`For ${points}`}, '', ${points}, 'CUSTOM') returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

let keyCount = 0;
/** Awards points, by default under a new key. */
function award(fan: Person, songId: number, points: number, key = `participation ${keyCount++}`) {
  const { context } = people;
  const entry = {
    accountId: fan.id,
    songId,
    key,
    kind: "PARTICIPATION",
    points,
    now: context.clock.now(),
  } as const;
  return db.transaction().execute((tx) => addEarnedEntry(context, tx, entry));
}

/** Listens long enough for a point, a day after the last time. */
async function listen(fan: Person, song: number) {
  people.context.clock.move(86_400);
  const path = `song/${song}/stream`;
  const { json } = await people.call("POST", path, { ...bearer(fan.token), payload: {} });
  people.context.clock.move(31);
  const payload = { stream_id: json.body.stream_id, heard: 31 };
  const count = () => people.call("POST", path, { ...bearer(fan.token), payload });
  // Twice at the same instant.
  await Promise.all([count(), count()]);
}

async function mailsOf({ email }: Person) {
  await people.runDueJobs();
  return people.mails.mails(email).filter(({ subject }) => subject === "A reward is within reach");
}

const readNotifications = async (fan: Person): Promise<Notification[]> =>
  (await people.call("GET", "my/notifications", bearer(fan.token))).json.body.data;

const spend = (fan: Person, song: number, level: number) =>
  people.call("POST", `song/${song}/reward/${level}`, bearer(fan.token));

describe("a reward that comes within reach", () => {
  it("is announced by one mail and one notification that lead to it, when a listen brings the last point", async () => {
    const fan = await people.join();
    const song = await addSong(db);
    await addLevel(song, 2);
    await listen(fan, song);
    expect([await mailsOf(fan), await readNotifications(fan)]).toEqual([[], []]);
    await listen(fan, song);
    await listen(fan, song);
    const [mail, ...others] = await mailsOf(fan);
    expect(others).toEqual([]);
    const { rows } = await sql<{ pretty_id: string; name: string; artist: string }>`
      select pretty_id, name, artist from song where id = ${song}`.execute(db);
    const { pretty_id, name: wrap, artist } = rows[0] ?? {};
    expect(await readNotifications(fan)).toEqual([
      {
        id: expect.any(Number),
        kind: "REWARD",
        reward: "For 2",
        wrap,
        artist,
        pretty_id,
        is_read: false,
        image: null,
        created_at: expect.any(String),
      },
    ]);
    for (const part of ["For 2", `/wrap/${pretty_id}?tab=3`]) expect(mail?.text).toContain(part);
  });

  it("is announced once each, also if points are awarded at the same instant or again after they were spent", {
    retry: 0,
  }, async () => {
    const fan = await people.join();
    const song = await addSong(db);
    const [, second] = [await addLevel(song, 3), await addLevel(song, 5)];
    await Promise.all(Array.from({ length: 6 }, () => award(fan, song, 1)));
    await Promise.all(Array.from({ length: 4 }, () => award(fan, song, 1, "participation again")));
    expect(await mailsOf(fan)).toHaveLength(2);
    expect(await readNotifications(fan)).toHaveLength(2);
    expect((await spend(fan, song, second)).status).toBe(200);
    await award(fan, song, 10);
    expect([await mailsOf(fan), await readNotifications(fan)].map(({ length }) => length)).toEqual([2, 2]);
  });

  it("is not announced if its points are rolled back", async () => {
    const fan = await people.join();
    const song = await addSong(db);
    await addLevel(song, 1);
    const { context } = people;
    const entry = { accountId: fan.id, songId: song, key: "listen 1", kind: "LISTEN", points: 1 } as const;
    const failing = db.transaction().execute(async (tx) => {
      await addEarnedEntry(context, tx, { ...entry, now: context.clock.now() });
      throw new Error("undone");
    });
    await expect(failing).rejects.toThrow("undone");
    expect([await mailsOf(fan), await readNotifications(fan)]).toEqual([[], []]);
    await award(fan, song, 1);
    expect([await mailsOf(fan), await readNotifications(fan)].map(({ length }) => length)).toEqual([1, 1]);
  });

  it("is not announced if it is sold out or deleted, or the fan turned such mails off", async () => {
    const [fan, quiet] = [await people.join(), await people.join()];
    const song = await addSong(db);
    const [soldOut, deleted] = [await addLevel(song, 1), await addLevel(song, 1)];
    await sql`update reward set stock = 1, claimed = 1 where id = ${soldOut}`.execute(db);
    await sql`update reward set deleted_at = now() where id = ${deleted}`.execute(db);
    await award(fan, song, 1);
    expect([await mailsOf(fan), await readNotifications(fan)]).toEqual([[], []]);
    await addLevel(song, 2);
    const payload = { topic: "REWARDS", on: false };
    expect((await people.call("PATCH", "my/mails", { ...bearer(quiet.token), payload })).status).toBe(200);
    await award(quiet, song, 2);
    expect(await mailsOf(quiet)).toEqual([]);
    // Notifications on the site are no mails.
    expect(await readNotifications(quiet)).toMatchObject([{ kind: "REWARD", reward: "For 2" }]);
  });

  it("leaves the notifications while its wrap is not public, and when it is deleted", async () => {
    const fan = await people.join();
    const song = await addSong(db);
    const level = await addLevel(song, 1);
    await award(fan, song, 1);
    const kinds = async () => (await readNotifications(fan)).map(({ kind }) => kind);
    expect(await kinds()).toEqual(["REWARD"]);
    await sql`update song set status = 'HIDDEN' where id = ${song}`.execute(db);
    expect(await kinds()).toEqual([]);
    await sql`update song set status = 'ACTIVE' where id = ${song}`.execute(db);
    expect(await kinds()).toEqual(["REWARD"]);
    const { json } = await people.call("GET", "my/data", bearer(fan.token));
    expect(json.body.followers.notifications).toMatchObject([{ kind: "REWARD", reward_id: level }]);
    await sql`update reward set deleted_at = now() where id = ${level}`.execute(db);
    expect(await kinds()).toEqual([]);
  });

  it("is deleted with its account", async () => {
    const fan = await people.join();
    const song = await addSong(db);
    await addLevel(song, 1);
    await award(fan, song, 1);
    await sql`delete from account where id = ${fan.id}`.execute(db);
    const { rows } = await sql`
      select account_id from reward_reached where account_id = ${fan.id}
      union all select account_id from notification where account_id = ${fan.id}`.execute(db);
    expect(rows).toEqual([]);
  });
});
