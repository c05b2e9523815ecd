import type { FastifyInstance, InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { createServer } from "../../../server.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { waitUntilBlocked } from "../../../testing/fixtures/people.ts";
import { takeEqualTime } from "../../../testing/http/api.ts";
import { accountJobs, hashPassword } from "../index.ts";

const day = 24 * 60 * 60;
const failure = {
  success: false,
  code: "E0013",
  message:
    "We encoutered an error attempting to log you in. Please double check your username and password and try again.",
  errors: [],
};

let database: TestDatabase;
let app: FastifyInstance;
/** Shared by all users, because hashing is slow. */
let hash: string;

beforeAll(async () => {
  database = await testDatabase();
  const { context } = database;
  // Accounts throttle tries themselves; the general rate limits are tested separately.
  const config = { ...context.config, rateLimits: false, trustProxy: ["private"] };
  app = await createServer({ ...context, config }, { site: false });
  hash = await hashPassword("window seat please");
});
afterAll(async () => {
  await app.close();
  await database.close();
});

let accountCount = 0;

/** Adds a user for one test, with the password "window seat please" by default. */
async function addUser(passwordHash: string | null = hash): Promise<{ id: string; email: string }> {
  accountCount += 1;
  const email = `Fan${accountCount}@wrapsody.example`;
  const { rows } = await sql<{ id: string }>`
    insert into account (email, name, password_hash) values (${email}, 'Ottilie Brandt', ${passwordHash})
    returning id`.execute(database.context.db);
  return { id: rows[0]?.id ?? "", email };
}

async function call(method: "GET" | "POST" | "PATCH", path: string, options: Partial<InjectOptions> = {}) {
  const answer = await app.inject({ method, url: `/api/v1/${path}`, ...options });
  return { status: answer.statusCode, headers: answer.headers, json: answer.json() };
}

const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

function tryLogIn(username: string, password = "window seat please", from = "203.0.113.7") {
  return call("POST", "auth", {
    payload: { username, password },
    headers: { "x-forwarded-for": from },
  });
}

async function logIn(username: string): Promise<string> {
  const { json } = await tryLogIn(username);
  return json.body.token;
}

const wrong = "low tide ledger";

/** Fails to log in that many times, each as early as allowed. */
async function failTimes(times: number, username: string, from?: string): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const { status, headers } = await tryLogIn(username, wrong, from);
    if (status === 429) {
      database.context.clock.move(Number(headers["retry-after"]));
      count -= 1;
    }
  }
}

