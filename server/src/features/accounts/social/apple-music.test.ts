import { generateKeyPairSync } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { createServer } from "../../../server.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { password, passwordHash } from "../../../testing/fixtures/people.ts";

let database: TestDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  database = await testDatabase({ RATE_LIMITS: "0" });
  app = await createServer(database.context, { site: false });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

let accountCount = 0;

/** Adds a logged-in user. */
async function enter(): Promise<{ id: string; token: string }> {
  accountCount += 1;
  const email = `fan${accountCount}@wrapsody.example`;
  await sql`
    insert into account (email, name, password_hash, verified_at) values (${email}, 'Ottilie Brandt', ${passwordHash}, now())`.execute(
    database.context.db,
  );
  const answer = await app.inject({
    method: "POST",
    url: "/api/v1/auth",
    payload: { username: email, password },
  });
  const { token, user } = answer.json().body;
  return { id: user.id, token };
}

async function link(token: string | undefined, musicToken: unknown, slug = "apple_music", to = app) {
  const answer = await to.inject({
    method: "POST",
    url: `/api/v1/user/social/${slug}/subsidiary`,
    payload: { token: musicToken },
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  return { status: answer.statusCode, json: answer.json() };
}

async function countEvents(id: string): Promise<number> {
  const { rows } = await sql`
    select 1 from security_event where account_id = ${id} and kind = 'network-linked'`.execute(
    database.context.db,
  );
  return rows.length;
}

describe("linking Apple Music", () => {
  it("encrypts the token, shows the link only to its owner, and is deleted with the account", async () => {
    const { db, encryption } = database.context;
    const { id, token } = await enter();
    expect((await link(token, " the-token-of-a-listener ")).json).toEqual({ success: true, body: {} });
    const { rows } = await sql<{ all: string; sealed: Buffer }>`
      select l::text as all, token_sealed as sealed from apple_music_link l where account_id = ${id}`.execute(
      db,
    );
    expect(rows[0]?.all).not.toContain(Buffer.from("the-token-of-a-listener").toString("hex"));
    expect(encryption.decrypt("apple-music-token", rows[0]?.sealed ?? Buffer.of())).toBe(
      "the-token-of-a-listener",
    );
    const data = await app.inject({ url: "/api/v1/my/data", headers: { authorization: `Bearer ${token}` } });
    expect(data.json().body.accounts.apple_music).toEqual({ linked_at: expect.stringMatching(/Z$/) });
    expect(data.body).not.toContain("the-token-of-a-listener");
    await sql`delete from account where id = ${id}`.execute(db);
    expect((await sql`select 1 from apple_music_link where account_id = ${id}`.execute(db)).rows).toEqual([]);
  });

  it("can be repeated, even concurrently, or replaced with another token", { retry: 0 }, async () => {
    const { id, token } = await enter();
    const [first, second] = await Promise.all([link(token, "first"), link(token, "first")]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await link(token, "first")).status).toBe(200);
    expect(await countEvents(id)).toBe(1);
    await link(token, "second");
    expect(await countEvents(id)).toBe(2);
  });

  it("applies only to the session's account", async () => {
    const [first, second] = [await enter(), await enter()];
    await link(first.token, "mine");
    expect(await countEvents(second.id)).toBe(0);
    const anonymous = await link(undefined, "mine");
    expect([anonymous.status, anonymous.json.code]).toEqual([401, "E0002"]);
    const dead = await link("x".repeat(43), "mine");
    expect([dead.status, dead.json.code]).toEqual([401, "E0003"]);
  });

  it("requires a token and a configured Apple Music", async () => {
    const { token } = await enter();
    for (const bad of [undefined, "", "  ", 7, "x".repeat(4_001)]) {
      const { status, json } = await link(token, bad);
      expect([status, json.code, json.errors[0].field]).toEqual([400, "E0007", "token"]);
    }
    for (const slug of ["apple", "spotify", "deezer"]) {
      const { status, json } = await link(token, "a-token", slug);
      expect([status, json.code]).toEqual([400, "E0016"]);
    }
  });

  it("is available in production only if Apple is configured", async () => {
    const { token } = await enter();
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const apple = {
      clientId: "example.music",
      teamId: "TEAM",
      keyId: "KEY",
      privateKey: pem,
      url: "https://appleid.apple.com",
    };
    const { config } = database.context;
    for (const [social, status] of [
      [config.social, 400],
      [{ ...config.social, apple }, 200],
    ] as const) {
      const production = { ...database.context, config: { ...config, production: true, social } };
      const other = await createServer(production, { site: false });
      expect((await link(token, "a-token", "apple_music", other)).status).toBe(status);
      await other.close();
    }
  });
});
