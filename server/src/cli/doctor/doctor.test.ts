import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { sql } from "../../platform/database/database.ts";
import { recordUndeclaredProxy } from "../../platform/http/undeclared-proxies.data.ts";
import { describeUndeclaredProxy } from "../../platform/http/undeclared-proxies.ts";
import { type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import { type PgBouncer, startPgBouncer } from "../../testing/database/pgbouncer.ts";
import { query, withDatabase } from "../../testing/database/setup.ts";
import { openStreamingService } from "../../testing/http/streaming-service.ts";
import { receiveMails } from "../../testing/mail.ts";
import { startLoopbackS3 } from "../../testing/media/loopback-s3.ts";
import { controlTimeouts } from "../../testing/timeouts.ts";
import { runCommand } from "../run-command.ts";
import { CALL_TIMEOUT_MS } from "./findings.ts";

let database: TestDatabase;
let pooler: PgBouncer;
let folder: string;

beforeAll(async () => {
  [database, folder] = await Promise.all([testDatabase(), mkdtemp(join(tmpdir(), "doctor-"))]);
  pooler = await startPgBouncer({ databaseUrl: database.url });
});
afterAll(async () => {
  await pooler?.stop();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

const operatorKey = `0x${"5e".repeat(32)}`;
/** Selects the limits of a call and of a whole check. */
const isLimit = (ms: number) => ms >= CALL_TIMEOUT_MS && ms <= 8_000;

/** Runs the command, without its test of the encoder unless `environment` sets MASTER_MAX_MB. */
async function examine(environment: Record<string, string>) {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const code = await runCommand(
    ["doctor"],
    { DATABASE_URL: database.url, DATA_DIR: folder, MASTER_MAX_MB: "0", ...environment },
    { print, printError: print },
  );
  return { code, lines };
}

/** A node of a chain, with the operator's balance. */
async function startNode(chainId: number, balance: bigint) {
  const server = createHttpServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      const { id, method } = JSON.parse(body) as { id: number; method: string };
      const result = `0x${(method === "eth_chainId" ? BigInt(chainId) : balance).toString(16)}`;
      response
        .setHeader("content-type", "application/json")
        .end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}

describe("doctor", () => {
  it("reports each part in one line and exits with 0 if all work", async () => {
    const [s3, mails, login, linea, polygon] = await Promise.all([
      startLoopbackS3(join(folder, "s3")),
      receiveMails(),
      openStreamingService("oidc", "http://127.0.0.1"),
      startNode(59_144, 1_500_000_000_000_000_000n),
      startNode(137, 0n),
    ]);
    const { settings } = s3;
    const { code, lines } = await examine({
      S3_BUCKET: settings.bucket,
      S3_ENDPOINT: settings.endpoint ?? "",
      S3_ACCESS_KEY_ID: settings.accessKeyId ?? "",
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey ?? "",
      S3_PATH_STYLE: "1",
      SMTP_URL: mails.url,
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: database.url,
      DATABASE_PREPARED: "0",
      DATABASE_REPLICA_URL: database.url,
      MASTER_MAX_MB: "500",
      ...login.environment,
      LINEA_RPC_URL: linea.url,
      POLYGON_RPC_URL: polygon.url,
      OPERATOR_KEY: operatorKey,
    });
    expect(lines.map((line) => line.replace(/ {2,}/g, "  "))).toEqual([
      "ok  configuration  all variables are valid",
      expect.stringMatching(/^ok {2}database {2}PostgreSQL 18/),
      expect.stringMatching(/^ok {2}privileges {2}the role \w+ may create/),
      "ok  pooler  DATABASE_URL and DATABASE_DIRECT_URL lead to the same database",
      "ok  migrations  all applied",
      expect.stringMatching(/^ok {2}clock {2}0\.\d s apart/),
      "ok  proxy  no undeclared proxy was seen within an hour",
      "warn  replica  the server is not a replica",
      "ok  storage  the bucket files can be written, read and deleted from",
      expect.stringMatching(/^ok {2}mail {2}\S+ accepts/),
      expect.stringMatching(/^(ok {2}masters {2}up to 500 MB|warn {2}masters {2}not accepted, only mp3: )/),
      `ok  login  the OpenID Connect provider ${login.url} responds`,
      expect.stringMatching(/^ok {2}chain LINEA {2}the operator 0x[0-9a-f]{40} has 1\.5$/),
      expect.stringMatching(
        /^warn {2}chain POLYGON {2}the operator 0x[0-9a-f]{40} has 0 and cannot pay for gas$/,
      ),
      expect.stringMatching(/^(ok|warn) {2}disk {2}/),
    ]);
    expect(code).toBe(0);
    for (const part of [linea, polygon]) part.stop();
    await Promise.all([s3.stop(), mails.close(), login.close()]);
  });

  it("succeeds before the first start, when the database is empty and DATA_DIR does not exist", async () => {
    const admin = process.env.TEST_DATABASE_URL ?? "";
    const name = `wrapsody_doctor_${process.pid}`;
    await query(admin, `create database ${name}`);
    try {
      const dataDir = join(folder, "srv", "wrapsody");
      const { code, lines } = await examine({ DATABASE_URL: withDatabase(admin, name), DATA_DIR: dataDir });
      expect(code).toBe(0);
      const report = lines.join("\n");
      expect(report).toMatch(/^warn {2}migrations .* will run with the next start$/m);
      expect(report).toMatch(/^ok {4}proxy /m);
      expect(report).toContain(`files are kept in ${dataDir}, which the start creates`);
      expect(existsSync(join(folder, "srv"))).toBe(false);
    } finally {
      await query(admin, `drop database ${name} with (force)`);
    }
  });

  it("warns about a proxy that TRUST_PROXY does not declare", async () => {
    const { db } = database.context;
    const proxy = { peer: "10.0.0.2", header: "x-forwarded-for" };
    await recordUndeclaredProxy(db, { ...proxy, now: new Date() });
    const line = async (environment: Record<string, string>) =>
      (await examine(environment)).lines.find((each) => each.includes(" proxy "))?.replace(/ {2,}/g, "  ");
    expect(await line({})).toBe(`warn  proxy  ${describeUndeclaredProxy(proxy)}`);
    expect(await line({ TRUST_PROXY: "private" })).toMatch(/^ok/);
    await sql`truncate undeclared_proxy`.execute(db);
  });

  it("ends although nothing answers, and exits with 1", async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => {
      sockets.add(socket.on("error", () => undefined));
    }).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const address = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const timeouts = controlTimeouts();
    onTestFinished(() => {
      timeouts.restore();
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const examination = examine({
      DATABASE_URL: `postgres://a:hunter2@${address}/a`,
      DATABASE_REPLICA_URL: `postgres://a:hunter2@${address}/a`,
      S3_BUCKET: "files",
      S3_ENDPOINT: `http://${address}`,
      S3_ACCESS_KEY_ID: "a",
      S3_SECRET_ACCESS_KEY: "hunter2",
      SMTP_URL: `smtp://a:hunter2@${address}`,
      OIDC_ISSUER: `http://${address}`,
      OIDC_CLIENT_ID: "site",
      OIDC_CLIENT_SECRET: "hunter2",
      LINEA_RPC_URL: `http://${address}/hunter2`,
      OPERATOR_KEY: operatorKey,
    });
    // All checks run concurrently, so one time limit bounds them all.
    await expect.poll(() => sockets.size).toBeGreaterThanOrEqual(9);
    const { code, lines } = await timeouts.expireDuring(examination, isLimit);
    expect(code).toBe(1);
    const failed = lines.filter((line) => line.startsWith("fail")).map((line) => line.slice(6, 19).trim());
    expect(failed).toEqual([
      "database",
      "migrations",
      "clock",
      "proxy",
      "replica",
      "storage",
      "mail",
      "login",
      "chain LINEA",
    ]);
    expect(lines.join("\n")).not.toContain("hunter2");
  });

  it("lists invalid variables, and a pooler without a direct connection", async () => {
    const invalid = await examine({ PORT: "many", ROLES: "cook" });
    expect(invalid.code).toBe(1);
    expect(invalid.lines).toEqual([
      expect.stringMatching(/^fail {2}configuration {2}PORT: /),
      expect.stringMatching(/^fail {2}configuration {2}ROLES \(part 1\): /),
    ]);
    const { code, lines } = await examine({ DATABASE_URL: pooler.url });
    expect(code).toBe(1);
    expect(lines.join("\n")).toMatch(/^fail {2}pooler .*set DATABASE_DIRECT_URL/m);
  });
});