describe("logging in", () => {
  it("returns a token and the user, ignoring the address's case and surrounding spaces", async () => {
    const { id, email } = await addUser();
    const { status, json, headers } = await tryLogIn(`  ${email.toUpperCase()} `);
    expect(status).toBe(200);
    expect(json.body.token).toMatch(/^[\w-]{43}$/);
    expect(json.body.user).toEqual({
      id,
      email,
      name: "Ottilie Brandt",
      role: "PROVIDER",
      user_type: "provider",
      mfa_enabled: false,
      has_password: true,
      language: "en",
      subscriptions: [],
      memberships: [],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    expect(headers["cache-control"] ?? "").not.toContain("public");
  });

  it("accepts a password in composed and decomposed Unicode", async () => {
    const { email } = await addUser(await hashPassword("Maré Baixa".normalize("NFC")));
    expect((await tryLogIn(email, "Maré Baixa".normalize("NFD"))).status).toBe(200);
  });

  it("stores neither the password nor the token in plain text", async () => {
    const { email } = await addUser();
    const token = await logIn(email);
    const { rows } = await sql<{ all: string }>`
      select (select json_agg(a)::text from account a) || (select json_agg(s)::text from session s) as all`.execute(
      database.context.db,
    );
    expect(rows[0]?.all).toContain("$argon2id$");
    expect(rows[0]?.all).not.toContain(token);
    expect(rows[0]?.all).not.toContain("window seat please");
  });

  it("fails with the same message for a wrong password, an unknown address and an account without a password", async () => {
    const [known, locked] = [await addUser(), await addUser(null)];
    for (const { email, password } of [
      { email: known.email, password: wrong },
      { email: "nobody@wrapsody.example", password: wrong },
      { email: locked.email, password: wrong },
      { email: "x' or true --", password: wrong },
    ]) {
      const { status, json } = await tryLogIn(email, password);
      expect([status, json]).toEqual([400, failure]);
    }
  });

  it("takes equally long for an unknown address and a wrong password", async () => {
    const { email } = await addUser();
    let tries = 0;
    /** Each from another address, so that no try is throttled. */
    const failFor = async (username: string) => {
      tries += 1;
      expect((await tryLogIn(username, wrong, `198.51.100.${tries}`)).status).toBe(400);
    };
    const unknown = () => failFor(`nobody${tries}@wrapsody.example`);
    // Without hashing, a response takes a fraction of that.
    expect(await takeEqualTime([() => failFor(email), unknown])).toBe(true);
  });

  it("reports required fields", async () => {
    const bad = [
      [{}, ["username", "password"]],
      [{ username: "  ", password: "x" }, ["username"]],
      [{ username: "fan@wrapsody.example", password: "" }, ["password"]],
      [{ username: 7, password: ["x"] }, ["username", "password"]],
    ] as const;
    for (const [payload, fields] of bad) {
      const { status, json } = await call("POST", "auth", { payload });
      expect(status).toBe(400);
      expect(json.code).toBe("E0007");
      expect(json.errors).toEqual(fields.map((field) => ({ field, message: "Required" })));
    }
  });

  it("fails with a password that is being changed concurrently", { retry: 0 }, async () => {
    const { db } = database.context;
    const { id, email } = await addUser();
    const { promise: changeRequested, resolve: change } = Promise.withResolvers<void>();
    const { promise: started, resolve: begin } = Promise.withResolvers<void>();
    const newHash = await hashPassword(wrong);
    const changing = db.transaction().execute(async (tx) => {
      await sql`update account set password_hash = ${newHash} where id = ${id}`.execute(tx);
      begin();
      await changeRequested;
    });
    await started;
    const entering = tryLogIn(email);
    await waitUntilBlocked(db);
    change();
    await changing;
    expect((await entering).json.code).toBe("E0013");
    const { rows } = await sql`select 1 from session where account_id = ${id}`.execute(db);
    expect(rows).toEqual([]);
    expect((await tryLogIn(email, wrong)).status).toBe(200);
  });

  it("starts two independent sessions if done twice concurrently", { retry: 0 }, async () => {
    const { email } = await addUser();
    const [first, second] = await Promise.all([logIn(email), logIn(email)]);
    expect(first).not.toBe(second);
    await call("POST", "auth/logout", as(first));
    expect((await call("GET", "me", as(first))).status).toBe(401);
    expect((await call("GET", "me", as(second))).status).toBe(200);
  });
});

describe("a session", () => {
  it("is required, and must be alive", async () => {
    for (const [method, path] of [
      ["GET", "me"],
      ["PATCH", "me"],
    ] as const) {
      const none = await call(method, path);
      expect([none.status, none.json.code, none.json.message]).toEqual([
        401,
        "E0002",
        "no session was detected.",
      ]);
      for (const authorization of [`Bearer ${"x".repeat(43)}`, "Bearer short", "Basic eDp5"]) {
        const dead = await call(method, path, { headers: { authorization } });
        expect([dead.status, dead.json.code, dead.json.message]).toEqual([
          401,
          "E0003",
          "your session is not valid.",
        ]);
      }
    }
  });

  it("expires 30 days after its last use and is then deleted", async () => {
    const { clock, db } = database.context;
    const { id, email } = await addUser();
    const token = await logIn(email);
    for (let uses = 0; uses < 3; uses += 1) {
      clock.move(29 * day);
      expect((await call("GET", "me", as(token))).status).toBe(200);
    }
    clock.move(30 * day + 1);
    expect((await call("GET", "me", as(token))).status).toBe(401);
    for (const { run } of accountJobs.filter(({ cron }) => cron !== undefined)) {
      await run(database.context, {});
      await run(database.context, {});
    }
    const left = await sql`select 1 from session where account_id = ${id}`.execute(db);
    expect(left.rows).toEqual([]);
  });

  it("expires after 180 days, however often it is used", async () => {
    const { clock } = database.context;
    const { email } = await addUser();
    const token = await logIn(email);
    for (let uses = 0; uses < 8; uses += 1) {
      clock.move(22 * day);
      expect((await call("GET", "me", as(token))).status).toBe(200);
    }
    clock.move(4 * day + 1);
    expect((await call("GET", "me", as(token))).status).toBe(401);
  });

  it("replaces the session that the login was made with", async () => {
    const { email } = await addUser();
    const before = await logIn(email);
    const payload = { username: email, password: "window seat please" };
    const { json } = await call("POST", "auth", { ...as(before), payload });
    expect((await call("GET", "me", as(before))).status).toBe(401);
    expect((await call("GET", "me", as(json.body.token))).status).toBe(200);
  });

  it("ends with a logout, which can be repeated and needs no live session", async () => {
    const { email } = await addUser();
    const token = await logIn(email);
    const both = await Promise.all([
      call("POST", "auth/logout", as(token)),
      call("POST", "auth/logout", as(token)),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await call("GET", "me", as(token))).json.code).toBe("E0003");
    expect((await call("POST", "auth/logout")).status).toBe(200);
  });

  it("ends with its account", async () => {
    const { id, email } = await addUser();
    const token = await logIn(email);
    await sql`delete from account where id = ${id}`.execute(database.context.db);
    expect((await call("GET", "me", as(token))).status).toBe(401);
  });
});

describe("the current user", () => {
  it("is returned only to the session's owner and is not cacheable", async () => {
    const [first, second] = [await addUser(), await addUser()];
    const { json, headers } = await call("GET", "me", as(await logIn(first.email)));
    expect(json.body.id).toBe(first.id);
    expect(headers["cache-control"]).toBe("private, no-store");
    expect((await call("GET", "me", as(await logIn(second.email)))).json.body.id).toBe(second.id);
  });

  it("can switch the view, which persists for that account alone", async () => {
    const [first, second] = [await addUser(), await addUser()];
    const token = await logIn(first.email);
    const payload = { key: "user_type", value: "artist" };
    const both = await Promise.all([
      call("PATCH", "me", { ...as(token), payload }),
      call("PATCH", "me", { ...as(token), payload }),
    ]);
    expect(both.map(({ json }) => json.body.user_type)).toEqual(["artist", "artist"]);
    const reused = await call("GET", "me", as(await logIn(first.email)));
    expect(reused.json.body).toMatchObject({ user_type: "artist", role: "PROVIDER" });
    expect((await call("GET", "me", as(await logIn(second.email)))).json.body.user_type).toBe("provider");
  });

  it("can change nothing but the view", async () => {
    const { id, email } = await addUser();
    const token = await logIn(email);
    for (const payload of [
      { key: "role", value: "ADMIN" },
      { key: "user_type", value: "ADMIN" },
      { key: "email", value: "admin@wrapsody.example" },
      { user_type: "artist" },
    ]) {
      const { status, json } = await call("PATCH", "me", { ...as(token), payload });
      expect([status, json.code]).toEqual([400, "E0007"]);
    }
    const view = { key: "user_type", value: "artist" };
    const extra = { ...view, role: "ADMIN", id: "0" };
    const refused = await call("PATCH", "me", { ...as(token), payload: extra });
    expect(refused.json.errors.map(({ field }: { field: string }) => field)).toEqual(["role", "id"]);
    await call("PATCH", "me", { ...as(token), payload: view });
    const { json } = await call("GET", "me", as(token));
    expect(json.body).toMatchObject({ id, email, role: "PROVIDER", user_type: "artist" });
  });
});

describe("guessing a password", () => {
  it("is limited to five tries, then waits double up to five minutes, even for the right password", async () => {
    const { email } = await addUser();
    await failTimes(5, email);
    const waits: number[] = [];
    for (let count = 0; count < 7; count += 1) {
      const refused = await tryLogIn(email);
      expect([refused.status, refused.json.code]).toEqual([429, "E0010"]);
      waits.push(Number(refused.headers["retry-after"]));
      database.context.clock.move(waits.at(-1) ?? 0);
      expect((await tryLogIn(email, wrong)).status).toBe(400);
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 300, 300]);
    database.context.clock.move(300);
    expect((await tryLogIn(email)).status).toBe(200);
    expect((await tryLogIn(email, wrong)).status).toBe(400);
  });

  it("is throttled for addresses without an account as well", async () => {
    const waits: unknown[] = [];
    for (const username of [(await addUser()).email, `${accountCount}nobody@wrapsody.example`]) {
      await failTimes(7, username);
      const refused = await tryLogIn(username);
      waits.push([refused.status, refused.headers["retry-after"], refused.json]);
    }
    expect(waits[1]).toEqual(waits[0]);
  });

  it("gets no additional tries from concurrent requests", { retry: 0 }, async () => {
    const { email } = await addUser();
    const answers = await Promise.all(Array.from({ length: 20 }, () => tryLogIn(email, wrong)));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  it("does not lock the owner out on another network, and counts an IPv6 /64 as one network", async () => {
    const { email } = await addUser();
    await failTimes(9, email, "2001:db8:1:2::1");
    expect((await tryLogIn(email, undefined, "2001:db8:1:2:ffff::9")).status).toBe(429);
    expect((await tryLogIn(email, undefined, "2001:db8:1:3::1")).status).toBe(200);
  });

  it("starts over a day after the last try", async () => {
    const { email } = await addUser();
    await failTimes(12, email);
    database.context.clock.move(day + 1);
    await failTimes(4, email);
    expect((await tryLogIn(email)).status).toBe(200);
  });

  it("from many networks throttles unknown networks, not one that the owner has used", async () => {
    const { email } = await addUser();
    expect((await tryLogIn(email, undefined, "192.0.2.1")).status).toBe(200);
    // As 99 different networks would leave it; hashing 99 times proves nothing more.
    await sql`
      update login_try set tries = 99 where network = '' and username_hash in (
        select username_hash from login_try where network = '192.0.2.1')`.execute(database.context.db);
    expect((await tryLogIn(email, wrong, "192.0.2.2")).status).toBe(400);
    const stranger = await tryLogIn(email, undefined, "192.0.2.3");
    expect([stranger.status, stranger.headers["retry-after"]]).toEqual([429, "5"]);
    expect((await tryLogIn(email, undefined, "192.0.2.1")).status).toBe(200);
    database.context.clock.move(5);
    expect((await tryLogIn(email, undefined, "192.0.2.3")).status).toBe(200);
  });
});
