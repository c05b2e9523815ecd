import type { InjectOptions } from "fastify";
import { expect } from "vitest";
import { sql } from "../../platform/database/database.ts";
import { createServer } from "../../server.ts";
import { testDatabase } from "../database/database.ts";
import { runJobs } from "../jobs.ts";
import { receiveMails } from "../mail.ts";

/** The program with its own mail server, for tests of the API of accounts. */
export type TestApi = Awaited<ReturnType<typeof openTestApi>>;

/** Starts without rate limits; callers may set their address in `X-Forwarded-For`. `environment` sets variables. */
export async function openTestApi(environment: Record<string, string> = {}) {
  const mails = await receiveMails();
  const variables = { SMTP_URL: mails.url, RATE_LIMITS: "0", TRUST_PROXY: "private" };
  const database = await testDatabase({ ...variables, ...environment });
  const { context } = database;
  const app = await createServer(context, { site: false });

  async function call(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    options: Partial<InjectOptions> = {},
  ) {
    const answer = await app.inject({ method, url: `/api/v1/${path}`, ...options });
    const isJson = String(answer.headers["content-type"]).startsWith("application/json");
    // Files have no JSON.
    return { status: answer.statusCode, headers: answer.headers, json: isJson ? answer.json() : {} };
  }

  return {
    context,
    databaseUrl: database.url,
    mails,
    call,
    /** Injects a request outside of the API. */
    inject: (options: InjectOptions) => app.inject(options),
    logIn: (username: string, password: string) => call("POST", "auth", { payload: { username, password } }),
    /** Opens a claim link as its page does. */
    openClaim(link: URL) {
      const [, , uid, code] = link.pathname.split("/");
      return call("GET", `user/${uid}/claim/${code}`);
    },
    /** Reads the state of a claim link as its page does first. */
    readClaimState(link: URL) {
      const [, , uid, code] = link.pathname.split("/");
      return call("GET", `user/${uid}/claim/${code}/state`);
    },
    /** Runs the queued jobs; their mails have then arrived. */
    async runDueJobs() {
      expect(await runJobs(context)).toEqual([]);
    },
    /** Lists queued jobs, oldest first. */
    async listJobs() {
      const { rows } = await sql<{ name: string; payload: unknown }>`
        select t.identifier as name, j.payload
        from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        order by j.id`.execute(context.db);
      return rows;
    },
    /** Lists the links to a page in the mails to an address, oldest first. */
    listLinks: (page: string, address: string): URL[] =>
      mails.mails(address).flatMap(({ text = "" }) => {
        const links = (text.match(/https?:\/\/[^\s<>"]+/g) ?? []).map((link) => new URL(link));
        return links.filter(({ pathname }) => pathname.startsWith(page)).slice(0, 1);
      }),
    async close() {
      await app.close();
      await database.close();
      await mails.close();
    },
  };
}

/** Swaps the case of each letter. */
export function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );
}

/**
 * Returns the only item.
 *
 * @throws Error unless there is exactly one
 */
export function only<Item>(items: readonly Item[]): Item {
  const [first, ...others] = items;
  if (first === undefined || others.length > 0) throw new Error(`${items.length} instead of one`);
  return first;
}

/**
 * Whether all calls take about the same time. Load can only slow a call down, so the minimum of each call is
 * compared: after a few rounds, and up to 40 until they are alike.
 */
export async function takeEqualTime(calls: readonly (() => Promise<unknown>)[]): Promise<boolean> {
  const minimums = calls.map(() => Number.POSITIVE_INFINITY);
  for (let round = 1; round <= 40; round += 1) {
    for (const [at, call] of calls.entries()) {
      const start = performance.now();
      await call();
      minimums[at] = Math.min(minimums[at] ?? 0, performance.now() - start);
    }
    if (round >= 4 && Math.max(...minimums) < 2 * Math.min(...minimums)) return true;
  }
  return false;
}
