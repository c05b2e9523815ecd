import { type Executor, sql } from "../../platform/database.ts";

/** Somebody as administrators read of them. */
export type NamedPerson = { id: string; name: string; email: string | null };

/** Of many accounts at once, by their id; those that are gone are not in it. */
export async function readPeople(
  db: Executor,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, NamedPerson>> {
  const { rows } = await sql<NamedPerson>`
    select id, name, email from account where id = any(${accountIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
