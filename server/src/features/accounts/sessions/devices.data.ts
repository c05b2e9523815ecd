import { type Executor, sql } from "../../../platform/database/database.ts";

export type DeviceRow = {
  id: string;
  user_agent: string;
  network: string;
  created_at: string;
  last_used_at: string;
  current: boolean;
};

/** Lists up to `limit` live sessions of an account: `current` first, then by last use. */
export async function listSessions(
  db: Executor,
  accountId: string,
  { current, now, limit }: { current: string | undefined; now: Date; limit: number },
): Promise<{ data: DeviceRow[]; total: number }> {
  const { rows } = await sql<DeviceRow & { total: number }>`
    select id, user_agent, network, created_at, last_used_at, id = ${current ?? null} as current,
      count(*) over () as total
    from session where account_id = ${accountId} and expires_at > ${now}
    order by id = ${current ?? null} desc, last_used_at desc, id desc limit ${limit}`.execute(db);
  return { data: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

export async function sessionExists(db: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`select from session where id = ${id}`.execute(db);
  return rows.length > 0;
}
