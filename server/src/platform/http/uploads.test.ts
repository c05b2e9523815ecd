import { createHash, randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, type Socket } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setImmediate as passTurn, setTimeout as sleep } from "node:timers/promises";
import { endpoint } from "@wrapsody/shared/api/endpoint.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type FileSent, multipart } from "../../testing/http/multipart.ts";
import { usedBufferBytes } from "../../testing/used-buffer-bytes.ts";
import { addRoutes, route, type Session } from "../api/routing.ts";
import { readConfig } from "../config/config.ts";
import { createLog } from "../log.ts";
import { unlimited } from "../security/rate-limits.ts";
import { createHttpServer } from "./http-server.ts";
import { openUpload, openUploadFolder, type Upload } from "./uploads.ts";

const token = "a-session-that-may-upload";
const COVER_MAX_BYTES = 100_000;
const FILM_MAX_BYTES = 16_000_000;

const taking = endpoint({
  method: "POST",
  path: "take",
  access: "session",
  tag: "test",
  summary: "Takes files.",
  body: z.object({
    title: z.string({ error: "Required" }).min(1, { error: "Required" }),
    tags: z.array(z.string()).default([]),
    cut: z.string().optional(),
  }),
  files: {
    cover: {
      maxBytes: COVER_MAX_BYTES,
      tooLarge: "The cover is too large.",
      missing: "Please choose a cover.",
    },
    film: { maxBytes: FILM_MAX_BYTES, tooLarge: "The film is too large." },
    still: {
      maxBytes: COVER_MAX_BYTES,
      tooLarge: "The still is too large.",
      original: { maxBytes: 3 * COVER_MAX_BYTES, tooLarge: "The original is too large.", by: "cut" },
    },
  },
  answer: z.object({ title: z.string(), tags: z.array(z.string()), cover: z.unknown(), film: z.unknown() }),
});
const plain = endpoint({
  method: "POST",
  path: "plain",
  access: "session",
  tag: "test",
  summary: "Takes no files.",
  body: z.object({ title: z.string() }),
  answer: z.object({ title: z.string() }),
});

let folder: string;
let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "uploads-"));
  const timeouts = { bodyMs: 400, afterResponseMs: 400 };
  app = createHttpServer(readConfig({}), createLog("silent"), { timeouts });
  const session: Session = { accountId: "1", role: "ARTIST", userType: "artist", sessionId: "1" };
  addRoutes(
    app,
    [
      route(taking, async ({ body, files }) => ({
        ...body,
        cover: await described(files.cover),
        film: await described(files.film),
      })),
      route(plain, async ({ body }) => body),
    ],
    {
      findSession: {
        byToken: async (input) => (input === token ? session : undefined),
        byKeys: async () => undefined,
      },
      rateLimits: unlimited,
      uploads: await openUploadFolder(folder),
    },
  );
  await app.listen({ host: "127.0.0.1", port: 0 });
  port = (app.server.address() as AddressInfo).port;
});

afterAll(async () => {
  app.server.closeAllConnections();
  await app.close();
  await rm(folder, { recursive: true });
});

/** Returns what a handler sees of a file, except its path. */
async function described(upload: Upload | undefined) {
  if (upload === undefined) return null;
  const { path: _, ...rest } = upload;
  const hash = createHash("sha256");
  for await (const piece of openUpload(upload)) hash.update(piece);
  return { ...rest, read: hash.digest("hex") };
}

const hashOf = (content: Buffer) => createHash("sha256").update(content).digest("hex");
const waiting = () => readdir(join(folder, "uploads"));
const nothingWaits = () => expect.poll(waiting).toEqual([]);

type Answer = { status: number; json: Record<string, unknown> };

/** Sends a whole request and reads its response. */
async function postForm(
  path: string,
  { headers, payload }: { headers: Record<string, string>; payload: Buffer | string },
): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
    method: "POST",
    body: new Uint8Array(Buffer.from(payload)),
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
}

const cover = (content: Buffer | string = "a cover", more: Partial<FileSent> = {}): FileSent => ({
  content: Buffer.from(content),
  fileName: "cover.png",
  contentType: "image/png",
  ...more,
});

