import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../platform/config/config.ts";
import type { Context } from "../platform/context.ts";
import { sql } from "../platform/database/database.ts";
import { findUndeclaredProxies } from "../platform/http/undeclared-proxies.data.ts";
import { describeUndeclaredProxy } from "../platform/http/undeclared-proxies.ts";
import type { Log } from "../platform/log.ts";
import { createServer } from "../server.ts";
import { type TestDatabase, testDatabase } from "../testing/database/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  await sql`truncate undeclared_proxy`.execute(database.context.db);
});
afterAll(() => database.close());

/** A node with its own warnings. */
async function startNode(environment: Record<string, string> = {}) {
  const warnings: string[] = [];
  const { log } = database.context;
  const recording: Log = Object.assign(Object.create(log), {
    warn: (_line: object, message: string) => void warnings.push(message),
  });
  const context: Context = {
    ...database.context,
    log: recording,
    config: readConfig({ DEMO: "0", LOG_LEVEL: "silent", ...environment }),
  };
  const app = await createServer(context, { site: false });
  return {
    warnings,
    close: () => app.close(),
    list: () =>
      findUndeclaredProxies(context.db, { trustProxy: context.config.trustProxy, now: context.clock.now() }),
    get: (remoteAddress: string, headers: Record<string, string>) =>
      app.inject({ url: "/livez", remoteAddress, headers }),
  };
}

const forwarded = (client: string) => ({ "x-forwarded-for": client });

describe("a proxy that TRUST_PROXY does not declare", () => {
  it("is reported once in the log, and to other nodes and processes until it has stopped for an hour", {
    retry: 0,
  }, async () => {
    const node = await startNode();
    const other = await startNode();
    for (let request = 0; request < 5; request += 1)
      await node.get("::ffff:10.0.0.2", forwarded(`203.0.113.${request}`));
    const peer = { peer: "10.0.0.2", header: "x-forwarded-for" };
    await expect.poll(other.list).toMatchObject([peer]);
    expect(node.warnings).toEqual([describeUndeclaredProxy(peer)]);
    expect(node.warnings[0]).toContain("set TRUST_PROXY=10.0.0.2");
    database.context.clock.move(3_000);
    await node.get("10.0.0.2", forwarded("203.0.113.7"));
    await expect
      .poll(async () => (await other.list())[0]?.last_seen_at)
      .toBe(database.context.clock.now().toISOString());
    database.context.clock.move(3_599);
    expect(await other.list()).toHaveLength(1);
    database.context.clock.move(2);
    expect(await other.list()).toEqual([]);
    expect(node.warnings).toHaveLength(1);
    for (const { close } of [node, other]) await close();
  });

  it("is reported for every header of proxies", async () => {
    const node = await startNode();
    await node.get("10.0.0.3", { forwarded: "for=203.0.113.1" });
    await node.get("fd00::4", { "x-real-ip": "203.0.113.1" });
    await node.get("10.0.0.5", {});
    await expect
      .poll(async () => (await node.list()).map(({ peer, header }) => `${peer} ${header}`).sort())
      .toEqual(["10.0.0.3 forwarded", "fd00::4 x-real-ip"]);
    await node.close();
  });

  it("is not reported once the variable declares it", async () => {
    const node = await startNode();
    await node.get("10.0.0.2", forwarded("203.0.113.1"));
    await expect.poll(node.list).toHaveLength(1);
    for (const TRUST_PROXY of ["private", "10.0.0.2", "10.0.0.0/8"]) {
      const declared = await startNode({ TRUST_PROXY });
      expect(await declared.list()).toEqual([]);
      await declared.get("10.0.0.2", forwarded("203.0.113.1"));
      expect(declared.warnings).toEqual([]);
      await declared.close();
    }
    await node.close();
  });

  it("is reported at a public address only if it names several clients, and for a bounded number of peers", async () => {
    const node = await startNode();
    // Other tests report peers too.
    database.context.clock.move(2 * 3_600);
    for (let request = 0; request < 5; request += 1) await node.get("198.51.100.1", forwarded("203.0.113.1"));
    for (const client of ["203.0.113.1", "203.0.113.2", "203.0.113.3"])
      await node.get("198.51.100.2", forwarded(client));
    await expect.poll(async () => (await node.list()).map(({ peer }) => peer)).toEqual(["198.51.100.2"]);
    for (let peer = 0; peer < 30; peer += 1) await node.get(`10.1.0.${peer}`, forwarded("203.0.113.1"));
    await expect.poll(async () => (await node.list()).length).toBeGreaterThanOrEqual(20);
    expect((await node.list()).length).toBeLessThan(31);
    await node.close();
  });
});
