import type { Countdown } from "@wrapsody/shared/catalogue/catalogue.ts";
import type { ListingState } from "@wrapsody/shared/studio/studio.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { imageColumn } from "../../artwork/index.ts";
import { matchesReference } from "../studio/ownership.data.ts";

/** Sets or removes when a wrap is listed. Returns false for a wrap that was listed before. `tx` holds the song. */
export async function updateSchedule(
  tx: Executor,
  songId: number,
  { schedule, now }: { schedule: { from: Date; zone: string } | null; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update song set listed_from = ${schedule?.from ?? null}, listed_zone = ${schedule?.zone ?? null}, updated_at = ${now}
    where id = ${songId} and (listed_at is null or status = 'SCHEDULED') returning 1`.execute(tx);
  return rows.length > 0;
}

/** Lists scheduled wraps whose time has come, the longest due first. */
export async function listDueSongs(db: Executor, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from song where status = 'SCHEDULED' and listed_from <= ${now} order by listed_from, id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Returns a scheduled wrap whose time has come, or a public one, which another request may just have listed. */
export async function findDueSong(db: Executor, reference: string, now: Date): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from song
    where (status = 'ACTIVE' or (status = 'SCHEDULED' and listed_from <= ${now})) and ${matchesReference("pretty_id", reference)}`.execute(
    db,
  );
  return rows[0]?.id;
}

/** Locks a wrap if it is scheduled and its time has come. */
export async function lockDueSong(
  tx: Executor,
  songId: number,
  now: Date,
): Promise<{ id: number; status: ListingState } | undefined> {
  const { rows } = await sql<{ id: number; status: ListingState }>`
    select id, status from song
    where id = ${songId} and status = 'SCHEDULED' and listed_from <= ${now} for update`.execute(tx);
  return rows[0];
}

/** Returns a scheduled wrap by id or pretty id. */
export async function findCountdown(db: Executor, reference: string): Promise<Countdown | undefined> {
  const { rows } = await sql<Countdown>`
    select s.id, s.pretty_id, s.name, s.artist, s.artist_id, a.artist_clean_id, ${imageColumn(sql`i`)} as image, s.listed_from,
      s.listed_zone as time_zone
    from song s join artist a on a.id = s.artist_id left join image i on i.id = s.image_id
    where s.status = 'SCHEDULED' and ${matchesReference("pretty_id", reference, "s.")}`.execute(db);
  return rows[0];
}