/** Builds a body line by line, with the boundary `--b`. */
function byHand(...lines: (string | Buffer)[]): { headers: Record<string, string>; payload: Buffer } {
  const payload = Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from("\r\n")]));
  return { headers: { "content-type": "multipart/form-data; boundary=b" }, payload };
}
const disposition = (name: string, more = "") => `Content-Disposition: form-data; name="${name}"${more}`;
const refusal = (status: number, code: string, errors: { field: string; message: string }[]) => ({
  status,
  json: expect.objectContaining({ success: false, code, errors }),
});
const noCover = { field: "cover", message: "Please choose a cover." };
const noTitle = { field: "title", message: "Required" };
const largeCover = { field: "cover", message: "The cover is too large." };

describe("a multipart request", () => {
  it("accepts its parts in any order", async () => {
    const content = Buffer.from("the cover's bytes");
    const parts = { title: "Low Tide", cover: cover(content), film: cover("a film") };
    const expected = {
      size: content.length,
      hash: hashOf(content),
      fileName: "cover.png",
      contentType: "image/png",
    };
    for (const order of [parts, Object.fromEntries(Object.entries(parts).reverse())]) {
      const { status, json } = await postForm("take", multipart(order));
      expect(status).toBe(200);
      expect(json.body).toMatchObject({
        title: "Low Tide",
        cover: { ...expected, read: hashOf(content) },
        film: { size: 6 },
      });
    }
    await nothingWaits();
  });

  it.each(["text", "file"])("can carry its body as JSON, in a part that is a %s", async (kind) => {
    const json = JSON.stringify({ title: "Low Tide", tags: ["ü", "夜"] });
    const data = kind === "text" ? json : cover(json, { fileName: "blob", contentType: "application/json" });
    const answer = await postForm("take", multipart({ cover: cover(), data }));
    expect(answer.json.body).toMatchObject({ title: "Low Tide", tags: ["ü", "夜"] });
  });

  it("reports invalid JSON together with the missing file", async () => {
    const answer = await postForm("take", multipart({ data: "{title:" }));
    expect(answer).toEqual(
      refusal(400, "E0007", [{ field: "data", message: "This is not valid JSON." }, noCover]),
    );
  });

  it("reports everything that is missing together", async () => {
    expect(await postForm("take", multipart({}))).toEqual(refusal(400, "E0007", [noTitle, noCover]));
    const empty = multipart({ title: "", cover: cover("", { fileName: "" }) });
    expect(await postForm("take", empty)).toEqual(refusal(400, "E0007", [noTitle, noCover]));
  });

  it("can omit optional parts", async () => {
    const { status, json } = await postForm("take", multipart({ title: "Low Tide", cover: cover() }));
    expect([status, json.body]).toEqual([200, expect.objectContaining({ title: "Low Tide", film: null })]);
    await nothingWaits();
  });

  const unknown = (field: string) => ({ field, message: `Unknown key: ${field.split(".").at(-1)}` });

  it("cannot have unknown parts, neither fields nor files", async () => {
    const parts = { title: "Low Tide", cover: cover(), extra: cover(Buffer.alloc(300_000)), note: "x" };
    const expected = refusal(400, "E0007", [unknown("note"), unknown("extra")]);
    expect(await postForm("take", multipart(parts))).toEqual(expected);
    await nothingWaits();
  });

  it("with its body as JSON cannot have other fields, nor unknown keys in the JSON", async () => {
    const data = JSON.stringify({ title: "Low Tide", subtitle: "Part 1" });
    const answer = await postForm("take", multipart({ data, title: "High Tide", cover: cover() }));
    expect(answer).toEqual(refusal(400, "E0007", [unknown("subtitle"), unknown("title")]));
    await nothingWaits();
  });

  it("uses the first of two files of one name, and the last of two fields", async () => {
    const large = "x".repeat(90_000);
    const twice = byHand(
      ...["--b", disposition("cover", '; filename="1.png"'), "", `first${large}`],
      ...["--b", disposition("cover", '; filename="2.png"'), "", `second${large}`],
      ...["--b", disposition("title"), "", "One", "--b", disposition("title"), "", "Two", "--b--"],
    );
    const { json } = await postForm("take", twice);
    expect(json.body).toMatchObject({ title: "Two", cover: { fileName: "1.png", size: 90_005 } });
    await nothingWaits();
  });

  it.each([
    ["../../etc/passwd", "passwd"],
    ["C:\\\\pictures\\\\cover.png", "cover.png"],
    ["a\0b\u0007.png", "ab.png"],
    ['say \\"hi\\".png', 'say "hi".png'],
    ["夜の列車.png", "夜の列車.png"],
    [`${"n".repeat(400)}.png`, "n".repeat(255)],
    ["..", ""],
  ])("with a file named %j stores a safe name", async (value, fileName) => {
    const body = byHand(
      ...["--b", disposition("title"), "", "x"],
      ...["--b", disposition("cover", `; filename="${value}"`), "", "bytes", "--b--"],
    );
    const { json } = await postForm("take", body);
    expect(json.body).toMatchObject({ cover: { fileName, size: 5 } });
  });

  it("cannot reach properties through a part's name", async () => {
    const named = ["__proto__", "constructor", "toString", "hasOwnProperty"];
    const body = byHand(
      ...named.flatMap((name) => ["--b", disposition(name, '; filename="x"'), "", "bytes"]),
      ...named.flatMap((name) => ["--b", disposition(name), "", "text"]),
      ...["--b", disposition("title"), "", "x"],
      ...["--b", disposition("cover", '; filename="x"'), "", "bytes", "--b--"],
    );
    expect(await postForm("take", body)).toEqual(refusal(400, "E0007", named.map(unknown)));
    expect(({} as Record<string, unknown>).title).toBeUndefined();
    await nothingWaits();
  });
});

