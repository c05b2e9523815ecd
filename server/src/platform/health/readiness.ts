import type { FastifyInstance } from "fastify";
import type { Context } from "../context.ts";
import { sql } from "../database/database.ts";
import { listPendingMigrations } from "../database/migrate.ts";
import { probePaths } from "../http/http-server.ts";
import { works } from "./health.ts";

type ReadinessReport = {
  ready: boolean;
  checks: Record<"database" | "storage" | "migrations" | "shutdown", "ok" | "failing">;
};

/** Whether this process can serve requests or run jobs. */
export type Readiness = {
  check(): Promise<ReadinessReport>;
  /** Reports that this process is not ready, from now on, so that proxies send no more requests. */
  beginShutdown(): void;
};

/** Concurrent and frequent probes share a check, so that they cannot load the database. */
const REUSE_MS = 1_000;

export function createReadiness({ db, storage }: Pick<Context, "db" | "storage">): Readiness {
  let isStopping = false;
  let latest: { at: number; checks: Promise<Omit<ReadinessReport["checks"], "shutdown">> } | undefined;

  async function runChecks() {
    const [database, stored, migrations] = await Promise.all([
      works(sql`select 1`.execute(db)),
      works(storage.check()),
      works(assertMigrated(db)),
    ]);
    return { database, storage: stored, migrations };
  }

  return {
    async check() {
      const now = performance.now();
      if (latest === undefined || now - latest.at > REUSE_MS) latest = { at: now, checks: runChecks() };
      const found = await latest.checks;
      const checks: ReadinessReport["checks"] = { ...found, shutdown: isStopping ? "failing" : "ok" };
      return { ready: Object.values(checks).every((state) => state === "ok"), checks };
    },
    beginShutdown() {
      isStopping = true;
    },
  };
}

/** @throws Error if the database lacks a migration of this version, such as after restoring an old backup */
async function assertMigrated(db: Context["db"]): Promise<void> {
  const pending = await listPendingMigrations(db);
  if (pending.length > 0) throw new Error(`pending migrations: ${pending.join(", ")}`);
}

/**
 * `GET /livez`: 200 while the event loop of this process turns; a process that does not answer should be restarted.
 * `GET /readyz`: 200 if it can work, otherwise 503; a proxy should send its requests elsewhere.
 */
export function addProbes(app: FastifyInstance, readiness: Readiness): void {
  app.get(probePaths.live, (_request, reply) =>
    reply.header("cache-control", "no-store").type("text/plain; charset=utf-8").send("ok\n"),
  );
  app.get(probePaths.ready, async (_request, reply) => {
    const report = await readiness.check();
    return reply
      .code(report.ready ? 200 : 503)
      .header("cache-control", "no-store")
      .send(report);
  });
}
