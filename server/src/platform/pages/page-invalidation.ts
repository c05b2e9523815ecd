import pg from "pg";
import { type Executor, sql } from "../database/database.ts";
import type { Log } from "../log.ts";

const channel = "pages_changed";

/**
 * Tells every node that public pages show something else now. Inside a transaction the news go out when it commits,
 * and only then.
 */
export async function invalidatePageCache(tx: Executor): Promise<void> {
  await sql`select pg_notify(${channel}, '')`.execute(tx);
}

export type Listener = { close(): Promise<void> };

/** Milliseconds until a lost connection is opened again. */
const again = 2_000;

/**
 * Calls `changed` whenever any node has told that pages changed, and after each gap in which such news may have been
 * missed. Takes one connection of its own. The first connection is not waited for: pages age by themselves, too.
 */
export function listenForInvalidations(options: { url: string; log: Log; changed: () => void }): Listener {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const open = async () => {
    const opened = new pg.Client({
      connectionString: options.url,
      application_name: "wrapsody-pages",
      keepAlive: true,
    });
    client = opened;
    // Rejections of what is under way tell the same; without a listener the loss would end the program.
    opened.on("error", (error) => options.log.debug({ err: error }, "page invalidation connection lost"));
    opened.on("end", () => reopen(opened));
    opened.on("notification", options.changed);
    await opened.connect();
    await opened.query(`listen ${channel}`);
    options.changed();
  };
  const reopen = (lost: pg.Client) => {
    if (closed || client !== lost) return;
    client = undefined;
    timer = setTimeout(start, again);
    timer.unref();
  };
  const start = () => {
    const opening = open();
    const opened = client;
    opening.catch((error: unknown) => {
      options.log.warn({ err: error }, "page invalidation listener unavailable");
      if (opened !== undefined) reopen(opened);
      opened?.end().catch(() => undefined);
    });
  };
  start();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
