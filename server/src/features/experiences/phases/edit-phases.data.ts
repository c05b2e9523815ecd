import type { Audience } from "@wrapsody/shared/experiences/phase-rules.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { matchesReference } from "../../catalogue/index.ts";
import { isKept, isShown } from "../public/campaigns.data.ts";

/** A phase with what only its publisher may know. */
export type OwnPhaseRow = {
  id: number;
  name: string;
  starts_at: string;
  ends_at: string | null;
  time_zone: string;
  price_cents: number;
  spots: number | null;
  taken: number;
  waiting: number;
  audience: Audience;
  holders_of: number | null;
  /** The pretty id of `holders_of`. */
  experience: string | null;
  reward_id: number | null;
  entries: string[];
};

export async function listOwnPhases(db: Executor, campaignId: number): Promise<OwnPhaseRow[]> {
  const { rows } = await sql<OwnPhaseRow>`
    select f.id, f.name, f.starts_at, f.ends_at, f.time_zone, f.price_cents, f.spots, f.audience, f.holders_of, f.reward_id,
      f.taken + (select count(*) from waitlist_entry w where w.phase_id = f.id and w.held_until is not null) as taken,
      (select count(*) from waitlist_entry w where w.phase_id = f.id and w.held_until is null) as waiting,
      h.pretty_id as experience,
      array(select e.entry from campaign_phase_entry e where e.phase_id = f.id order by e.entry) as entries
    from campaign_phase f left join campaign h on h.id = f.holders_of
    where f.campaign_id = ${campaignId} order by f.starts_at`.execute(db);
  return rows;
}

/** Finds another public experience, or one of the account, that is not deleted. */
export async function findHoldersTarget(
  db: Executor,
  { reference, accountId, campaignId }: { reference: string; accountId: string; campaignId: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select c.id from campaign c join song s on s.id = c.song_id
    where ${matchesReference("pretty_id", reference, "c.")} and c.id <> ${campaignId} and ${isKept}
      and ((s.status = 'ACTIVE' and ${isShown})
        or (s.status <> 'DELETED' and s.artist_id in (select id from artist where owner_id = ${accountId})))`.execute(
    db,
  );
  return rows[0]?.id;
}

export type PhaseToWrite = Omit<OwnPhaseRow, "id" | "taken" | "waiting" | "experience"> & {
  id: number | undefined;
};

/** Deletes phases; their waitlists and reminders go with them. */
export async function deletePhases(tx: Executor, ids: readonly number[]): Promise<void> {
  await sql`delete from campaign_phase where id = any(${ids}::bigint[])`.execute(tx);
}

/** Frees the starts of phases, so that they can be exchanged. */
export async function parkStarts(tx: Executor, campaignId: number): Promise<void> {
  await sql`
    update campaign_phase set starts_at = starts_at - interval '1000 years' where campaign_id = ${campaignId}`.execute(
    tx,
  );
}

/** Inserts a phase or updates it. */
export async function writePhase(tx: Executor, campaignId: number, phase: PhaseToWrite): Promise<void> {
  const { id, name, starts_at, ends_at, time_zone, price_cents, spots, audience, holders_of, reward_id } =
    phase;
  const { rows } =
    id === undefined
      ? await sql<{ id: number }>`
          insert into campaign_phase (campaign_id, name, starts_at, ends_at, time_zone, price_cents, spots, audience, holders_of, reward_id)
          values (${campaignId}, ${name}, ${starts_at}, ${ends_at}, ${time_zone}, ${price_cents}, ${spots}, ${audience}, ${holders_of},
            ${reward_id})
          returning id`.execute(tx)
      : await sql<{ id: number }>`
          update campaign_phase set name = ${name}, starts_at = ${starts_at}, ends_at = ${ends_at}, time_zone = ${time_zone},
            price_cents = ${price_cents}, spots = ${spots}, audience = ${audience}, holders_of = ${holders_of},
            reward_id = ${reward_id}
          where id = ${id} and campaign_id = ${campaignId} returning id`.execute(tx);
  const [written] = rows;
  if (written === undefined) throw new Error("phase was not written");
  await sql`delete from campaign_phase_entry where phase_id = ${written.id}`.execute(tx);
  await sql`
    insert into campaign_phase_entry (phase_id, entry)
    select ${written.id}, entry from unnest(${phase.entries}::text[]) entry on conflict do nothing`.execute(
    tx,
  );
}
