import { endpoint } from "@wrapsody/shared/api/endpoint.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import { addRoutes, type FindSession, route } from "../api/routing.ts";
import { readConfig } from "../config/config.ts";
import type { Context } from "../context.ts";
import { sql } from "../database/database.ts";
import { createHttpServer } from "../http/http-server.ts";
import { noUploads } from "../http/uploads.ts";
import { openRateLimits } from "./rate-limits.ts";

const read = endpoint({
  method: "GET",
  path: "read",
  access: "public",
  tag: "test",
  summary: "Reads.",
  answer: z.object({}),
});
const write = endpoint({
  method: "POST",
  path: "write",
  access: "optional",
  tag: "test",
  summary: "Writes.",
  answer: z.object({}),
});
const guess = endpoint({
  method: "POST",
  path: "guess",
  access: "public",
  tag: "test",
  summary: "Guesses.",
  limit: "sign-in",
  answer: z.object({}),
});
const order = endpoint({
  method: "POST",
  path: "order",
  access: "session",
  tag: "test",
  summary: "Orders.",
  limit: "order",
  answer: z.object({}),
});
const own = endpoint({
  method: "GET",
  path: "own",
  access: "session",
  tag: "test",
  summary: "Reads what is one's own.",
  answer: z.object({}),
});
const prove = endpoint({
  method: "POST",
  path: "prove",
  access: "public",
  tag: "test",
  summary: "Proves.",
  limit: "proof",
  limitedBy: ["code", "wallet"],
  body: z.object({ code: z.number(), wallet: z.string() }),
  answer: z.object({}),
});
const play = endpoint({
  method: "POST",
  path: "play",
  access: "public",
  tag: "test",
  summary: "Plays.",
  limit: "play",
  answer: z.object({}),
});

/** Starts a node behind a proxy, so that a test can send from any address. */
async function node(context: Context, environment: Record<string, string> = {}): Promise<FastifyInstance> {
  const config = readConfig({ TRUST_PROXY: "private", ...environment });
  // A slow store would fail open and let excess requests through: here it is awaited.
  const limits = await openRateLimits({ ...context, config }, 60_000);
  const app = createHttpServer(config, context.log, { rateLimits: limits });
  const artist = { role: "ARTIST", userType: "artist" } as const;
  const findSession: FindSession = {
    byToken: async (token) => ({ ...artist, accountId: token, sessionId: "one" }),
    byKeys: async ({ id }) => ({ ...artist, accountId: id, sessionId: undefined }),
  };
  const routes = [read, write, own, guess, prove, play, order].map((item) => route(item, async () => ({})));
  addRoutes(app, routes, { findSession, rateLimits: limits, uploads: noUploads });
  return app;
}

async function times(
  count: number,
  app: FastifyInstance,
  path: string,
  address: string,
  headers: Record<string, string> = {},
) {
  const statuses = new Map<number, number>();
  for (let index = 0; index < count; index += 1) {
    const method = path === "read" || path === "own" ? "GET" : "POST";
    const sent = {
      method,
      url: `/api/v1/${path}`,
      headers: { "x-forwarded-for": address, ...headers },
    } as const;
    const { statusCode } = await app.inject(sent);
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  }
  return Object.fromEntries(statuses);
}

let database: TestDatabase;
let first: FastifyInstance;
let second: FastifyInstance;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  [first, second] = await Promise.all([node(database.context), node(database.context)]);
  await sql`delete from rate_limit`.execute(database.context.db);
});
afterEach(async () => {
  await Promise.all([first.close(), second.close()]);
});

