import { randomUUID } from "node:crypto";
import { operatorActor } from "@wrapsody/shared/accounts/account-admin.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../platform/database/database.ts";
import { createEncryption } from "../platform/security/encryption.ts";
import { checkKeys } from "../platform/security/key-canaries.ts";
import { type TestDatabase, testDatabase } from "../testing/database/database.ts";
import { runCommand } from "./run-command.ts";

let database: TestDatabase;
let environment: Record<string, string>;

beforeAll(async () => {
  database = await testDatabase();
  environment = { DATABASE_URL: database.url, PUBLIC_URL: "https://music.example" };
});
afterAll(() => database.close());

/** Reads what the audit log has about the operator, oldest first. */
async function readOperatorEvents(): Promise<{ kind: string; email: string | null; detail: object }[]> {
  const { rows } = await sql<{ kind: string; email: string | null; detail: object }>`
    select e.kind, a.email, e.detail - 'by' as detail from security_event e left join account a on a.id = e.account_id
    where e.detail ->> 'by' = ${operatorActor} and e.network = '' order by e.id`.execute(database.context.db);
  return rows;
}

async function run(...args: string[]) {
  const [lines, errors]: [string[], string[]] = [[], []];
  const output = {
    print: (line: string) => void lines.push(line),
    printError: (line: string) => void errors.push(line),
  };
  const code = await runCommand(args, environment, output);
  return { code, text: lines.join("\n"), error: errors.join("\n") };
}

