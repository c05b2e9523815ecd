import type { Audience } from "@wrapsody/shared/experiences/phase-rules.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { isRestricted } from "../../catalogue/index.ts";

/** A phase as the columns of its campaign contain it; times are instants of PostgreSQL's JSON. */
export type PhaseRow = {
  id: number;
  name: string;
  starts_at: string;
  ends_at: string | null;
  price_cents: number;
  spots: number | null;
  /** Orders that have not ended, and spots held for the waitlist. */
  taken: number;
  audience: Audience;
  holders_of: number | null;
  reward_id: number | null;
  experience: { pretty_id: string; name: string } | null;
  reward: { name: string } | null;
};

const publicTarget = sql`(
  select json_build_object('pretty_id', h.pretty_id, 'name', h.name) from campaign h join song hs on hs.id = h.song_id
  where h.id = f.holders_of and h.deleted_at is null and hs.status = 'ACTIVE' and not ${isRestricted("experience", sql`h.id::text`)})`;

/** Selects the phases of `campaign c` by start. */
export const phasesColumn = sql`(
  select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'starts_at', f.starts_at, 'ends_at', f.ends_at,
    'price_cents', f.price_cents, 'spots', f.spots, 'audience', f.audience, 'holders_of', f.holders_of, 'reward_id', f.reward_id,
    'taken', f.taken + (select count(*) from waitlist_entry w where w.phase_id = f.id and w.held_until is not null),
    'experience', ${publicTarget}, 'reward', (select json_build_object('name', r.name) from reward r where r.id = f.reward_id))
    order by f.starts_at), '[]')
  from campaign_phase f where f.campaign_id = c.id)`;

/** Lists the phases of a campaign by start. They change only while their campaign is locked. */
export async function listPhases(db: Executor, campaignId: number): Promise<PhaseRow[]> {
  const { rows } = await sql<{ phases: PhaseRow[] }>`
    select ${phasesColumn} as phases from campaign c where c.id = ${campaignId}`.execute(db);
  return rows[0]?.phases ?? [];
}

/** Returns the spots of a phase and how many of them are taken or held. */
export async function findPhaseCapacity(
  db: Executor,
  phaseId: number,
): Promise<Pick<PhaseRow, "spots" | "taken"> | undefined> {
  const { rows } = await sql<Pick<PhaseRow, "spots" | "taken">>`
    select f.spots, f.taken + (select count(*) from waitlist_entry w where w.phase_id = f.id and w.held_until is not null) as taken
    from campaign_phase f where f.id = ${phaseId}`.execute(db);
  return rows[0];
}
