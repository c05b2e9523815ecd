import pg from "pg";
import { z } from "zod";
import type { Database } from "../database/database.ts";
import { parseWalPosition, type WalPosition } from "../database/wal-position.data.ts";
import type { Log } from "../log.ts";
import { ANYTHING, CHANNEL, SEND_MISSED, SETTINGS } from "./page-changes.data.ts";
import { listenForLocalChanges } from "./page-invalidation.ts";

/** A change of public data. */
export type PageChange = {
  /** Undefined: every page may show it. */
  entities: readonly string[] | undefined;
  /** A position of the primary's write-ahead log that includes the change; undefined: any position may be needed. */
  position: WalPosition | undefined;
};

export type Listener = { close(): Promise<void> };

const UNKNOWN_CHANGE: PageChange = { entities: undefined, position: undefined };
const RECONNECT_DELAY_MS = 500;
/** Interval of the checks. */
const CHECK_MS = 1_000;
/** Limit of a check: a connection that does not respond is replaced. */
const TIMEOUT_MS = 5_000;

/**
 * Calls `changed` on each change that a node commits, and `settingsChanged` before it if the settings changed; both after
 * each reconnect, when notifications may have been missed. What this process commits through `db` is reported right after the commit as
 * well. Sends the notifications of processes that died before they sent them. Uses a dedicated connection. Does not wait for the
 * first connection: cached pages expire anyway.
 */
export function listenForInvalidations(options: {
  url: string;
  log: Log;
  db?: Database;
  changed: (change: PageChange) => void;
  settingsChanged?: () => void;
}): Listener {
  const { log, changed, settingsChanged = () => undefined } = options;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const report = (change: PageChange, isOfSettings: boolean) => {
    if (isOfSettings) settingsChanged();
    changed(change);
  };
  const connect = async () => {
    const connection = new pg.Client({
      connectionString: options.url,
      application_name: "wrapsody-pages",
      keepAlive: true,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
    client = connection;
    // Without a listener, a lost connection would crash the process; pending queries reject anyway.
    connection.on("error", (error) => log.debug({ err: error }, "page invalidation connection lost"));
    connection.on("end", () => reopen(connection));
    connection.on("notification", ({ payload = "" }) => report(parseChange(payload), payload === SETTINGS));
    await connection.connect();
    await connection.query(`listen ${CHANNEL}`);
    report(UNKNOWN_CHANGE, true);
    checkLater(connection);
  };
  const checkLater = (connection: pg.Client) => {
    if (closed || client !== connection) return;
    timer = setTimeout(() => {
      connection.query(SEND_MISSED).then(
        () => checkLater(connection),
        (error: unknown) => {
          log.debug({ err: error }, "page invalidation connection does not respond");
          connection.connection.stream.destroy();
        },
      );
    }, CHECK_MS);
    timer.unref();
  };
  const reopen = (lost: pg.Client) => {
    if (closed || client !== lost) return;
    client = undefined;
    clearTimeout(timer);
    timer = setTimeout(startConnecting, RECONNECT_DELAY_MS);
    timer.unref();
  };
  const startConnecting = () => {
    const opening = connect();
    const connection = client;
    opening.catch((error: unknown) => {
      log.warn({ err: error }, "page invalidation listener unavailable");
      if (connection !== undefined) reopen(connection);
      connection?.end().catch(() => undefined);
    });
  };
  startConnecting();
  const stopLocal =
    options.db &&
    listenForLocalChanges(options.db, (entities) =>
      report({ entities: listEntities(entities), position: undefined }, entities.includes(SETTINGS)),
    );
  return {
    async close() {
      closed = true;
      stopLocal?.();
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}

const payloadSchema = z.object({ position: z.string(), entities: z.array(z.string()).nullable() });

/** Other payloads are those of the site settings and of earlier versions, which name nothing. */
function parseChange(payload: string): PageChange {
  try {
    const { position, entities } = payloadSchema.parse(JSON.parse(payload));
    return { position: parseWalPosition(position), entities: entities ?? undefined };
  } catch {
    return UNKNOWN_CHANGE;
  }
}

function listEntities(entities: readonly string[]): readonly string[] | undefined {
  return entities.includes(ANYTHING) || entities.includes(SETTINGS) ? undefined : entities;
}