describe("rate limits", () => {
  it("allow an address 600 reads a minute, then set Retry-After", async () => {
    expect(await times(600, first, "read", "203.0.113.1")).toEqual({ 200: 600 });
    const answer = await first.inject({ url: "/api/v1/read", headers: { "x-forwarded-for": "203.0.113.1" } });
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toMatchObject({ success: false, code: "E0010" });
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(answer.headers["retry-after"])).toBeLessThanOrEqual(60);
    expect(answer.headers["ratelimit-remaining"]).toBe("0");
    expect(await times(1, first, "read", "203.0.113.2")).toEqual({ 200: 1 });
  });

  it("do not count loopback reads", async () => {
    expect(await times(700, first, "read", "127.0.0.1")).toEqual({ 200: 700 });
  });

  it("count an address's writes across all nodes", async () => {
    const address = "203.0.113.3";
    expect(await times(70, first, "write", address)).toEqual({ 200: 70 });
    expect(await times(70, second, "write", address)).toEqual({ 200: 50, 429: 20 });
    expect(await times(1, first, "write", address)).toEqual({ 429: 1 });
  });

  it("return the remaining number of writes", async () => {
    const headers = { "x-forwarded-for": "203.0.113.4" };
    const answer = await first.inject({ method: "POST", url: "/api/v1/write", headers });
    expect(answer.headers).toMatchObject({ "ratelimit-limit": "120", "ratelimit-remaining": "119" });
  });

  it("count an account separately, from any address", async () => {
    const token = { authorization: `Bearer ${"a".repeat(30)}` };
    expect(await times(120, first, "write", "203.0.113.5", token)).toEqual({ 200: 120 });
    expect(await times(1, first, "write", "203.0.113.6", token)).toEqual({ 429: 1 });
    const colleague = { authorization: `Bearer ${"b".repeat(30)}` };
    expect(await times(1, first, "write", "203.0.113.5", colleague)).toEqual({ 200: 1 });
  });

  it("allow an account's API keys 300 calls a minute, reads included, from any address", async () => {
    const keys = (id: string) => ({
      authorization: `Basic ${Buffer.from(`${id}:secret`).toString("base64")}`,
    });
    expect(await times(300, first, "own", "203.0.113.10", keys("wk_1"))).toEqual({ 200: 300 });
    expect(await times(1, first, "own", "203.0.113.11", keys("wk_1"))).toEqual({ 429: 1 });
    expect(await times(1, first, "own", "203.0.113.10", keys("wk_2"))).toEqual({ 200: 1 });
  });

  it("treat an IPv6 /64 as one client", async () => {
    expect(await times(20, first, "guess", "2001:db8:5:6::1")).toEqual({ 200: 20 });
    expect(await times(1, second, "guess", "2001:db8:5:6:ffff::2")).toEqual({ 429: 1 });
    expect(await times(1, second, "guess", "2001:db8:5:7::2")).toEqual({ 200: 1 });
  });

  it("allow an account 20 orders in five minutes, from any address", async () => {
    const token = { authorization: `Bearer ${"c".repeat(30)}` };
    expect(await times(20, first, "order", "203.0.113.12", token)).toEqual({ 200: 20 });
    expect(await times(1, second, "order", "203.0.113.13", token)).toEqual({ 429: 1 });
    const friend = { authorization: `Bearer ${"d".repeat(30)}` };
    expect(await times(1, second, "order", "203.0.113.12", friend)).toEqual({ 200: 1 });
  });

  it("allow a whole office to listen from one address", async () => {
    expect(await times(300, first, "play", "203.0.113.7")).toEqual({ 200: 300 });
    expect(await times(2, first, "play", "203.0.113.7")).toEqual({ 429: 2 });
    expect(await times(1, first, "write", "203.0.113.7")).toEqual({ 200: 1 });
  });

  it("allow a whole venue to verify wallets and log in from one address", async () => {
    const scan = (code: number, wallet: string, address: string) =>
      first.inject({
        method: "POST",
        url: "/api/v1/prove",
        payload: { code, wallet },
        headers: { "x-forwarded-for": address },
      });
    const hall = "203.0.113.14";
    // Each fan more than once, as after a declined signature.
    const fans = Array.from({ length: 150 }, (_, fan) => [scan(fan, "0xA", hall), scan(fan, "0xA", hall)]);
    const statuses = (await Promise.all(fans.flat())).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await times(1, first, "guess", hall)).toEqual({ 200: 1 });
    expect((await scan(999, "0xA", hall)).json()).toMatchObject({ code: "E0010" });
  });

  it("allow one wallet 20 tries at the same thing in five minutes, in any notation, without limiting others", async () => {
    const prove = (on: FastifyInstance, wallet: string, input: { code?: number; address?: string } = {}) =>
      on.inject({
        method: "POST",
        url: "/api/v1/prove",
        payload: { code: input.code ?? 7, wallet },
        headers: { "x-forwarded-for": input.address ?? "203.0.113.15" },
      });
    for (let n = 0; n < 20; n += 1)
      expect((await prove(n % 2 ? first : second, n % 2 ? "0xab" : "0xAB")).statusCode).toBe(200);
    const refused = await prove(second, "0xab");
    expect([refused.statusCode, refused.json().code]).toEqual([429, "E0010"]);
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(300);
    expect((await prove(first, "0xcd")).statusCode).toBe(200);
    expect((await prove(first, "0xab", { code: 8 })).statusCode).toBe(200);
    expect((await prove(first, "0xab", { address: "203.0.113.16" })).statusCode).toBe(200);
  });

  it("fail open for writes while their counters are unavailable", async () => {
    const lost = await testDatabase();
    const app = await node(lost.context);
    await lost.close();
    expect(await times(3, app, "write", "203.0.113.8")).toEqual({ 200: 3 });
    await app.close();
  });

  it("can be disabled", async () => {
    const app = await node(database.context, { RATE_LIMITS: "0" });
    expect(await times(130, app, "write", "203.0.113.9")).toEqual({ 200: 130 });
    await app.close();
  });
});
