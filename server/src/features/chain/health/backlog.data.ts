import { type Executor, sql } from "../../../platform/database/database.ts";

/** `since` is when the oldest was asked for, or signed, in ISO 8601. */
export type Backlog = { network: string; of: "task" | "token" | "transaction"; count: number; since: string };

/** What is not done yet, of each network that has any. */
export async function countBacklog(db: Executor): Promise<Backlog[]> {
  const { rows } = await sql<Backlog>`
    select network, 'task' as of, count(*) as count, min(created_at) as since
    from chain_task where state = 'WAITING' group by network
    union all
    select network, 'token', count(*), min(created_at) from chain_mint where state = 'WAITING' group by network
    union all
    select network, 'transaction', count(*), min(created_at)
    from chain_transaction where status in ('SIGNED', 'SENT', 'MINED') group by network
    order by network, of`.execute(db);
  return rows;
}
