import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { waitUntilBlocked } from "../../../testing/fixtures/people.ts";
import { only, openTestApi, swapCase, type TestApi, takeEqualTime } from "../../../testing/http/api.ts";
import { accountJobs, hashPassword } from "../index.ts";

const minute = 60;
const hour = 60 * minute;
const old = "window seat please";
const fresh = "low tide ledger";
const spent = {
  success: false,
  code: "E0020",
  message: "This link has expired or was already used. Please request a new one.",
  errors: [],
};

let api: TestApi;
/** Shared by all users, because hashing is slow. */
let hash: string;
beforeAll(async () => {
  api = await openTestApi();
  hash = await hashPassword(old);
});
afterEach(() => api.runDueJobs());
afterAll(() => api.close());

let accountCount = 0;
const newAddress = () => `fan${++accountCount}@wrapsody.example`;

type NewUser = { email?: string; passwordHash?: string | null; verified?: boolean; language?: string };

async function addUser(input: NewUser = {}): Promise<{ id: string; email: string }> {
  const { email = newAddress(), passwordHash = hash, verified = true, language = "en" } = input;
  const { rows } = await sql<{ id: string }>`
    insert into account (email, name, password_hash, verified_at, language)
    values (${email}, 'Ottilie Brandt', ${passwordHash}, ${verified ? new Date() : null}, ${language})
    returning id`.execute(api.context.db);
  return { id: only(rows).id, email };
}

const requestReset = (email: string) => api.call("POST", "auth/password/reset", { payload: { email } });

/** Requests a reset and returns the code of the emailed link. */
async function askedCode(email: string): Promise<{ code: string; userId: string }> {
  await requestReset(email);
  await api.runDueJobs();
  return partsOf(api.listLinks("/resetPassword", email).at(-1));
}

function partsOf(link: URL | undefined): { code: string; userId: string } {
  const { searchParams } = link ?? new URL("http://localhost");
  return { code: searchParams.get("code") ?? "", userId: searchParams.get("uid") ?? "" };
}

function choosePassword(
  input: { code?: string; userId?: string },
  password = fresh,
  confirmPassword = password,
) {
  return api.call("PATCH", "auth/password/update", {
    payload: { ...input, password, confirmPassword },
  });
}

const subjects = (address: string) => api.mails.mails(address).map(({ subject }) => subject);
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

