import { type Executor, sql } from "../database/database.ts";

/** A restored site whose mails, webhooks, payments and chain transactions are held. */
export type Quarantine = { backup_id: string; started_at: string };

export async function readQuarantine(db: Executor): Promise<Quarantine | undefined> {
  const { rows } = await sql<Quarantine>`select backup_id, started_at from quarantine`.execute(db);
  return rows[0];
}

/** Ends the quarantine. Returns undefined if there is none. */
export async function releaseQuarantine(db: Executor): Promise<Quarantine | undefined> {
  const { rows } = await sql<Quarantine>`delete from quarantine returning backup_id, started_at`.execute(db);
  return rows[0];
}
