import { readFileSync } from "node:fs";
import { apiPrefix } from "@wrapsody/shared/api/endpoint.ts";
import { errorCodes } from "@wrapsody/shared/api/errors.ts";
import type { FastifyInstance } from "fastify";
import type { Context } from "../context.ts";
import { sql } from "../database/database.ts";
import { stretchTimeout } from "../timeouts.ts";

/** A degraded-health report. It is public and must not contain secrets. */
export type HealthIssue = {
  /** Such as `chain` or `queue`. */
  part: string;
  /** The affected instance, such as a network's name. */
  of: string;
  kind: string;
  /** ISO 8601. */
  since: string;
};

/** A labelled value, read at each scrape. */
export type FeatureGauge = {
  name: string;
  help: string;
  labels: readonly string[];
  read(): Promise<readonly { labels: Readonly<Record<string, string>>; value: number }[]>;
};

/** Health issues and gauges of a feature or a part of the platform. Its issues become alarms. */
export type FeatureHealth = {
  /** The `part` of its issues. */
  part: string;
  /** Whether each instance (`of`) has an alarm of its own. Otherwise `of` is only an example, such as the oldest job. */
  alarmsPerInstance: boolean;
  issues(): Promise<readonly HealthIssue[]>;
  gauges: readonly FeatureGauge[];
};

/** The program's version, as package.json names it. */
export const version = (
  JSON.parse(readFileSync(new URL("../../../../package.json", import.meta.url), "utf8")) as {
    version: string;
  }
).version;

/**
 * `GET health`: the state of each required component; 503 if one is unavailable. `degraded` lists issues that do not affect
 * availability.
 */
export function addHealth(
  app: FastifyInstance,
  context: Context,
  sources: readonly Pick<FeatureHealth, "issues">[],
): void {
  app.get(`${apiPrefix}/health`, async (_request, reply) => {
    const [degraded, database, storage, queue] = await Promise.all([
      Promise.all(sources.map((source) => inTime(source.issues(), []))),
      works(sql`select 1`.execute(context.db)),
      works(context.storage.check()),
      works(sql`select 1 from graphile_worker.migrations limit 1`.execute(context.db)),
    ]);
    const body = { database, storage, queue, degraded: degraded.flat(), version };
    const failing = Object.entries({ database, storage, queue }).filter(([, state]) => state !== "ok");
    reply.code(failing.length === 0 ? 200 : 503).header("cache-control", "no-store");
    if (failing.length === 0) return { success: true, body };
    return {
      success: false,
      code: "X001",
      message: errorCodes.X001.message,
      errors: failing.map(([field, message]) => ({ field, message })),
      body,
    };
  });
}

/** Per component, so that a hanging one does not delay the response. */
const CHECK_TIMEOUT_MS = 3_000;

/** Checks one component. A hanging one counts as failing. */
export function works(check: Promise<unknown>): Promise<"ok" | "failing"> {
  return inTime<"ok" | "failing">(
    check.then(() => "ok"),
    "failing",
  );
}

/** Returns `otherwise` if the answer fails or takes too long. */
export async function inTime<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), stretchTimeout(CHECK_TIMEOUT_MS));
  });
  const outcome = answer.catch(() => otherwise);
  return Promise.race([outcome, tooLate]).finally(() => clearTimeout(timer));
}
