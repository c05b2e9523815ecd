import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { endpoint } from "@wrapsody/shared/api/endpoint.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { readConfig } from "../config/config.ts";
import { createHttpServer } from "../http/http-server.ts";
import { noUploads } from "../http/uploads.ts";
import { createLog } from "../log.ts";
import { unlimited } from "../security/rate-limits.ts";
import { addRoutes, route } from "./routing.ts";
import { PagedRows, pagedRows, StreamedJson } from "./streamed-json.ts";

const long = endpoint({
  method: "GET",
  path: "long",
  access: "public",
  tag: "test",
  summary: "Answers at length.",
  query: z.object({ rows: z.coerce.number(), breaks: z.literal("on the way").optional() }),
  answer: z.record(z.string(), z.unknown()),
});

/** Page requests of all calls together. */
let requestCount = 0;
let app: FastifyInstance;
let address: string;

/** Returns numbers with so much text that a reader takes only a few pages at a time. */
function numbersTo(last: number): PagedRows {
  return pagedRows<{ n: number; text: string }>(async (limit, after) => {
    requestCount += 1;
    const first = (after?.n ?? 0) + 1;
    const length = Math.max(0, Math.min(limit, last - first + 1));
    return Array.from({ length }, (_, index) => ({ n: first + index, text: "x".repeat(100) }));
  });
}

beforeAll(async () => {
  app = createHttpServer(readConfig({}), createLog("silent"));
  const noSession = async () => undefined;
  const broken = new PagedRows(async function* () {
    yield [1, 2, 3];
    throw new Error("the database went away");
  });
  const answer = route(long, async ({ query }) => {
    const rows = query.breaks === undefined ? numbersTo(query.rows) : broken;
    return new StreamedJson({
      at: "now",
      deep: { rows, none: numbersTo(0), empty: {} },
      plain: [1, null],
      last: "é",
    });
  });
  addRoutes(app, [answer], {
    findSession: { byToken: noSession, byKeys: noSession },
    rateLimits: unlimited,
    uploads: noUploads,
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1/long`;
});
afterAll(async () => {
  const closed = app.close();
  app.server.closeAllConnections();
  await closed;
});

it("streamed JSON equals a buffered response", async () => {
  for (const rows of [0, 1, 999, 1_000, 2_000, 2_345]) {
    const answer = await fetch(`${address}?rows=${rows}`);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const { success, body } = (await answer.json()) as {
      success: boolean;
      body: { deep: { rows: { n: number }[] } };
    };
    expect(success).toBe(true);
    expect(body).toMatchObject({ at: "now", deep: { none: [], empty: {} }, plain: [1, null], last: "é" });
    expect(body.deep.rows.map(({ n }) => n)).toEqual(Array.from({ length: rows }, (_, index) => index + 1));
  }
});

it("streamed JSON that fails midway is not accepted as complete, and the next call succeeds", async () => {
  const failing = fetch(`${address}?rows=0&breaks=on%20the%20way`).then((answer) => answer.text());
  await expect(failing).rejects.toThrow();
  expect((await fetch(`${address}?rows=3`)).status).toBe(200);
});

it("streamed JSON fetches no more pages than are read, and none after its reader disconnects", async () => {
  const before = requestCount;
  const pages = 5_000;
  const leaving = new AbortController();
  const answer = await fetch(`${address}?rows=${pages * 1_000}`, { signal: leaving.signal });
  const reader = answer.body?.getReader();
  await reader?.read();
  await untilQuiet();
  expect(requestCount - before).toBeLessThan(pages / 2);
  leaving.abort();
  await reader?.closed.catch(() => undefined);
  await untilQuiet();
  expect(requestCount - before).toBeLessThan(pages / 2);
});

/** Waits until no further page is requested. */
async function untilQuiet(): Promise<void> {
  let last = -1;
  while (requestCount !== last) {
    last = requestCount;
    await sleep(200);
  }
}
