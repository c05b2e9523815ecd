import type { AddressInfo } from "node:net";
import type { Context } from "../../platform/context.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { listenForInvalidations } from "../../platform/pages/invalidation-listener.ts";
import { createPageCache } from "../../platform/pages/page-cache.ts";
import { createServer } from "../../server.ts";

/** Starts another node of a site on the same database, with pages and with caches of its own. */
export async function startNode({ context: first, databaseUrl }: { context: Context; databaseUrl: string }) {
  const { db, close } = openDatabase({ url: databaseUrl, size: 4, onError: () => undefined });
  const pages = createPageCache(8 << 20);
  const context = { ...first, db, replica: db };
  const app = await createServer(context, { site: true, pages });
  const listener = listenForInvalidations({
    url: databaseUrl,
    log: context.log,
    changed: ({ entities }) => pages.invalidate(entities),
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    url,
    /** Requests a path and returns the status. */
    async readStatus(path: string, init: RequestInit = {}): Promise<number> {
      const answer = await fetch(`${url}${path}`, { redirect: "manual", ...init });
      await answer.arrayBuffer();
      return answer.status;
    },
    async close() {
      await app.close();
      await listener.close();
      await close();
    },
  };
}