describe("npm run wrapsody", () => {
  it("lists its commands", async () => {
    const { code, text } = await run("help");
    expect(code).toBe(0);
    for (const command of ["admin create EMAIL", "admin reset-password EMAIL"])
      expect(text).toContain(command);
    expect((await run()).code).toBe(2);
  });

  it("explains a command, and lists the commands of a group", async () => {
    const help = await run("help", "backup");
    expect(help.code).toBe(0);
    expect(help.text).toMatch(/^Usage: npm run wrapsody -- backup \[TARGET\].*\nBack up .*\n\n {2}TARGET /);
    expect(help.text).toMatch(/^ {2}--repair +Also read/m);
    expect(await run("backup", "--help")).toEqual(help);
    expect((await run("admin", "create", "ada@label.example", "-h")).text).toContain("--name NAME");
    expect((await run("keys", "--help")).text).toMatch(/keys rotate.*\n.*keys accept/s);
    expect((await run("help", "unknown")).text).toEqual((await run("help")).text);
  });

  it("creates an administrator and prints a link to choose the password", async () => {
    const email = `Ada-${randomUUID()}@label.example`;
    const { code, text } = await run("admin", "create", email, "--name", "Ada");
    expect(code).toBe(0);
    expect(text).toContain(`${email} has a new account as an administrator.`);
    expect(text).toMatch(/https:\/\/music\.example\/resetPassword\?code=[\w-]{43}&uid=[\w-]{36}/);
    expect((await run("admin", "create", email.toLowerCase())).text).toContain("is an administrator.");
    expect((await run("admin", "reset-password", email.toUpperCase(), "--disable-codes")).text).toContain(
      "Login codes by email are off",
    );
    expect((await readOperatorEvents()).slice(-2)).toEqual([
      { kind: "administrator-created", email, detail: {} },
      { kind: "password-reset-asked", email, detail: {} },
    ]);
  });

  it("accepts other keys at the next start", async () => {
    const { context } = database;
    const { chains, ...config } = context.config;
    const check = (byte: number) =>
      checkKeys(context.db, createEncryption(Buffer.alloc(32, byte)), {
        ...config,
        chains: { ...chains, operatorKey: `0x${String(byte).repeat(64)}` },
      });
    // The key of an earlier attempt may be stored.
    await run("keys", "accept");
    await check(1);
    await check(1);
    await expect(check(2)).rejects.toThrow(/not the key that this database was used with/);
    expect((await run("keys", "accept")).code).toBe(0);
    await check(2);
    expect((await run("keys", "accept", "now")).code).toBe(2);
    expect((await readOperatorEvents()).at(-1)).toEqual({ kind: "keys-accepted", email: null, detail: {} });
  });

  it("lists migrations without running them", async () => {
    await sql`alter table schema_migration add column if not exists is_contract boolean not null default false`.execute(
      database.context.db,
    );
    await sql`delete from schema_migration where name = '0046_contract_migrations.sql'`.execute(
      database.context.db,
    );
    await sql`insert into schema_migration (name, checksum, is_contract) values ('9999_later.sql', '', true) on conflict do nothing`.execute(
      database.context.db,
    );
    const { code, text } = await run("migrate", "status");
    expect(code).toBe(0);
    expect(text).toMatch(/^applied {3}\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d {2}0001_\w+\.sql$/m);
    expect(text).toMatch(/^waiting {24}0046_contract_migrations\.sql$/m);
    expect(text).toMatch(/^unknown {3}\S+ {2}9999_later\.sql {2}\(contract\)$/m);
    expect(text).toMatch(/^\d+ applied, 1 waiting, 1 unknown, 0 changed$/m);
    await sql`delete from schema_migration where name = '9999_later.sql'`.execute(database.context.db);
    await sql`alter table schema_migration drop column is_contract`.execute(database.context.db);
    expect((await run("migrate", "status")).code).toBe(0);
  });

  it("lists jobs and runs failed ones again", async () => {
    const { db } = database.context;
    const before = (await readOperatorEvents()).filter(({ kind }) => kind === "jobs-retried").length;
    await sql`delete from graphile_worker._private_jobs`.execute(db);
    await sql`select graphile_worker.add_job('send-letter', '{"sealed":"hidden"}', max_attempts => 1)`.execute(
      db,
    );
    await sql`update graphile_worker._private_jobs set attempts = 1, last_error = 'to ada@label.example'`.execute(
      db,
    );
    const { text } = await run("jobs", "list", "--state", "failed");
    expect(text).toMatch(/^ *\d+ {2}failed +1\/1 {2}\S+ {2}send-letter {2}to \[email\]$/m);
    expect(text).toContain("1 failed, 0 running, 0 waiting");
    expect(text).not.toContain("hidden");
    expect(await run("jobs", "retry", "send-letter")).toMatchObject({ code: 0, text: "1 job runs again." });
    expect(await run("jobs", "retry", "send-letter")).toMatchObject({ code: 1 });
    expect(await run("jobs", "retry", "999999")).toMatchObject({ code: 1, error: "There is no job 999999." });
    expect((await run("jobs", "list")).text).toContain("0 failed, 0 running, 1 waiting");
    const retried = (await readOperatorEvents()).filter(({ kind }) => kind === "jobs-retried");
    expect(retried).toHaveLength(before + 1);
    expect(retried.at(-1)).toEqual({
      kind: "jobs-retried",
      email: null,
      detail: { job: "send-letter", jobs: 1 },
    });
    expect((await run("jobs", "list", "--state", "lost")).code).toBe(1);
  });

  it("suppresses addresses that bounced, and releases them", async () => {
    expect(await run("mail", "suppress", "Gone@Reader.example")).toMatchObject({
      code: 0,
      text: "Gone@Reader.example is suppressed.",
    });
    expect((await run("mail", "suppress", "gone@reader.example")).text).toContain("was suppressed before");
    const { rows } = await sql`select email, reason from suppressed_address`.execute(database.context.db);
    expect(rows).toEqual([{ email: "gone@reader.example", reason: "REPORTED" }]);
    expect(await run("mail", "suppress", "gone")).toMatchObject({ code: 1, error: expect.any(String) });
    expect((await run("mail", "release", "GONE@reader.example")).code).toBe(0);
    expect(await run("mail", "release", "gone@reader.example")).toMatchObject({
      code: 1,
      error: "gone@reader.example is not suppressed.",
    });
  });

  it("explains wrong usage and fails with an exit code", async () => {
    expect(await run("admin", "promote")).toMatchObject({
      code: 2,
      error: expect.stringMatching(/^Unknown command: admin promote/),
    });
    expect(await run("admin", "create")).toMatchObject({ code: 2 });
    expect(await run("admin", "create", "a@b.example", "c")).toMatchObject({ code: 2 });
    expect(await run("admin", "create", "a@b.example", "--nick", "x")).toMatchObject({ code: 2 });
    expect(await run("admin", "create", "no-address")).toEqual({
      code: 1,
      text: "",
      error: "no-address is not an email address.",
    });
    expect(await run("admin", "reset-password", "nobody@label.example")).toMatchObject({ code: 1 });
  });
});
