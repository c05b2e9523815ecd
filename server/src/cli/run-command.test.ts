import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

  it("creates an administrator and prints a link to choose the password", async () => {
    const { code, text } = await run("admin", "create", "Ada@label.example", "--name", "Ada");
    expect(code).toBe(0);
    expect(text).toContain("Ada@label.example has a new account as an administrator.");
    expect(text).toMatch(/https:\/\/music\.example\/resetPassword\?code=[\w-]{43}&uid=[\w-]{36}/);
    expect((await run("admin", "create", "ada@label.example")).text).toContain("is an administrator.");
    expect((await run("admin", "reset-password", "ADA@label.example", "--disable-codes")).text).toContain(
      "Login codes by email are off",
    );
  });

  it("accepts other keys at the next start", async () => {
    const { context } = database;
    const { chains, ...config } = context.config;
    const check = (byte: number) =>
      checkKeys(context.db, createEncryption(Buffer.alloc(32, byte)), {
        ...config,
        chains: { ...chains, operatorKey: `0x${String(byte).repeat(64)}` },
      });
    await check(1);
    await check(1);
    await expect(check(2)).rejects.toThrow(/not the key that this database was used with/);
    expect((await run("keys", "accept")).code).toBe(0);
    await check(2);
    expect((await run("keys", "accept", "now")).code).toBe(2);
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
