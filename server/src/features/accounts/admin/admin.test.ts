import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { createServer } from "../../../server.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { password, passwordHash } from "../../../testing/fixtures/people.ts";

let database: TestDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  database = await testDatabase();
  const config = { ...database.context.config, rateLimits: false };
  app = await createServer({ ...database.context, config }, { site: false });
  for (const [name, role] of [
    ["admin", "ADMIN"],
    ["fan", "PROVIDER"],
    ["other", "ARTIST"],
  ] as const) {
    await sql`insert into account (email, name, role, password_hash)
      values (${`${name}@wrapsody.example`}, ${name}, ${role}, ${passwordHash})`.execute(database.context.db);
  }
});
afterAll(async () => {
  await app.close();
  await database.close();
});

async function logIn(name: string): Promise<string> {
  const payload = { username: `${name}@wrapsody.example`, password };
  const answer = await app.inject({ method: "POST", url: "/api/v1/auth", payload });
  return answer.json().body.token;
}

async function endSessions(token: string | undefined, payload: object) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await app.inject({ method: "DELETE", url: "/api/v1/admin/sessions", headers, payload });
  return { status: answer.statusCode, ...answer.json() };
}

async function lives(token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  return (await app.inject({ method: "GET", url: "/api/v1/me", headers })).statusCode === 200;
}

describe("revoking other users' sessions", () => {
  it("is limited to administrators", async () => {
    const fan = await logIn("fan");
    expect(await endSessions(undefined, {})).toMatchObject({ status: 401, code: "E0002" });
    expect(await endSessions(fan, {})).toMatchObject({ status: 403, code: "E0004" });
    expect(await endSessions(fan, { email: "fan@wrapsody.example" })).toMatchObject({
      status: 403,
      code: "E0004",
    });
    expect(await lives(fan)).toBe(true);
  });

  it("ends the sessions of one account, even if requested twice concurrently, and records who did it", {
    retry: 0,
  }, async () => {
    const [admin, first, second, other] = [
      await logIn("admin"),
      await logIn("fan"),
      await logIn("fan"),
      await logIn("other"),
    ];
    const both = await Promise.all([
      endSessions(admin, { email: "FAN@wrapsody.example" }),
      endSessions(admin, { email: "fan@wrapsody.example" }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]?.body.ended + both[1]?.body.ended).toBeGreaterThanOrEqual(2);
    expect(await Promise.all([first, second, other, admin].map(lives))).toEqual([false, false, true, true]);
    const { rows } = await sql`
      select from security_event e join account a on a.id = e.account_id
      where a.email = 'fan@wrapsody.example' and kind = 'sessions-ended' and detail ? 'by'`.execute(
      database.context.db,
    );
    expect(rows.length).toBe(2);
  });

  it("ends all sessions except the caller's own", async () => {
    const [admin, fan, other] = [await logIn("admin"), await logIn("fan"), await logIn("other")];
    const { status, body } = await endSessions(admin, {});
    expect([status, body.ended >= 2]).toEqual([200, true]);
    expect(await Promise.all([admin, fan, other].map(lives))).toEqual([true, false, false]);
  });

  it("returns 404 for an unknown address and requires a valid one", async () => {
    const admin = await logIn("admin");
    expect(await endSessions(admin, { email: "nobody@wrapsody.example" })).toMatchObject({
      status: 404,
      code: "E0001",
    });
    expect(await endSessions(admin, { email: 7 })).toMatchObject({ status: 400, code: "E0007" });
  });
});

describe("GET admin/backups", () => {
  it("answers administrators only", async () => {
    const statusFor = async (token: string | undefined) => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      return app.inject({ method: "GET", url: "/api/v1/admin/backups", headers });
    };
    expect((await statusFor(undefined)).statusCode).toBe(401);
    expect((await statusFor(await logIn("fan"))).statusCode).toBe(403);
    expect((await statusFor(await logIn("admin"))).json().body).toEqual({
      is_configured: false,
      last_success: null,
      last_failure: null,
      quarantine: null,
    });
  });
});