describe("an oversized file", () => {
  it("by one byte is reported on its field, and one at the limit is accepted", async () => {
    const fits = multipart({ title: "x", cover: cover(Buffer.alloc(COVER_MAX_BYTES)) });
    expect((await postForm("take", fits)).status).toBe(200);
    const large = multipart({ title: "x", cover: cover(Buffer.alloc(COVER_MAX_BYTES + 1)) });
    expect(await postForm("take", large)).toEqual(refusal(413, "E0008", [largeCover]));
    await nothingWaits();
  });

  it("is taken if the body says how it is reduced, wherever it says so, up to a limit of its own", async () => {
    const still = (bytes: number) => cover(Buffer.alloc(bytes, 3), { fileName: "still.png" });
    const parts = { title: "Low Tide", cover: cover(), still: still(3 * COVER_MAX_BYTES), cut: "0,0,1,1" };
    const { title, cut, ...files } = parts;
    for (const sent of [
      parts,
      Object.fromEntries(Object.entries(parts).reverse()),
      { data: JSON.stringify({ title, cut }), ...files },
    ])
      expect(await postForm("take", multipart(sent))).toMatchObject({ status: 200 });
    const refused = (message: string) => refusal(413, "E0008", [{ field: "still", message }]);
    const { cut: _, ...whole } = parts;
    expect(await postForm("take", multipart(whole))).toEqual(refused("The still is too large."));
    parts.still = still(3 * COVER_MAX_BYTES + 1);
    for (const sent of [parts, Object.fromEntries(Object.entries(parts).reverse())])
      expect(await postForm("take", multipart(sent))).toEqual(refused("The original is too large."));
    await nothingWaits();
  });

  it("is reported together with another one", async () => {
    const parts = {
      cover: cover(Buffer.alloc(COVER_MAX_BYTES * 2)),
      film: cover(Buffer.alloc(FILM_MAX_BYTES + 1)),
    };
    const answer = await postForm("take", multipart(parts));
    expect(answer).toEqual(
      refusal(413, "E0008", [largeCover, { field: "film", message: "The film is too large." }]),
    );
    await nothingWaits();
  });

  it("far over the limit is rejected while it is still being sent, and the connection is then closed", async () => {
    const caller = await call("take", { "content-length": "9000000000" });
    caller.socket.write(partStart("cover"));
    const stop = pour(caller.socket);
    expect(await caller.answer()).toMatchObject({ status: 413, json: { code: "E0008" } });
    await caller.closed;
    stop();
    await nothingWaits();
  });

  it("of unknown length is rejected once it is far over the limit", async () => {
    const caller = await call("take", { "transfer-encoding": "chunked" });
    const stop = pour(caller.socket, chunk(Buffer.alloc(1 << 20)), chunk(Buffer.from(partStart("cover"))));
    expect(await caller.answer()).toMatchObject({ status: 413, json: { code: "E0008" } });
    await caller.closed;
    stop();
    await nothingWaits();
  });

  it("is written as it arrives, and not buffered in memory", async () => {
    const piece = chunk(Buffer.alloc(1 << 20, 7));
    const caller = await call("take", { "transfer-encoding": "chunked" });
    const before = usedBufferBytes();
    let peak = before;
    caller.socket.write(chunk(Buffer.from(partStart("film"))));
    for (let sent = 0; sent < 15; sent += 1) {
      await drained(caller.socket, piece);
      if (sent % 3 === 2) peak = Math.max(peak, usedBufferBytes());
    }
    const rest = `\r\n--b\r\n${disposition("title")}\r\n\r\nx\r\n${partStart("cover")}bytes\r\n--b--\r\n`;
    caller.socket.write(Buffer.concat([chunk(Buffer.from(rest)), Buffer.from("0\r\n\r\n")]));
    const { status, json } = await caller.answer();
    expect([status, json.body]).toEqual([200, expect.objectContaining({ title: "x" })]);
    expect(json.body).toMatchObject({ film: { size: 15 << 20 } });
    expect(peak - before).toBeLessThan(9_000_000);
    await nothingWaits();
  });
});

