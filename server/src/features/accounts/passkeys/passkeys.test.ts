import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { type Authenticator, createAuthenticator } from "../../../testing/fixtures/authenticator.ts";
import {
  bearer,
  joinAdministrator,
  openPeople,
  type People,
  type Person,
  password,
} from "../../../testing/fixtures/people.ts";
import { accountJobs } from "../index.ts";

const minute = 60;

let people: People;
beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.close());

const withToken = (sessionToken: string, token?: string) => ({
  headers: {
    "x-session-token": sessionToken,
    ...(token === undefined ? {} : bearer(token).headers),
  },
});

async function beginRegistration(token: string) {
  const { status, json } = await people.call("POST", "my/passkey/options", bearer(token));
  return { status, json, options: json.body?.options, sessionToken: json.body?.session_token as string };
}

const register = (token: string, sessionToken: string, payload: object) =>
  people.call("POST", "my/passkey", { ...withToken(sessionToken, token), payload });

/** Adds a person with a passkey. */
async function joinWithPasskey(name = "Phone"): Promise<Person & { device: Authenticator; passkey: string }> {
  const person = await people.join();
  const device = createAuthenticator();
  const { options, sessionToken } = await beginRegistration(person.token);
  const response = device.register({ challenge: options.challenge });
  const { status, json } = await register(person.token, sessionToken, { name, response });
  expect(status).toBe(200);
  return { ...person, device, passkey: json.body.id };
}

async function beginLogin(codeToken?: string) {
  const { status, json } = await people.call(
    "POST",
    "auth/passkey/options",
    codeToken === undefined ? {} : withToken(codeToken),
  );
  return { status, json, options: json.body?.options, sessionToken: json.body?.session_token as string };
}

const complete = (sessionToken: string, response: object, token?: string) =>
  people.call("POST", "auth/passkey", { ...withToken(sessionToken, token), payload: { response } });

const list = async (token: string) => (await people.call("GET", "my/passkeys", bearer(token))).json.body;
const remove = (token: string, id: string) => people.call("DELETE", `my/passkey/${id}`, bearer(token));

async function suspend({ id }: Person): Promise<void> {
  const admin = await joinAdministrator(people);
  await sql`
    insert into restriction (kind, target, ground, basis, reason, decided_by, since)
    values ('account', ${id}, 'terms', '§ 1', 'Facts.', ${admin.id}, now())`.execute(people.context.db);
}