async function eventsOf(id: string): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select kind from security_event where account_id = ${id} order by at, id`.execute(api.context.db);
  return rows.map(({ kind }) => kind);
}

/** Runs a job again with the same payload. */
async function repeat({ name, payload }: { name: string; payload: unknown }): Promise<void> {
  const job = only(accountJobs.filter((job) => job.name === name));
  await job.run(api.context, job.payload.parse(payload));
}

describe("a lost password", () => {
  it("is replaced through an emailed link, and its owner is notified", async () => {
    const { id, email } = await addUser();
    const response = await requestReset(email);
    expect([response.status, response.json]).toEqual([200, { success: true, body: {} }]);
    await api.runDueJobs();
    const link = only(api.listLinks("/resetPassword", email));
    expect(link.pathname).toBe("/resetPassword");
    expect(link.searchParams.get("uid")).toBe(id);
    const chosen = await choosePassword(partsOf(link));
    expect([chosen.status, chosen.json]).toEqual([200, { success: true, body: {} }]);
    expect((await api.logIn(email, old)).json.code).toBe("E0013");
    expect((await api.logIn(email, fresh)).status).toBe(200);
    await api.runDueJobs();
    expect(subjects(email)).toEqual(["Choose a new password", "Your password was changed"]);
    expect(api.listLinks("/lostPassword", email)).toHaveLength(1);
    expect(await eventsOf(id)).toEqual([
      ...["password-reset-asked", "password-changed", "login-failed", "logged-in"],
    ]);
  });

  it("reset ends all sessions and pending logins and leaves email codes enabled", async () => {
    const { db, clock } = api.context;
    const [{ id, email }, bystander] = [await addUser(), await addUser()];
    const { json: first } = await api.logIn(email, old);
    const { json: others } = await api.logIn(bystander.email, old);
    const later = new Date(clock.now().getTime() + 60_000);
    await sql`
      insert into session_exchange (code_hash, session_id, expires_at)
      select ${randomBytes(32)}, id, ${later} from session where account_id = ${id}`.execute(db);
    await sql`update account set mfa_enabled = true where id = ${id}`.execute(db);
    expect((await api.logIn(email, old)).json.code).toBe("S0007");

    expect((await choosePassword(await askedCode(email))).status).toBe(200);
    expect((await api.call("GET", "me", bearer(first.body.token))).json.code).toBe("E0003");
    expect((await api.call("GET", "me", bearer(others.body.token))).status).toBe(200);
    const left = await sql<{ left: number }>`
      select (select count(*) from session where account_id = ${id})
        + (select count(*) from session_exchange)
        + (select count(*) from mfa_challenge where account_id = ${id})
        + (select count(*) from password_reset where account_id = ${id}) as left`.execute(db);
    expect(left.rows).toEqual([{ left: 0 }]);
    expect((await api.logIn(email, fresh)).json.code).toBe("S0007");
  });

  it("gets the same response in the same time for known, unknown and unverified addresses", async () => {
    const [known, unproved] = [await addUser(), await addUser({ verified: false })];
    const unknown = newAddress();
    const addresses = [known.email, unproved.email, unknown];
    for (const { status, json } of await Promise.all(addresses.map(requestReset))) {
      expect([status, json]).toEqual([200, { success: true, body: {} }]);
    }
    const waiting = await api.listJobs();
    expect(waiting.map(({ name }) => name)).toEqual(Array(3).fill("send-password-reset"));
    for (const email of [known.email, unknown]) expect(JSON.stringify(waiting)).not.toContain(email);
    await api.runDueJobs();
    expect(subjects(unproved.email)).toEqual([]);
    expect(subjects(unknown)).toEqual([]);
    // Sending or hashing during the request would take many times as long as enqueueing a job.
    expect(await takeEqualTime(addresses.map((email) => () => requestReset(email)))).toBe(true);
  });

  it("can be a first password, for a user who signed up through a streaming service", async () => {
    const { email } = await addUser({ passwordHash: null });
    expect((await api.logIn(email, fresh)).json.code).toBe("E0013");
    expect((await choosePassword(await askedCode(email))).status).toBe(200);
    expect((await api.logIn(email, fresh)).json.body.user.has_password).toBe(true);
  });

  it("is reset through the account's own address in its own language, however it was typed", async () => {
    const { email } = await addUser({ email: `Kim.${newAddress()}`, language: "es" });
    // U+212A, the Kelvin sign, is a k in lower case.
    await requestReset(` ${email.toUpperCase().replace("K", "\u212a")} `);
    await api.runDueJobs();
    const { to, subject } = only(api.mails.mails(email));
    expect([to, subject]).toEqual([[{ address: email, name: "" }], "Elige otra contraseña"]);
  });

  it("request reports an invalid address on its field", async () => {
    for (const [payload, message] of [
      [{}, "Required"],
      [{ email: " " }, "Required"],
      [{ email: 7 }, "Required"],
      [{ email: "fan" }, "Enter an email address."],
    ] as const) {
      const { status, json } = await api.call("POST", "auth/password/reset", { payload });
      expect([status, json.errors]).toEqual([400, [{ field: "email", message }]]);
    }
  });
});

describe("the emails for a lost password", () => {
  it("are limited to three an hour, and each link works until one is used", async () => {
    const { context } = api;
    const { email } = await addUser();
    for (let count = 0; count < 3; count += 1) await requestReset(email);
    await Promise.all(Array.from({ length: 4 }, () => requestReset(email.toUpperCase())));
    await api.runDueJobs();
    const links = api.listLinks("/resetPassword", email);
    expect(links).toHaveLength(3);
    context.clock.move(hour - 1);
    await requestReset(email);
    await api.runDueJobs();
    expect(api.listLinks("/resetPassword", email)).toHaveLength(3);
    const [first, ...others] = links.map(partsOf);
    expect((await choosePassword(first ?? {})).status).toBe(200);
    for (const other of others) expect((await choosePassword(other)).json).toEqual(spent);
    context.clock.move(1);
    await requestReset(email);
    await api.runDueJobs();
    expect(api.listLinks("/resetPassword", email)).toHaveLength(4);
  });

  it("are still three when their jobs run concurrently, and each is sent once if its job runs twice", {
    retry: 0,
  }, async () => {
    const { email } = await addUser();
    for (let count = 0; count < 6; count += 1) await requestReset(email);
    const jobs = await api.listJobs();
    await Promise.all(jobs.map(repeat));
    await Promise.all(jobs.map(repeat));
    await api.runDueJobs();
    expect(api.listLinks("/resetPassword", email)).toHaveLength(3);
    const other = await addUser();
    await requestReset(other.email);
    const job = only(await api.listJobs());
    expect(api.mails.mails(other.email)).toEqual([]);
    await Promise.all([repeat(job), repeat(job)]);
    await api.runDueJobs();
    expect(api.listLinks("/resetPassword", other.email)).toHaveLength(1);
  });

  it("leave only a hash of their code, which a nightly job deletes", async () => {
    const { context } = api;
    const { id, email } = await addUser();
    const { code } = await askedCode(email);
    const stored = () =>
      sql<{ row: string }>`
        select row_to_json(r)::text as row from password_reset r where account_id = ${id}`.execute(
        context.db,
      );
    expect(only((await stored()).rows).row).not.toContain(code);
    context.clock.move(hour);
    const forget = only(accountJobs.filter(({ name }) => name === "forget-reset-codes"));
    await forget.run(context, {});
    await forget.run(context, {});
    expect((await stored()).rows).toEqual([]);
  });
});

describe("the link for a lost password", () => {
  it("works once, even if used twice concurrently", { retry: 0 }, async () => {
    const { id, email } = await addUser();
    const parts = await askedCode(email);
    const answers = await Promise.all([
      choosePassword(parts),
      choosePassword(parts),
      choosePassword(parts),
      choosePassword(parts),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect(answers.filter(({ status }) => status === 400).map(({ json }) => json)).toEqual([
      ...[spent, spent, spent],
    ]);
    expect((await choosePassword(parts)).json).toEqual(spent);
    await api.runDueJobs();
    expect(subjects(email)).toEqual(["Choose a new password", "Your password was changed"]);
    expect((await eventsOf(id)).filter((kind) => kind === "password-changed")).toHaveLength(1);
  });

  it("excludes the account's other link when both are used concurrently", { retry: 0 }, async () => {
    const { email } = await addUser();
    const [first, second] = [await askedCode(email), await askedCode(email)];
    const answers = await Promise.all([
      choosePassword(first),
      choosePassword(second, "harbour of small hours"),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const password = answers[0].status === 200 ? fresh : "harbour of small hours";
    expect((await api.logIn(email, password)).status).toBe(200);
  });

  it("is invalid once another was used, even if a third was requested in between", async () => {
    const { db } = api.context;
    const { id, email } = await addUser();
    const [first, second] = [await askedCode(email), await askedCode(email)];
    const late = await db.transaction().execute(async (tx) => {
      // A change by one link, just before its commit …
      await sql`select 1 from account where id = ${id} for update`.execute(tx);
      await sql`delete from password_reset where account_id = ${id}`.execute(tx);
      // … while the other link has been found valid, and a third is created.
      const request = choosePassword(second);
      await waitUntilBlocked(db);
      await sql`
        insert into password_reset (code_hash, account_id, expires_at)
        values (${randomBytes(32)}, ${id}, ${new Date(api.context.clock.now().getTime() + 1)})`.execute(tx);
      return { pending: request };
    });
    expect((await late.pending).json).toEqual(spent);
    expect((await choosePassword(first)).json).toEqual(spent);
    expect((await api.logIn(email, old)).status).toBe(200);
  });

  it("expires after an hour", async () => {
    const [first, second] = [await addUser(), await addUser()];
    const [early, late] = [await askedCode(first.email), await askedCode(second.email)];
    api.context.clock.move(hour - 1);
    expect((await choosePassword(early)).status).toBe(200);
    api.context.clock.move(1);
    expect((await choosePassword(late)).json).toEqual(spent);
    expect((await api.logIn(second.email, old)).status).toBe(200);
  });

  it("works for no other account and in no other form", async () => {
    const [first, second] = [await addUser(), await addUser()];
    const { code, userId } = await askedCode(first.email);
    for (const wrong of [
      ...[second.id, randomUUID(), "1", "not-an-id", "'--"].map((id) => ({ code, userId: id })),
      ...["x", `${code}x`, swapCase(code), "x".repeat(5000)].map((text) => ({
        code: text,
        userId,
      })),
    ]) {
      const { status, json } = await choosePassword(wrong);
      expect([wrong, status, json]).toEqual([wrong, 400, spent]);
    }
    expect((await api.logIn(second.email, old)).status).toBe(200);
    expect((await choosePassword({ code: ` ${code} `, userId })).status).toBe(200);
  });

  it("stays valid if the new password is rejected", async () => {
    const { email } = await addUser();
    const parts = await askedCode(email);
    const differ = { field: "confirmPassword", message: "The passwords do not match." };
    const guessed = "This password is too common. Choose another one.";
    for (const [answer, errors] of [
      [await choosePassword(parts, fresh, old), [differ]],
      [
        await choosePassword({ ...parts, code: " " }, fresh, old),
        [{ field: "code", message: "Required" }, differ],
      ],
      [
        await choosePassword(parts, "short", old),
        [{ field: "password", message: "Please use at least 8 characters." }, differ],
      ],
      [await choosePassword(parts, "password1"), [{ field: "password", message: guessed }]],
      [await choosePassword(parts, email), [{ field: "password", message: guessed }]],
      [await choosePassword(parts, "ottiliebrandt"), [{ field: "password", message: guessed }]],
    ] as const) {
      expect([answer.status, answer.json.code, answer.json.errors]).toEqual([400, "E0007", errors]);
    }
    expect((await api.logIn(email, old)).status).toBe(200);
    expect((await choosePassword(parts)).status).toBe(200);
  });

  it("ends with its account", async () => {
    const { id, email } = await addUser();
    const parts = await askedCode(email);
    await sql`delete from account where id = ${id}`.execute(api.context.db);
    expect((await choosePassword(parts)).json).toEqual(spent);
  });
});
