import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startNginx } from "../../testing/http/nginx.ts";
import { readConfig } from "../config/config.ts";
import { Failure } from "../failure.ts";
import { createHttpServer } from "../http/http-server.ts";
import { createLog } from "../log.ts";
import { deliverFile } from "./deliver.ts";
import { openStorage } from "./open-storage.ts";
import type { Storage } from "./storage.ts";

const audio = randomBytes(300_000);
let folder: string;
let storage: Storage;
let app: FastifyInstance;
let nginx: Awaited<ReturnType<typeof startNginx>>;
let audioKey: string;
let drawingKey: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sendfile-"));
  await mkdir(join(folder, "nginx"));
  const config = readConfig({
    DATA_DIR: folder,
    SENDFILE_HEADER: "X-Accel-Redirect",
    SENDFILE_PREFIX: "/stored-files",
  });
  storage = await openStorage(config);
  audioKey = (await storage.put(audio, { extension: "mp3", contentType: "audio/mpeg" })).key;
  drawingKey = (await storage.put(Buffer.from("<svg/>"), { extension: "svg", contentType: "image/svg+xml" }))
    .key;
  app = createHttpServer(config, createLog("silent"));
  app.get("/open/*", (request, reply) =>
    deliverFile(request, reply, storage, keyIn(request.params), { downloadName: "Song.mp3" }),
  );
  app.get("/closed/*", () => {
    throw new Failure("E0004");
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  nginx = await startNginx(
    join(folder, "nginx"),
    `location / { proxy_pass ${url}; }
     location /stored-files/ { internal; alias ${join(folder, "files")}/; }`,
  );
});

afterAll(async () => {
  await nginx?.stop();
  await app?.close();
  await storage?.close();
  await rm(folder, { recursive: true, force: true });
});

function keyIn(params: unknown): string {
  return (params as Record<"*", string>)["*"];
}

function getFile(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> {
  return fetch(`${nginx.url}${path}`, { method, headers });
}

describe("a file that nginx sends", () => {
  it("has the content, type, name and caching headers of the program", async () => {
    const response = await getFile(`/open/${audioKey}`);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(audio)).toBe(true);
    expect(response.headers.get("content-type")).toBe("audio/mpeg");
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("content-disposition")).toContain('filename="Song.mp3"');
    expect(response.headers.get("x-accel-redirect")).toBeNull();
  });

  it("is sent in ranges, and 416 rejects a range outside the file", async () => {
    const response = await getFile(`/open/${audioKey}`, { range: "bytes=100-1099" });
    expect(response.status).toBe(206);
    expect(response.headers.get("content-range")).toBe("bytes 100-1099/300000");
    expect(Buffer.from(await response.arrayBuffer()).equals(audio.subarray(100, 1_100))).toBe(true);
    const outside = await getFile(`/open/${audioKey}`, { range: "bytes=300000-" });
    expect(outside.status).toBe(416);
  });

  it("is not sent again to a client that has it, and HEAD has no body", async () => {
    const head = await getFile(`/open/${audioKey}`, {}, "HEAD");
    expect(head.status).toBe(200);
    expect(head.headers.get("content-length")).toBe("300000");
    const etag = head.headers.get("etag") ?? "";
    expect((await getFile(`/open/${audioKey}`, { "if-none-match": etag })).status).toBe(304);
  });

  it("is sent only by a route that allows it", async () => {
    expect((await getFile(`/closed/${audioKey}`)).status).toBe(403);
    expect((await getFile(`/stored-files/${audioKey}`)).status).toBe(404);
    expect((await getFile(`/open/${audioKey.replace(/^../, "zz")}`)).status).toBe(404);
    expect((await getFile(`/open/${audioKey.replace("mp3", "wav")}`)).status).toBe(404);
  });
});

it("sends SVG files from the program, with their Content-Security-Policy", async () => {
  const response = await getFile(`/open/${drawingKey}`);
  expect(await response.text()).toBe("<svg/>");
  expect(response.headers.get("content-security-policy")).toContain("sandbox");
});
