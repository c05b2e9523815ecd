import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../platform/database/database.ts";
import { assetFolder } from "../platform/pages/site-assets.ts";
import { deleteBuildsJob, keepBuildStored, storeBuild } from "../platform/pages/site-builds.ts";
import { createServer } from "../server.ts";
import { type TestDatabase, testDatabase } from "../testing/database/database.ts";
import { runJobs } from "../testing/jobs.ts";

const DAY_S = 24 * 60 * 60;

let database: TestDatabase;
let folder: string;
/** Runs the build that is tested here. */
let previous: FastifyInstance;
/** Runs another build, which has none of its assets. */
let upgraded: FastifyInstance;
/** A page of the previous build, and what it loads. */
let previousPage: string;
let previousAssets: string[];

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), "wrapsody-build-"));
  await writeFile(join(folder, "entry-NEWBUILD.js"), "export {};");
  previous = await createServer(database.context, { site: true });
  previousPage = (await previous.inject("/")).body;
  upgraded = await createServer(database.context, { site: true, assetFolder: folder });
  previousAssets = await findAssets(previousPage);
});

beforeEach(async () => {
  await sql`truncate site_build cascade`.execute(database.context.db);
  await storeBuild(database.context, assetFolder);
});

afterAll(async () => {
  await previous.close();
  await upgraded.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** Lists the assets that a page loads, directly and through other assets. */
async function findAssets(html: string): Promise<string[]> {
  const names = new Set(
    [...html.matchAll(/\/assets\/([\w.-]+\.(?:json|js|css|woff2))/g)].map(([, name = ""]) => name),
  );
  for (const name of names) {
    if (!/\.(js|css)$/.test(name)) continue;
    const text = await readFile(join(assetFolder, name), "utf8");
    for (const [, inner = ""] of text.matchAll(/["'(/]([\w.-]+-[\w-]{6,8}\.(?:json|js|css|woff2))/g))
      names.add(inner);
  }
  const present = new Set(await readdir(assetFolder));
  return [...names].filter((name) => present.has(name));
}

const getAsset = (name: string, headers: Record<string, string> = {}) =>
  upgraded.inject({ url: `/assets/${name}`, headers });

async function readBuilds(): Promise<{ file_key: string }[]> {
  const { rows } = await sql<{ file_key: string }>`select file_key from site_build`.execute(
    database.context.db,
  );
  return rows;
}

describe("after an upgrade", () => {
  it("a page of the previous build loads all its assets, with the headers that they had", async () => {
    expect(previousAssets.length).toBeGreaterThan(20);
    for (const name of previousAssets) {
      const answer = await getAsset(name);
      expect([name, answer.statusCode]).toEqual([name, 200]);
      expect(answer.rawPayload.equals(await readFile(join(assetFolder, name)))).toBe(true);
      const usual = await previous.inject(`/assets/${name}`);
      for (const header of ["content-type", "cache-control", "x-content-type-options"])
        expect(answer.headers[header]).toBe(usual.headers[header]);
    }
  });

  it("assets are compressed as the browser accepts, and sent to HEAD without the body", async () => {
    const name = previousAssets.find((asset) => asset.startsWith("app-") && asset.endsWith(".css")) ?? "";
    const plain = await readFile(join(assetFolder, name));
    const brotli = await getAsset(name, { "accept-encoding": "gzip, br" });
    expect(brotli.headers["content-encoding"]).toBe("br");
    expect(brotli.headers.vary).toBe("accept-encoding");
    expect(brotliDecompressSync(brotli.rawPayload).equals(plain)).toBe(true);
    const zipped = await getAsset(name, { "accept-encoding": "gzip" });
    expect(gunzipSync(zipped.rawPayload).equals(plain)).toBe(true);
    const head = await upgraded.inject({ method: "HEAD", url: `/assets/${name}` });
    expect([head.statusCode, head.body]).toEqual([200, ""]);
  });

  it("the new build's own assets come from its folder, without a query", async () => {
    await sql`alter table site_asset rename to site_asset_away`.execute(database.context.db);
    const { statusCode, body } = await getAsset("entry-NEWBUILD.js");
    await sql`alter table site_asset_away rename to site_asset`.execute(database.context.db);
    expect([statusCode, body]).toEqual([200, "export {};"]);
  });

  it("unknown assets are 404 and other methods 405", async () => {
    for (const name of ["none-12345678.js", "a/b.js"]) expect((await getAsset(name)).statusCode).toBe(404);
    const posted = await upgraded.inject({ method: "POST", url: `/assets/${previousAssets[0]}` });
    expect([posted.statusCode, posted.headers.allow]).toEqual([405, "GET, HEAD"]);
  });

  it("assets stay available for 30 days after the last node with their build ran", async () => {
    const { context } = database;
    const [name = ""] = previousAssets;
    context.clock.move(20 * DAY_S);
    await storeBuild(context, assetFolder);
    context.clock.move(29 * DAY_S);
    await deleteBuilds();
    expect((await getAsset(name)).statusCode).toBe(200);
    context.clock.move(2 * DAY_S);
    await deleteBuilds();
    await deleteBuilds();
    expect((await getAsset(name)).statusCode).toBe(404);
    expect(await readBuilds()).toEqual([]);
  });
});

async function deleteBuilds(): Promise<void> {
  const { context } = database;
  await context.queue.enqueue(context.db, deleteBuildsJob, {});
  expect(await runJobs(context)).toEqual([]);
}

describe("a build", () => {
  it("is stored once by two nodes that start at the same time, next to another build", {
    retry: 0,
  }, async () => {
    const { context } = database;
    const other = await mkdtemp(join(tmpdir(), "wrapsody-build-"));
    await writeFile(join(other, "entry-OTHER123.js"), "export const other = 1;");
    await Promise.all([other, other].map((from) => storeBuild(context, from)));
    expect(await readBuilds()).toHaveLength(2);
    expect((await getAsset("entry-OTHER123.js")).body).toBe("export const other = 1;");
    expect((await getAsset(previousAssets[0] ?? "")).statusCode).toBe(200);
    await rm(other, { recursive: true });
  });

  it("does not keep a node from starting while the storage fails, and is stored again if its file is missing", async () => {
    const { context } = database;
    const [build] = await readBuilds();
    await context.storage.delete(build?.file_key ?? "");
    const broken = { ...context.storage, put: () => Promise.reject(new Error("no storage")) };
    const failing = await keepBuildStored({ ...context, storage: broken }, assetFolder);
    await failing.stop();
    expect(await context.storage.stat(build?.file_key ?? "")).toBeUndefined();
    const working = await keepBuildStored(context, assetFolder);
    await working.stop();
    expect(await context.storage.stat(build?.file_key ?? "")).toBeDefined();
    expect(await readBuilds()).toEqual([build]);
  });
});