describe("an invalid multipart request", () => {
  it("is rejected if files are expected", async () => {
    const json = { headers: { "content-type": "application/json" }, payload: '{"title":"x"}' };
    expect(await postForm("take", json)).toEqual(refusal(415, "E0009", []));
    const form = { headers: { "content-type": "application/x-www-form-urlencoded" }, payload: "title=x" };
    expect(await postForm("take", form)).toEqual(refusal(415, "E0009", []));
  });

  it("is not accepted by a call without files", async () => {
    expect(await postForm("plain", multipart({ title: "x", cover: cover() }))).toEqual(
      refusal(415, "E0009", []),
    );
    const text = { headers: { "content-type": "multipart/form-datum; boundary=b" }, payload: "--b--" };
    expect(await postForm("take", text)).toEqual(refusal(415, "E0009", []));
    await nothingWaits();
  });

  const parts = [disposition("cover", '; filename="x"'), "", "bytes"] as const;
  it.each<[string, { headers: Record<string, string>; payload: Buffer }]>([
    [
      "no boundary",
      { ...byHand("--b", ...parts, "--b--"), headers: { "content-type": "multipart/form-data" } },
    ],
    ["another boundary", byHand("--c", ...parts, "--c--")],
    ["no end", byHand("--b", ...parts)],
    ["an end within a file", byHand("--b", parts[0], "", "byt")],
    ["an end within an unexpected file", byHand("--b", disposition("y", '; filename="x"'), "", "byt")],
    ["an end within a part header", byHand("--b", parts[0])],
    ["an end within a field", byHand("--b", disposition("title"), "", "Low T")],
    ["no content", byHand("")],
  ])("with %s is reported as unreadable", async (_, body) => {
    expect(await postForm("take", body)).toEqual(refusal(400, "E0000", []));
    await nothingWaits();
    // The program still runs.
    expect((await postForm("take", multipart({ title: "x", cover: cover() }))).status).toBe(200);
  });

  it("with a flood of part headers is skipped", async () => {
    const flooded = byHand(
      ...["--b", ...Array.from({ length: 5_000 }, (_, n) => `X-Flood-${n}: ${"y".repeat(50)}`), ...parts],
      ...["--b", disposition("title"), "", "x", "--b--"],
    );
    expect(await postForm("take", flooded)).toEqual(refusal(400, "E0007", [noCover]));
  });

  it.each([
    ["fields", (n: number) => [disposition(`field${n}`), "", "x"]],
    ["files", (n: number) => [disposition("cover", `; filename="${n}.png"`), "", "x"]],
    ["unexpected files", (n: number) => [disposition(`file${n}`, '; filename="x"'), "", "x"]],
    ["parts without a name", () => ["Content-Disposition: form-data", "", "x"]],
  ])("with too many %s is rejected", async (_, part) => {
    const many = byHand(
      ...Array.from({ length: 200 }, (_, n) => ["--b", ...part(n)]).flat(),
      ...["--b", disposition("title"), "", "x", "--b", ...parts, "--b--"],
    );
    expect(await postForm("take", many)).toEqual(refusal(413, "E0008", []));
    await nothingWaits();
  });

  it("with a field of megabytes is rejected without waiting for the file after it", async () => {
    const film = cover(Buffer.alloc(3_000_000));
    const long = multipart({ title: "x".repeat(1_000_001), film, cover: cover() });
    expect(await postForm("take", long)).toEqual(refusal(413, "E0008", []));
    await nothingWaits();
  });
});

describe("a temporary file", () => {
  it("is opened by the first read, so that one that nobody reads can be removed", async () => {
    const path = join(folder, "late");
    const pieces = openUpload({ path, size: 0, hash: "", fileName: "", contentType: "" });
    await passTurn();
    await writeFile(path, "whole");
    expect(await text(pieces)).toBe("whole");
  });
});