describe("registering a passkey", () => {
  it("asks for a discoverable one that verifies its user, for the host of the site", async () => {
    const person = await joinWithPasskey();
    const { options } = await beginRegistration(person.token);
    expect(options).toMatchObject({
      rp: { id: "localhost" },
      user: { name: person.email, id: Buffer.from(person.id).toString("base64url") },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [{ id: person.device.id, transports: ["internal"] }],
    });
  });

  it("lists it with its name, and notifies the owner", async () => {
    const person = await joinWithPasskey("  Key ring ");
    expect(await list(person.token)).toEqual({
      data: [{ id: person.passkey, name: "Key ring", created_at: expect.any(String), last_used_at: null }],
      total: 1,
    });
    await people.runDueJobs();
    const [mail] = people.mails.mails(person.email);
    expect(mail?.subject).toBe("A passkey was added");
    expect(mail?.text).toContain("Key ring");
    expect((await people.events(person.id)).at(-1)).toEqual({ kind: "passkey-added", detail: {} });
    const exported = (await people.call("GET", "my/data", bearer(person.token))).json.body.accounts;
    expect(exported.passkeys).toMatchObject([{ name: "Key ring", credential_id: person.device.id }]);
  });

  it("needs a session with a fresh login", async () => {
    for (const [method, path] of [
      ["GET", "my/passkeys"],
      ["POST", "my/passkey/options"],
      ["POST", "my/passkey"],
      ["DELETE", "my/passkey/01890a5d-ac96-774b-bcce-b302099a8057"],
    ] as const)
      expect((await people.call(method, path)).status).toBe(401);
    const person = await people.join();
    const { options, sessionToken } = await beginRegistration(person.token);
    people.context.clock.move(4 * minute);
    const response = createAuthenticator().register({ challenge: options.challenge });
    await sql`
      update session set authenticated_at = authenticated_at - interval '7 minutes'
      where account_id = ${person.id}`.execute(people.context.db);
    expect((await beginRegistration(person.token)).json.code).toBe("E0018");
    const late = await register(person.token, sessionToken, { name: "Phone", response });
    expect(late.json.code).toBe("E0018");
    expect(await list(await people.logInAgain(person))).toMatchObject({ total: 0 });
  });

  it("accepts a challenge once, in its session and for five minutes", { retry: 0 }, async () => {
    const [person, other] = [await people.join(), await people.join()];
    const attempt = async (token: string, started: Awaited<ReturnType<typeof beginRegistration>>) => {
      const response = createAuthenticator().register({ challenge: started.options.challenge });
      return (await register(token, started.sessionToken, { name: "Phone", response })).json.code;
    };
    const started = await beginRegistration(person.token);
    expect(await attempt(other.token, started)).toBe("E0093");
    // The attempt of the other session has used it up.
    expect(await attempt(person.token, started)).toBe("E0093");
    const second = await people.logInAgain(person);
    expect(await attempt(second, await beginRegistration(person.token))).toBe("E0093");
    const login = await beginLogin();
    expect(await attempt(person.token, login)).toBe("E0093");
    const expired = await beginRegistration(person.token);
    people.context.clock.move(5 * minute);
    expect(await attempt(person.token, expired)).toBe("E0093");
    expect(await attempt(person.token, { ...expired, sessionToken: "token" })).toBe("E0093");
    expect(await list(second)).toMatchObject({ total: 0 });
  });

  it.each([
    ["another origin", { origin: "https://elsewhere.example" }],
    ["another site", { rpId: "elsewhere.example" }],
    ["a user who was not verified", { isVerified: false }],
    ["another challenge", { challenge: Buffer.alloc(32).toString("base64url") }],
    ["a login", { type: "webauthn.get" }],
  ])("refuses a response for %s", async (_, forged) => {
    const person = await people.join();
    const { options, sessionToken } = await beginRegistration(person.token);
    const response = createAuthenticator().register({ challenge: options.challenge, ...forged });
    const { status, json } = await register(person.token, sessionToken, { name: "Phone", response });
    expect([status, json.code]).toEqual([400, "E0093"]);
    expect(await list(person.token)).toMatchObject({ total: 0 });
  });

  it("refuses malformed responses, missing and long names", async () => {
    const person = await people.join();
    const { options, sessionToken } = await beginRegistration(person.token);
    const response = createAuthenticator().register({ challenge: options.challenge });
    for (const [body, field] of [
      [{ response }, "name"],
      [{ name: " ", response }, "name"],
      [{ name: "n".repeat(61), response }, "name"],
      [{ name: "Phone" }, "response"],
      [{ name: "Phone", response: { ...response, type: "password" } }, "response.type"],
    ] as const) {
      const { status, json } = await register(person.token, sessionToken, body);
      expect([status, json.errors[0].field]).toEqual([400, field]);
    }
    const broken = { ...response, response: { ...response.response, attestationObject: "AAAA" } };
    const { json } = await register(person.token, sessionToken, { name: "Phone", response: broken });
    expect(json.code).toBe("E0093");
  });

  it("registers a passkey for one account, also at the same instant", { retry: 0 }, async () => {
    const [one, two] = [await people.join(), await people.join()];
    const device = createAuthenticator();
    const started = [await beginRegistration(one.token), await beginRegistration(two.token)];
    const answers = await Promise.all(
      [one, two].map(({ token }, at) => {
        const response = device.register({ challenge: started[at]?.options.challenge });
        return register(token, started[at]?.sessionToken ?? "", { name: "Phone", response });
      }),
    );
    expect(answers.map(({ status, json }) => json.code ?? status).sort()).toEqual([200, "E0094"]);
  });

  it("stops at 20 passkeys", async () => {
    const person = await people.join();
    const started = await beginRegistration(person.token);
    await sql`
      insert into passkey (account_id, credential_id, public_key, counter, transports, name, created_at)
      select ${person.id}, ${person.id} || n, '', 0, '{}', 'Key', now() from generate_series(1, 20) n`.execute(
      people.context.db,
    );
    expect((await beginRegistration(person.token)).json.code).toBe("E0096");
    const response = createAuthenticator().register({ challenge: started.options.challenge });
    const { status, json } = await register(person.token, started.sessionToken, { name: "Phone", response });
    expect([status, json.code]).toEqual([409, "E0096"]);
  });
});

