import { MAX_WAITING } from "@wrapsody/shared/operations/waiting.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { bearer, openPeople, type People, type Person } from "../../../testing/fixtures/people.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";

let people: People;
let admin: Person;
let fan: Person;

beforeAll(async () => {
  people = await openPeople();
  [admin, fan] = [await people.join(), await people.join()];
  await sql`update account set role = 'ADMIN' where id = ${admin.id}`.execute(people.context.db);
});
afterAll(() => people.close());

async function countWaiting() {
  const { json, status } = await people.call("GET", "admin/waiting", bearer(admin.token));
  expect(status).toBe(200);
  return json.body;
}

async function addReport(db: Executor, state: "OPEN" | "NO_ACTION"): Promise<void> {
  await sql`
    insert into report (kind, target, title, problem, explanation, location, language, state, created_at)
    values ('wrap', '1', 'Salt Meridian', 'other', 'x', 'y', 'en', ${state}, now())`.execute(db);
}

async function addHolds(db: Executor, songId: number, count: number): Promise<void> {
  await sql`
    insert into point_hold (account_id, song_id, key, kind, points, reason, state, created_at)
    select ${fan.id}, ${songId}, 'key ' || n, 'LISTEN', 1, 'NETWORK', case when n = 0 then 'REFUSED' else 'PENDING' end, now()
    from generate_series(0, ${count}::int) n`.execute(db);
}

describe("the counts of what waits for an administrator", () => {
  it("include what is undecided in every section, and nothing else, each up to the limit", async () => {
    const { db } = people.context;
    expect(await countWaiting()).toEqual({
      reviews: 0,
      changes: 0,
      reports: 0,
      payments: 0,
      holds: 0,
      jobs: 0,
    });
    const listed = await addSong(db);
    await addSong(db, { name: "Marbled", status: "IN_REVIEW" });
    await sql`insert into song_change (song_id, field, state, new_value, requested_at)
      values (${listed}, 'TITLE', 'WAITING', 'Salt', now())`.execute(db);
    for (const days of [15, 1])
      await sql`insert into song_split_revision (song_id, state, proposed_by, proposed_at)
        select ${await addSong(db)}, 'PROPOSED', ${fan.id}, now() - make_interval(days => ${days}::int)`.execute(
        db,
      );
    for (const state of ["OPEN", "OPEN", "NO_ACTION"] as const) await addReport(db, state);
    await sql`insert into payment (id, kind, reference, title, amount_cents, platform_fee_cents, provider, state, problem,
        created_at, expires_at, checked_at)
      values (gen_random_uuid(), 'PARTICIPATION', 'r', 'Tide Tables', 600, 0, 'SANDBOX', 'PAID', 'DISPUTED', now(), now(), now())`.execute(
      db,
    );
    await sql`insert into play_hold (song_id, day, network, plays, listeners, first_held_at, last_held_at)
      values (${listed}, now(), '192.0.2.0/24', 1, 1, now(), now())`.execute(db);
    await addHolds(db, listed, 2);
    const waiting = { reviews: 2, changes: 1, reports: 2, payments: 1, holds: 3, jobs: 0 };
    expect(await countWaiting()).toEqual(waiting);
    await sql`delete from point_hold`.execute(db);
    await addHolds(db, listed, 2 * MAX_WAITING);
    expect(await countWaiting()).toEqual({ ...waiting, holds: MAX_WAITING });
  });

  it("are for administrators only", async () => {
    expect((await people.call("GET", "admin/waiting")).status).toBe(401);
    expect((await people.call("GET", "admin/waiting", bearer(fan.token))).status).toBe(403);
  });
});
