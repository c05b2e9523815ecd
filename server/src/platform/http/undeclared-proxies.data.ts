import type { UndeclaredProxy } from "@wrapsody/shared/operations/alarms.ts";
import { type Executor, sql } from "../database/database.ts";
import { trustedProxies } from "./ip-addresses.ts";

/** A proxy that has sent nothing for this time is not reported any more. */
const FORGOTTEN_AFTER_MS = 3_600_000;
/** Any client can send forwarded headers, so the number of rows is bounded. */
const MAX_PEERS = 20;

/** Stores that a peer sent a forwarded header. */
export async function recordUndeclaredProxy(
  db: Executor,
  { peer, header, now }: { peer: string; header: string; now: Date },
): Promise<void> {
  const forgotten = new Date(now.getTime() - FORGOTTEN_AFTER_MS);
  await sql`delete from undeclared_proxy where last_seen_at < ${forgotten}`.execute(db);
  await sql`
    insert into undeclared_proxy (peer, header, first_seen_at, last_seen_at)
    select ${peer}, ${header}, ${now}, ${now}
    where (select count(*) from undeclared_proxy where peer <> ${peer}) < ${MAX_PEERS}
    on conflict (peer) do update set header = excluded.header, last_seen_at = greatest(undeclared_proxy.last_seen_at, excluded.last_seen_at)`.execute(
    db,
  );
}

/**
 * Lists the peers that sent forwarded headers to any node within the last hour and that `trustProxy` does not declare,
 * latest first.
 */
export async function findUndeclaredProxies(
  db: Executor,
  { trustProxy, now }: { trustProxy: readonly string[]; now: Date },
): Promise<UndeclaredProxy[]> {
  const forgotten = new Date(now.getTime() - FORGOTTEN_AFTER_MS);
  const { rows } = await sql<UndeclaredProxy>`
    select peer, header, last_seen_at from undeclared_proxy where last_seen_at >= ${forgotten}
    order by last_seen_at desc, peer`.execute(db);
  const isTrusted = trustedProxies(trustProxy);
  return rows.filter(({ peer }) => !isTrusted(peer));
}