describe("a login with a passkey", () => {
  it("starts a session without password and code, and records the use", async () => {
    const person = await joinWithPasskey();
    await people.call("PATCH", "user/mfa", bearer(person.token));
    const { options, sessionToken } = await beginLogin();
    expect(options).toMatchObject({ rpId: "localhost", userVerification: "required" });
    expect(options.allowCredentials ?? []).toEqual([]);
    const response = person.device.authenticate({ challenge: options.challenge, userHandle: person.id });
    const { status, json } = await complete(sessionToken, response, person.token);
    expect([status, json.code, json.body.user.id]).toEqual([200, undefined, person.id]);
    // The session of the call has ended.
    expect((await people.call("GET", "me", bearer(person.token))).status).toBe(401);
    const { data } = await list(json.body.token);
    expect(data[0].last_used_at).toEqual(expect.any(String));
    expect((await people.events(person.id)).at(-1)).toEqual({
      kind: "logged-in",
      detail: { by: "passkey" },
    });
  });

  it("accepts each challenge and response once, also at the same instant", { retry: 0 }, async () => {
    const person = await joinWithPasskey();
    const { options, sessionToken } = await beginLogin();
    const response = person.device.authenticate({ challenge: options.challenge });
    const answers = await Promise.all([complete(sessionToken, response), complete(sessionToken, response)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    // A replay with a challenge of its own.
    const repeated = await beginLogin();
    expect((await complete(repeated.sessionToken, response)).json.code).toBe("E0093");
  });

  it("expires after five minutes; old challenges are deleted", async () => {
    const person = await joinWithPasskey();
    const { options, sessionToken } = await beginLogin();
    people.context.clock.move(5 * minute);
    const job = accountJobs.find(({ name }) => name === "forget-social-attempts");
    const response = person.device.authenticate({ challenge: options.challenge });
    expect((await complete(sessionToken, response)).json.code).toBe("E0093");
    await beginLogin();
    people.context.clock.move(5 * minute);
    await job?.run(people.context, {});
    await job?.run(people.context, {});
    const { rows } = await sql`select from passkey_challenge`.execute(people.context.db);
    expect(rows).toEqual([]);
  });

  it.each([
    ["another origin", { origin: "https://elsewhere.example" }],
    ["another site", { rpId: "elsewhere.example" }],
    ["a user who was not verified", { isVerified: false }],
    ["another challenge", { challenge: Buffer.alloc(32).toString("base64url") }],
    ["a registration", { type: "webauthn.create" }],
    ["another user", { userHandle: "01890a5d-ac96-774b-bcce-b302099a8057" }],
  ])("refuses a response for %s", async (_, forged) => {
    const person = await joinWithPasskey();
    const { options, sessionToken } = await beginLogin();
    const response = person.device.authenticate({ challenge: options.challenge, ...forged });
    const { status, json } = await complete(sessionToken, response);
    expect([status, json.code]).toEqual([400, "E0093"]);
  });

  it("refuses another key, an unknown passkey, and challenges of registrations", async () => {
    const person = await joinWithPasskey();
    const stranger = createAuthenticator();
    const forged = await beginLogin();
    const signed = stranger.authenticate({ challenge: forged.options.challenge });
    const response = { ...signed, id: person.device.id, rawId: person.device.id };
    expect((await complete(forged.sessionToken, response)).json.code).toBe("E0093");
    const unknown = await beginLogin();
    const own = stranger.authenticate({ challenge: unknown.options.challenge });
    expect((await complete(unknown.sessionToken, own)).json.code).toBe("E0093");
    const started = await beginRegistration(person.token);
    const misused = person.device.authenticate({ challenge: started.options.challenge });
    expect((await complete(started.sessionToken, misused)).json.code).toBe("E0093");
    expect((await complete("token", misused)).json.code).toBe("E0093");
  });

  it("refuses a copy of a passkey by its counter", async () => {
    const person = await joinWithPasskey();
    const logIn = async (counter: number) => {
      const { options, sessionToken } = await beginLogin();
      const response = person.device.authenticate({ challenge: options.challenge, counter });
      return (await complete(sessionToken, response)).status;
    };
    expect(await logIn(7)).toBe(200);
    expect(await logIn(7)).toBe(400);
    expect(await logIn(6)).toBe(400);
    expect(await logIn(8)).toBe(200);
    expect((await people.events(person.id)).map(({ kind }) => kind)).toContain("login-failed");
  });

  it("accepts authenticators that do not count", async () => {
    const person = await joinWithPasskey();
    await sql`update passkey set counter = 0 where account_id = ${person.id}`.execute(people.context.db);
    for (const _ of [1, 2]) {
      const { options, sessionToken } = await beginLogin();
      const response = person.device.authenticate({ challenge: options.challenge, counter: 0 });
      expect((await complete(sessionToken, response)).status).toBe(200);
    }
  });

  it("is refused while the account is suspended", async () => {
    const person = await joinWithPasskey();
    await suspend(person);
    const { options, sessionToken } = await beginLogin();
    const response = person.device.authenticate({ challenge: options.challenge });
    expect((await complete(sessionToken, response)).json.code).toBe("E0082");
  });

  it("replaces the emailed code with a passkey of the account that waits for it", async () => {
    const [person, other] = [await joinWithPasskey(), await joinWithPasskey()];
    await people.call("PATCH", "user/mfa", bearer(person.token));
    const waiting = (await people.logIn(person.email, password)).json.body.session_token;
    const foreign = await beginLogin(waiting);
    expect(foreign.options.allowCredentials).toMatchObject([{ id: person.device.id }]);
    const stolen = other.device.authenticate({ challenge: foreign.options.challenge });
    expect((await complete(foreign.sessionToken, stolen)).json.code).toBe("E0093");
    const own = await beginLogin(waiting);
    const response = person.device.authenticate({ challenge: own.options.challenge });
    expect((await complete(own.sessionToken, response)).json.body.user.id).toBe(person.id);
    expect((await beginLogin("not-a-token-of-a-login")).json.code).toBe("E0015");
  });
});

describe("removing a passkey", () => {
  it("ends logins with it, notifies the owner and can be repeated", { retry: 0 }, async () => {
    const person = await joinWithPasskey();
    const { options, sessionToken } = await beginLogin();
    const answers = await Promise.all([
      remove(person.token, person.passkey),
      remove(person.token, person.passkey),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const response = person.device.authenticate({ challenge: options.challenge });
    expect((await complete(sessionToken, response)).json.code).toBe("E0093");
    await people.runDueJobs();
    expect(people.mails.mails(person.email).map(({ subject }) => subject)).toEqual([
      "A passkey was added",
      "A passkey was removed",
    ]);
  });

  it("needs a fresh login of its owner", async () => {
    const [person, other] = [await joinWithPasskey(), await people.join()];
    expect((await remove(other.token, person.passkey)).status).toBe(404);
    expect((await remove(person.token, "1")).status).toBe(400);
    people.context.clock.move(11 * minute);
    expect((await remove(person.token, person.passkey)).json.code).toBe("E0018");
  });

  it("keeps the only way into an account", async () => {
    const person = await joinWithPasskey();
    await sql`update account set email = null, password_hash = null where id = ${person.id}`.execute(
      people.context.db,
    );
    const { status, json } = await remove(person.token, person.passkey);
    expect([status, json.code]).toEqual([409, "E0095"]);
    await sql`
      insert into social_login (network, subject, account_id, created_at, used_at)
      values ('SANDBOX', ${person.id}, ${person.id}, now(), now())`.execute(people.context.db);
    expect((await remove(person.token, person.passkey)).status).toBe(200);
  });

  it("happens to those added since the address was changed, if that is undone", async () => {
    const person = await joinWithPasskey();
    people.context.clock.move(minute);
    const email = `undone-${person.id}@reader.example`;
    await people.call("POST", "my/address", { ...bearer(person.token), payload: { email } });
    await people.runDueJobs();
    const code = people.listLinks("/address/confirm", email)[0]?.searchParams.get("code");
    await people.call("POST", "address/confirm", { payload: { code } });
    const thief = createAuthenticator();
    const { options, sessionToken } = await beginRegistration(person.token);
    const response = thief.register({ challenge: options.challenge });
    await register(person.token, sessionToken, { name: "Thief", response });
    await people.runDueJobs();
    const undo = people.listLinks("/address/undo", person.email)[0]?.searchParams.get("code");
    await people.call("POST", "address/undo", { payload: { code: undo } });
    const { rows } = await sql<{ name: string }>`
      select name from passkey where account_id = ${person.id}`.execute(people.context.db);
    expect(rows).toEqual([{ name: "Phone" }]);
  });
});
