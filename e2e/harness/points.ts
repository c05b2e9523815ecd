import { randomUUID } from "node:crypto";
import { sql } from "../../server/src/platform/database/database.ts";
import { callApi, type Person } from "./people.ts";
import type { Publisher } from "./publisher.ts";
import type { TestProgram } from "./test-program.ts";

/** Adds points for a wrap to an account, as if earned by listening. */
export async function addPoints(
  { db }: TestProgram,
  { email }: Person,
  { song, points }: { song: number; points: number },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into point_entry (account_id, song_id, key, kind, points, created_at)
      select id, ${song}, ${`listen ${randomUUID()}`}, 'LISTEN', ${points}, now() from account where email = ${email}`.execute(
      tx,
    );
    await sql`
      insert into point_balance (account_id, song_id, points, last_listen_at)
      select id, ${song}, ${points}, now() from account where email = ${email}
      on conflict (account_id, song_id) do update set points = point_balance.points + excluded.points`.execute(
      tx,
    );
  });
}

/** Adds a reward level to a wrap and returns its id. */
export async function addRewardLevel(
  { url }: TestProgram,
  { token }: Publisher,
  song: number,
  level: Record<string, unknown>,
): Promise<number> {
  const data = { description: "For loyal listeners.", reward_points_earned: 5, ...level };
  return (await callApi<{ id: number }>(url, "POST", `song/${song}/reward`, data, token)).id;
}

/** Moves the last listen of an account back by a day, so that the next one earns a point. */
export async function ageLastListen({ db }: TestProgram, { email }: Person, song: number): Promise<void> {
  await sql`
    update point_balance set last_listen_at = last_listen_at - interval '24 hours'
    where song_id = ${song} and account_id = (select id from account where email = ${email})`.execute(db);
}
