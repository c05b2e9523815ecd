import pg from "pg";
import { type Executor, sql } from "../database/database.ts";
import type { Log } from "../log.ts";

const channel = "pages_changed";

/**
 * Invalidates the page caches of all nodes. In a transaction, the notification is sent on commit only.
 */
export async function invalidatePageCache(tx: Executor): Promise<void> {
  await sql`select pg_notify(${channel}, '')`.execute(tx);
}

/** The payload of a notification that the site settings changed too. */
const SETTINGS = "settings";

/** Invalidates the site settings and the page caches of all nodes when the transaction commits. */
export async function invalidateSiteSettings(tx: Executor): Promise<void> {
  await sql`select pg_notify(${channel}, ${SETTINGS})`.execute(tx);
}

export type Listener = { close(): Promise<void> };

const RECONNECT_DELAY_MS = 2_000;

/**
 * Calls `changed` on each notification, and `settingsChanged` before it if the settings changed; both after each
 * reconnect, when notifications may have been missed. Uses a dedicated connection. Does not wait for the first
 * connection: cached pages expire anyway.
 */
export function listenForInvalidations(options: {
  url: string;
  log: Log;
  changed: () => void;
  settingsChanged?: () => void;
}): Listener {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const connect = async () => {
    const connection = new pg.Client({
      connectionString: options.url,
      application_name: "wrapsody-pages",
      keepAlive: true,
    });
    client = connection;
    // Without a listener, a lost connection would crash the process; pending queries reject anyway.
    connection.on("error", (error) => options.log.debug({ err: error }, "page invalidation connection lost"));
    connection.on("end", () => reopen(connection));
    connection.on("notification", ({ payload }) => {
      if (payload === SETTINGS) options.settingsChanged?.();
      options.changed();
    });
    await connection.connect();
    await connection.query(`listen ${channel}`);
    options.settingsChanged?.();
    options.changed();
  };
  const reopen = (lost: pg.Client) => {
    if (closed || client !== lost) return;
    client = undefined;
    timer = setTimeout(startConnecting, RECONNECT_DELAY_MS);
    timer.unref();
  };
  const startConnecting = () => {
    const opening = connect();
    const connection = client;
    opening.catch((error: unknown) => {
      options.log.warn({ err: error }, "page invalidation listener unavailable");
      if (connection !== undefined) reopen(connection);
      connection?.end().catch(() => undefined);
    });
  };
  startConnecting();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
