import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "../platform/config/config.ts";
import { sql } from "../platform/database/database.ts";
import { stretchTimeout } from "../platform/timeouts.ts";
import { startProgram } from "../program.ts";
import { describeStartError } from "../start-errors.ts";
import { type TestDatabase, testDatabase } from "../testing/database/database.ts";
import { type PgBouncer, startPgBouncer } from "../testing/database/pgbouncer.ts";
import { withParameter } from "../testing/database/setup.ts";
import { controlTimeouts } from "../testing/timeouts.ts";

const STARTED = "The program has started.";
const secretKey = (byte: number) => Buffer.alloc(32, byte).toString("base64");
const operatorKey = (byte: string) => `0x${byte.repeat(32)}`;

let database: TestDatabase;
let pooler: PgBouncer;
beforeAll(async () => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  database = await testDatabase();
  pooler = await startPgBouncer({ databaseUrl: database.url });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await pooler?.stop();
  await database.close();
});

/**
 * Starts the program, and returns what `main.ts` prints if that fails. Runs in this process, which has the modules loaded.
 */
async function startWith(environment: Record<string, string>): Promise<string> {
  try {
    const config = readConfig({
      DATABASE_URL: database.url,
      DATA_DIR: database.context.config.dataDir,
      ROLES: "worker",
      HEALTH_PORT: "0",
      DEMO: "0",
      LOCAL_CHAIN: "0",
      LOG_LEVEL: "silent",
      SECRET_KEY: secretKey(7),
      OPERATOR_KEY: operatorKey("c4"),
      ...environment,
    });
    const program = await startProgram(config);
    await program.stop();
    return STARTED;
  } catch (error) {
    return describeStartError(error);
  }
}

/**
 * Listens like a server that hangs: accepts connections, sends `greeting` to the first message, and nothing more. `waiting` resolves
 * when a client has sent what it waits for.
 */
async function startHangingServer(greeting: string) {
  const sockets = new Set<Socket>();
  const waiting = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("data", () => {
      if (greeting === "") waiting.resolve();
      socket.write(greeting, "latin1");
      socket.once("data", () => waiting.resolve());
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  });
  const { port } = server.address() as AddressInfo;
  return { url: `postgres://a:hunter2@127.0.0.1:${port}/a`, waiting: waiting.promise };
}

/** Selects the limits of a connection and of its first statement. Together they take 15 seconds at most. */
const isLimit = (ms: number) => ms >= 5_000 && ms <= stretchTimeout(15_000);

/** PostgreSQL's messages AuthenticationOk and ReadyForQuery. */
const LOGGED_IN = "R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I";

describe("the program", () => {
  test("starts with what the refused starts below change", async () => {
    expect(await startWith({})).toBe(STARTED);
  });

  test("refuses invalid settings, naming each", async () => {
    const message = await startWith({ PORT: "many", ROLES: "cook" });
    for (const part of ["PORT: ", "ROLES (part 1): "]) expect(message).toContain(part);
  });

  test("refuses a data folder below a file", async () => {
    const file = join(database.context.config.dataDir, "file");
    await writeFile(file, "");
    const message = await startWith({ DATA_DIR: join(file, "below") });
    for (const part of [`${file}/below (DATA_DIR)`, "part of its path is a file"])
      expect(message).toContain(part);
  });

  test.each(["PORT", "HEALTH_PORT"])("refuses a %s that is taken", async (name) => {
    const other = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void other.close());
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const role = name === "PORT" ? "api" : "worker";
    expect(await startWith({ ROLES: role, [name]: String(port) })).toBe(
      `The program cannot listen on 127.0.0.1, port ${port}: the port is already in use. Set ${name} or ${name.replace("PORT", "HOST")} to use another address.`,
    );
  });

  test("refuses PostgreSQL 17", async () => {
    // Shadows the function that reports the version.
    await sql`create schema if not exists old`.execute(database.context.db);
    await sql`create or replace function old.current_setting(name text) returns text language sql
      as $$ select case name when 'server_version_num' then '170006' else '17.6' end $$`.execute(
      database.context.db,
    );
    const url = withParameter(database.url, "options", "-csearch_path=old,pg_catalog");
    expect(await startWith({ DATABASE_URL: url })).toMatch(
      /^PostgreSQL 18 or later is required; the server at \S+:\d+ \(DATABASE_URL\) is version 17\.6\.$/,
    );
  });

  test.each(["DATABASE_URL", "DATABASE_DIRECT_URL"])(
    "refuses a pooler in transaction mode as %s",
    async (name) => {
      expect(await startWith({ DATABASE_URL: pooler.url, [name]: pooler.url })).toMatch(
        new RegExp(
          `^${name} leads to a connection pooler in transaction mode at 127\\.0\\.0\\.1:\\d+; set DATABASE_DIRECT_URL to PostgreSQL itself or to a pooler in session mode\\.$`,
        ),
      );
    },
  );

  test("refuses a pooler that loses named statements", async () => {
    const urls = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url };
    expect(await startWith(urls)).toMatch(
      /^The connection pooler at 127\.0\.0\.1:\d+ \(DATABASE_URL\) does not support named prepared statements; set DATABASE_PREPARED=0, or use PgBouncer 1\.21 or later with max_prepared_statements\.$/,
    );
  });

  test.each(["DATABASE_URL", "DATABASE_REPLICA_URL"])("refuses an unreachable server as %s", async (name) => {
    const server = name === "DATABASE_URL" ? "database" : "replica";
    expect(await startWith({ [name]: "postgres://a:hunter2@127.0.0.1:1/a" })).toBe(
      `The ${server} at 127.0.0.1:1 cannot be used (${name}): connect ECONNREFUSED 127.0.0.1:1.`,
    );
  });

  test.each([
    ["DATABASE_URL", "connections", ""],
    ["DATABASE_URL", "a login", LOGGED_IN],
    ["DATABASE_REPLICA_URL", "connections", ""],
    ["DATABASE_REPLICA_URL", "a login", LOGGED_IN],
  ])("refuses a server as %s that accepts %s, but does not respond", async (name, _, greeting) => {
    const timeouts = controlTimeouts();
    onTestFinished(timeouts.restore);
    const { url, waiting } = await startHangingServer(greeting);
    const start = startWith({ [name]: url });
    await waiting;
    const server = name === "DATABASE_URL" ? "database" : "replica";
    expect(await timeouts.expireDuring(start, isLimit)).toMatch(
      new RegExp(
        `^The ${server} at 127\\.0\\.0\\.1:\\d+ cannot be used \\(${name}\\): it does not respond\\.$`,
      ),
    );
  });

  test.each([
    ["SECRET_KEY", secretKey(8)],
    ["OPERATOR_KEY", operatorKey("c5")],
  ])("refuses another %s than the one that the database was used with", async (name, value) => {
    expect(await startWith({ [name]: value })).toMatch(
      new RegExp(
        `^${name} is not the key that this database was used with\\. Use the previous key \\(.+\\), or .+\\.$`,
      ),
    );
  });

  test("refuses a database after an unknown contract migration", async () => {
    const { db } = database.context;
    const name = "9999_drop_genre.sql";
    await sql`insert into schema_migration (name, checksum, is_contract) values (${name}, '', true)
      on conflict (name) do update set is_contract = true`.execute(db);
    expect(await startWith({})).toBe(
      `A later version has removed what this version needs from the database (contract migration ${name}); start that version or a later one.`,
    );
    await sql`update schema_migration set is_contract = false where name = ${name}`.execute(db);
    expect(await startWith({})).toBe(STARTED);
  });
});