describe("a client without a session", () => {
  it("is rejected before its file is received", async () => {
    const caller = await call("take", { authorization: "", "content-length": "50000000" });
    caller.socket.write(partStart("film"));
    const stop = pour(caller.socket);
    expect(await caller.answer()).toMatchObject({ status: 401, json: { code: "E0003" } });
    expect(await waiting()).toEqual([]);
    await caller.closed;
    stop();
    expect(await waiting()).toEqual([]);
  });
});

describe("a client that", () => {
  it("disconnects midway leaves nothing behind", async () => {
    for (const message of [
      partStart("film"),
      partStart("other"),
      `--b\r\n${disposition("title")}\r\n\r\nLow`,
      "--b\r\nConte",
    ]) {
      const caller = await call("take", { "content-length": "5000000" });
      await drained(caller.socket, message);
      await drained(caller.socket, Buffer.alloc(1_500_000));
      await sleep(50);
      caller.socket.destroy();
    }
    await nothingWaits();
    expect((await postForm("take", multipart({ title: "x", cover: cover() }))).status).toBe(200);
  });

  it("sends a file slowly is waited for", async () => {
    const { payload } = multipart({ title: "x", cover: cover() });
    const [, boundary = ""] = /^--(\S+)/.exec(payload.toString()) ?? [];
    const caller = await call("take", {
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "content-length": String(payload.length),
    });
    const step = Math.ceil(payload.length / 8);
    for (let at = 0; at < payload.length; at += step) {
      caller.socket.write(payload.subarray(at, at + step));
      await sleep(100);
    }
    expect((await caller.answer()).status).toBe(200);
    caller.socket.destroy();
  });

  it("sends anything else slowly gets an error and is disconnected", async () => {
    const caller = await call("plain", { "content-type": "application/json", "content-length": "400" });
    caller.socket.write('{"title":');
    const drip = setInterval(() => caller.socket.write(" "), 50);
    expect(await caller.answer()).toMatchObject({ status: 408, json: { code: "E0000" } });
    await caller.closed;
    clearInterval(drip);
  });
});

/** Higher than any pid. */
const noProcess = 9_999_999;

describe("the program's start", () => {
  it("removes files of dead processes and keeps those of running ones", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "uploads-"));
    const uploads = join(dataDir, "uploads");
    await mkdir(uploads);
    const host = hostname().replaceAll(/[^A-Za-z0-9-]/g, "-");
    const [dead, alive] = [
      `${host}.${noProcess}.0a0a0a0a.${randomUUID()}`,
      `${host}.${process.ppid}.0b0b0b0b.${randomUUID()}`,
    ];
    for (const name of [dead, alive]) await writeFile(join(uploads, name), "half of a file");
    await openUploadFolder(dataDir);
    expect(await readdir(uploads)).toEqual([alive]);
    expect(await readFile(join(uploads, alive), "utf8")).toBe("half of a file");
    await rm(dataDir, { recursive: true });
  });
});

/** Starts a request on a connection of its own; the caller writes what follows its head. */
async function call(path: string, fields: Record<string, string>) {
  const socket = connect(port, "127.0.0.1");
  const headers = {
    host: "localhost",
    authorization: `Bearer ${token}`,
    "content-type": "multipart/form-data; boundary=b",
    ...fields,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  // The connection may be reset while it sends.
  socket.on("error", () => undefined);
  socket.write(`POST /api/v1/${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  let received = "";
  socket.on("data", (piece) => {
    received += piece.toString();
  });
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  return {
    socket,
    closed,
    async answer(): Promise<Answer> {
      await expect.poll(() => received).toMatch(/\r\n\r\n\{.*\}/s);
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1]);
      return { status, json: JSON.parse(/\r\n\r\n(?:[0-9a-f]+\r\n)?(\{.*\})/s.exec(received)?.[1] ?? "") };
    },
  };
}

/** Returns the head of a file part. */
function partStart(name: string): string {
  return `--b\r\n${disposition(name, '; filename="x"')}\r\n\r\n`;
}

function chunk(data: Buffer): Buffer<ArrayBuffer> {
  return Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from("\r\n")]);
}

function drained(socket: Socket, data: Buffer | string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(data, (error) => (error ? reject(error) : resolve()));
  });
}

/** Sends until the connection closes or it is stopped. */
function pour(socket: Socket, piece = Buffer.alloc(1 << 20), first?: Buffer): () => void {
  let stopped = false;
  const next = () => {
    if (!stopped && !socket.destroyed) socket.write(piece, () => setImmediate(next));
  };
  if (first !== undefined) socket.write(first);
  next();
  return () => {
    stopped = true;
  };
}
