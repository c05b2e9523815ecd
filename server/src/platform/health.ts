import { readFileSync } from "node:fs";
import { apiPrefix } from "@wrapsody/shared/endpoint.ts";
import type { FastifyInstance } from "fastify";
import type { Context } from "./context.ts";
import { sql } from "./database.ts";

/** The program's version, as package.json names it. */
export const version = (
  JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as { version: string }
).version;

/** `GET health`: each part that the program needs, and 503 while one of them does not answer. */
export function addHealth(app: FastifyInstance, context: Context): void {
  app.get(`${apiPrefix}/health`, async (_request, reply) => {
    const [database, storage, queue] = await Promise.all([
      works(sql`select 1`.execute(context.db)),
      works(context.storage.check()),
      works(sql`select 1 from graphile_worker.migrations limit 1`.execute(context.db)),
    ]);
    const body = { database, storage, queue, version };
    const success = database === "ok" && storage === "ok" && queue === "ok";
    return reply
      .code(success ? 200 : 503)
      .header("cache-control", "no-store")
      .send({ success, body });
  });
}

const patience = 3_000;

async function works(check: Promise<unknown>): Promise<"ok" | "failing"> {
  const timeout = new Promise<"failing">((resolve) => {
    setTimeout(() => resolve("failing"), patience).unref();
  });
  return Promise.race([
    check.then(
      () => "ok" as const,
      () => "failing" as const,
    ),
    timeout,
  ]);
}
