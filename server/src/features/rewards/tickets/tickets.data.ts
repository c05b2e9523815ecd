import type { Door } from "@wrapsody/shared/rewards/tickets.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { matchesReference } from "../../catalogue/index.ts";

/** Inserts the ticket of a claim unless it has one. */
export async function insertTicket(
  tx: Executor,
  ticket: { claimId: number; codeHash: Buffer; codeSealed: Buffer; now: Date },
): Promise<void> {
  const { claimId, codeHash, codeSealed, now } = ticket;
  await sql`
    insert into ticket (claim_id, code_hash, code_sealed, created_at)
    values (${claimId}, ${codeHash}, ${codeSealed}, ${now}) on conflict (claim_id) do nothing`.execute(tx);
}

export async function readSealedCode(db: Executor, claimId: number): Promise<Buffer | undefined> {
  const { rows } = await sql<{ codeSealed: Buffer }>`
    select code_sealed as "codeSealed" from ticket where claim_id = ${claimId}`.execute(db);
  return rows[0]?.codeSealed;
}

/** Admits a ticket that no door has admitted. Returns whether it did: the first of concurrent calls. */
export async function markAdmitted(
  tx: Executor,
  { claimId, doorId, attempt, now }: { claimId: number; doorId: number; attempt: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update ticket set admitted_at = ${now}, door_id = ${doorId}, attempt = ${attempt}
    where claim_id = ${claimId} and admitted_at is null returning claim_id`.execute(tx);
  return rows.length > 0;
}

export async function readAdmission(
  db: Executor,
  claimId: number,
): Promise<{ admitted_at: string; attempt: string } | undefined> {
  const { rows } = await sql<{ admitted_at: string; attempt: string }>`
    select admitted_at, attempt from ticket where claim_id = ${claimId} and admitted_at is not null`.execute(
    db,
  );
  return rows[0];
}

type TicketLevel = { id: number; name: string; song_id: number; song: string };

type OwnLevel = { accountId: string; song: string; level: number };

/** Finds a TICKET level of the account's wraps, also a deleted one: its claims stay owed. */
export async function findTicketLevel(
  db: Executor,
  { accountId, song, level }: OwnLevel,
): Promise<TicketLevel | undefined> {
  const { rows } = await sql<TicketLevel>`
    select r.id, r.name, s.id as song_id, s.name as song
    from reward r join song s on s.id = r.song_id join artist a on a.id = s.artist_id
    where r.id = ${level} and ${matchesReference("pretty_id", song, "s.")} and a.owner_id = ${accountId}
      and r.reward_type = 'TICKET'`.execute(db);
  return rows[0];
}

/** Counts the claims of a level that were not rejected, and the admitted ones. */
export async function countTickets(
  db: Executor,
  levelId: number,
): Promise<{ tickets: number; admitted: number }> {
  const { rows } = await sql<{ tickets: number; admitted: number }>`
    select count(*)::int as tickets, count(t.admitted_at)::int as admitted
    from reward_claim k left join ticket t on t.claim_id = k.id
    where k.reward_id = ${levelId} and k.state <> 'REJECTED'`.execute(db);
  return rows[0] ?? { tickets: 0, admitted: 0 };
}

/** Serializes changes of the door links of a level. */
export async function lockLevel(tx: Executor, levelId: number): Promise<void> {
  await sql`select from reward where id = ${levelId} for no key update`.execute(tx);
}

const doorColumns = (now: Date) => sql`
  d.id, d.label, d.created_at, d.expires_at,
  case when d.revoked_at is not null then 'REVOKED' when d.expires_at <= ${now} then 'EXPIRED' else 'OPEN' end as state,
  (select count(*)::int from ticket t where t.door_id = d.id) as admitted`;

/** Door links listed; the oldest closed ones beyond are left out. */
const MAX_DOORS_LISTED = 100;

/** Lists the door links of a level, the newest first. */
export async function listDoors(db: Executor, levelId: number, now: Date): Promise<Door[]> {
  const { rows } = await sql<Door>`
    select ${doorColumns(now)} from door_link d where d.reward_id = ${levelId}
    order by d.id desc limit ${MAX_DOORS_LISTED}`.execute(db);
  return rows;
}

/** Counts the door links of a level that work. */
export async function countOpenDoors(db: Executor, levelId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from door_link
    where reward_id = ${levelId} and revoked_at is null and expires_at > ${now}`.execute(db);
  return rows[0]?.open ?? 0;
}

export async function insertDoor(
  tx: Executor,
  door: { levelId: number; label: string; secretHash: Buffer; expiresAt: Date; now: Date },
): Promise<Door> {
  const { levelId, label, secretHash, expiresAt, now } = door;
  const { rows } = await sql<Door>`
    with d as (
      insert into door_link (reward_id, label, secret_hash, created_at, expires_at)
      values (${levelId}, ${label}, ${secretHash}, ${now}, ${expiresAt}) returning *
    ) select ${doorColumns(now)} from d`.execute(tx);
  const [added] = rows;
  if (added === undefined) throw new Error("door link was not inserted");
  return added;
}

/** Revokes a door link of a level. Returns whether it exists. */
export async function markRevoked(
  tx: Executor,
  { levelId, doorId, now }: { levelId: number; doorId: number; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update door_link set revoked_at = coalesce(revoked_at, ${now})
    where id = ${doorId} and reward_id = ${levelId} returning id`.execute(tx);
  return rows.length > 0;
}

type OpenDoor = {
  id: number;
  levelId: number;
  label: string;
  reward: string;
  song: string;
  artist: string;
  expires_at: string;
};

/** Finds a door link that works. */
export async function findOpenDoor(
  db: Executor,
  secretHash: Buffer,
  now: Date,
): Promise<OpenDoor | undefined> {
  const { rows } = await sql<OpenDoor>`
    select d.id, d.reward_id as "levelId", d.label, r.name as reward, s.name as song, s.artist, d.expires_at
    from door_link d join reward r on r.id = d.reward_id join song s on s.id = r.song_id
    where d.secret_hash = ${secretHash} and d.revoked_at is null and d.expires_at > ${now}`.execute(db);
  return rows[0];
}
