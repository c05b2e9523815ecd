import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { START_TIMEOUT_MS } from "../../../checks/test-limits.ts";
import { type TestDatabase, testDatabase } from "../testing/database/database.ts";

const repository = fileURLToPath(new URL("../../../", import.meta.url));
const readText = (path: string) => readFile(join(repository, path), "utf8");

let database: TestDatabase;
let folder: string;
let child: ChildProcess | undefined;

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), "wrapsody-image-"));
});
afterAll(async () => {
  child?.kill("SIGKILL");
  await database.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

/** The instructions of the Dockerfile's last stage. */
async function readLastStage(): Promise<string[]> {
  const lines = (await readText("Dockerfile")).split("\n");
  return lines.slice(lines.findLastIndex((line) => line.startsWith("FROM ")) + 1);
}

/** Copies what the image has: the files that the Dockerfile names, and the production dependencies by links. */
async function assembleImage(app: string): Promise<void> {
  const instructions = (await readText("Dockerfile")).matchAll(/^COPY (?:--from=build \/app\/)?(.+) \S+$/gm);
  const copied = [...instructions].flatMap(([, sources = ""]) =>
    sources.split(" ").filter((path) => /^[\w.]\S/.test(path)),
  );
  expect(copied).toEqual(expect.arrayContaining(["package.json", "shared/src", "server/src", "web/build"]));
  for (const path of copied) await cp(join(repository, path), join(app, path), { recursive: true });
  const { packages } = z
    .object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) })
    .parse(JSON.parse(await readText("package-lock.json")));
  for (const [path, { dev }] of Object.entries(packages)) {
    if (!/^(\w+\/)?node_modules\/(@[^/]+\/)?[^/]+$/.test(path) || dev === true) continue;
    const isWorkspace = path.startsWith("node_modules/@wrapsody/");
    const target = isWorkspace
      ? join(app, path.slice("node_modules/@wrapsody/".length))
      : join(repository, path);
    await mkdir(join(app, dirname(path)), { recursive: true });
    await symlink(target, join(app, path));
  }
}

/** The variables that the Dockerfile sets, with those of `changes` instead. */
async function readEnvironment(changes: Record<string, string>): Promise<Record<string, string>> {
  const line = (await readLastStage()).find((instruction) => instruction.startsWith("ENV ")) ?? "";
  const set = line.matchAll(/(\w+)=(\S+)/g).map(([, name = "", value = ""]) => [name, value] as const);
  return { ...Object.fromEntries(set), ...changes };
}

it("The image's files and production dependencies start while the mail server is down, pass the health check, drain after SIGTERM, and stop immediately on a second signal", async () => {
  const app = await mkdtemp(join(folder, "app-"));
  await assembleImage(app);
  const env = await readEnvironment({
    PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: join(folder, "data"),
    PUBLIC_URL: "https://music.example",
    DATABASE_URL: database.url,
    SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
    SMTP_URL: "smtp://127.0.0.1:1",
    DRAIN_SECONDS: "60",
  });
  expect(env).toMatchObject({ NODE_ENV: "production" });
  child = spawn(process.execPath, ["server/src/main.ts"], {
    cwd: app,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => (output += String(data)));
  await expect.poll(() => output, { timeout: START_TIMEOUT_MS }).toMatch(/ready at/);
  const port = /ready at http:\/\/localhost:(\d+)/.exec(output)?.[1] ?? "";
  expect(output).toContain("Public address: https://music.example");
  expect(output).not.toContain("/outbox");
  const { status, headers } = await fetch(`http://127.0.0.1:${port}/`);
  expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  const probe = spawn(process.execPath, ["server/src/probe.ts"], { cwd: app, env: { ...env, PORT: port } });
  expect(await once(probe, "exit")).toEqual([0, null]);

  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  await expect.poll(() => statusOf("/readyz")).toBe(200);
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(
    "POST /api/v1/song/none/stream HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{",
  );
  child.kill("SIGTERM");
  await expect.poll(() => statusOf("/readyz")).toBe(503);
  expect(await statusOf("/livez")).toBe(200);
  expect(await statusOf("/api/v1/songs")).toBe(200);
  expect(child.exitCode).toBeNull();
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  expect(await exited).toEqual([1, null]);
  expect(output).not.toContain("in time");
  socket.destroy();
});

it("Production dependencies contain no browser, chain, compiler of contracts or test runner", async () => {
  const { packages } = z
    .object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) })
    .parse(JSON.parse(await readText("package-lock.json")));
  const tools =
    /node_modules\/(playwright-core|@foundry-rs\/\w+|solc|vitest|vite|knip|@biomejs\/biome|s3rver|smtp-server)$/;
  const found = Object.keys(packages).filter((path) => tools.test(path));
  expect(found.length).toBeGreaterThan(6);
  expect(found.filter((path) => packages[path]?.dev !== true)).toEqual([]);
});

it("The composition sets only variables that the program knows, and mounts files that exist", async () => {
  const composition = z
    .object({
      services: z.record(
        z.string(),
        z.object({
          environment: z.record(z.string(), z.string()).optional(),
          volumes: z.array(z.string()).optional(),
        }),
      ),
    })
    .parse(parse(await readText("compose.yaml")));
  const known = [...(await readText(".env.example")).matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map(
    ([, name]) => name,
  );
  expect(known).toEqual(expect.arrayContaining(Object.keys(composition.services.app?.environment ?? {})));
  for (const { volumes = [] } of Object.values(composition.services))
    for (const volume of volumes.filter((path) => path.startsWith("./")))
      await expect(readText(volume.split(":")[0] ?? "")).resolves.not.toBe("");
});
