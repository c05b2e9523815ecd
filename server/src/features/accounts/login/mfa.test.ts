import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import {
  basicAuth,
  bearer,
  dumpDatabase,
  makePremium,
  openPeople,
  type People,
  type Person,
  password,
} from "../../../testing/fixtures/people.ts";
import { forgetChallengesJob } from "../jobs.ts";

const minute = 60;
const hour = 60 * minute;

let people: People;
beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.close());

const toggle = (token: string) => people.call("PATCH", "user/mfa", bearer(token));

/** Adds a user whose logins require an email code. */
async function joinWithCodes(): Promise<Person> {
  const person = await people.join();
  expect((await toggle(person.token)).json.body.mfa_enabled).toBe(true);
  return person;
}

/** Logs in with the right password and returns the emailed code. */
async function startLogin({ email }: Person): Promise<{ sessionToken: string; code: string }> {
  const { json } = await people.logIn(email, password);
  await people.runDueJobs();
  return { sessionToken: json.body.session_token, code: lastCode(email) };
}

/** Lists the codes of the emails to an address, oldest first. */
const codesTo = (email: string) =>
  people.mails.mails(email).flatMap(({ text = "" }) => /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? []);

const lastCode = (email: string) => codesTo(email).at(-1) ?? "no code";

function complete(sessionToken: string | undefined, code: unknown, headers: Record<string, string> = {}) {
  const carried = sessionToken === undefined ? {} : { "x-session-token": sessionToken };
  return people.call("POST", "auth/mfa", { payload: { code }, headers: { ...carried, ...headers } });
}

/** Returns another code than the given one. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

const codes = (answers: { status: number; json: { code?: string } }[]) =>
  answers.map(({ status, json }) => (status === 200 ? "in" : json.code)).sort();

describe("a login with email codes enabled", () => {
  it("asks for the emailed code and starts the session with it", async () => {
    const person = await joinWithCodes();
    const { status, json } = await people.logIn(person.email, password);
    expect([status, json]).toEqual([
      200,
      { success: true, code: "S0007", body: { session_token: expect.stringMatching(/^[\w-]{43}$/) } },
    ]);
    await people.runDueJobs();
    const completed = await complete(json.body.session_token, lastCode(person.email));
    expect(completed.status).toBe(200);
    expect(completed.json.code).toBeUndefined();
    expect(completed.json.body.user).toMatchObject({ id: person.id, mfa_enabled: true });
    expect((await people.call("GET", "me", bearer(completed.json.body.token))).json.body.id).toBe(person.id);
    const events = await people.events(person.id);
    expect(events.slice(-2)).toEqual([
      { kind: "code-sent", detail: {} },
      { kind: "logged-in", detail: { by: "code" } },
    ]);
  });

  it("accepts the code with copied spaces", async () => {
    const { sessionToken, code } = await startLogin(await joinWithCodes());
    expect((await complete(sessionToken, ` ${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(200);
  });

  it("ends the session that it was made with once it is complete", async () => {
    const person = await joinWithCodes();
    const { sessionToken, code } = await startLogin(person);
    expect((await people.call("GET", "me", bearer(person.token))).status).toBe(200);
    expect((await complete(sessionToken, code, bearer(person.token).headers)).status).toBe(200);
    expect((await people.call("GET", "me", bearer(person.token))).status).toBe(401);
  });

  it("fails with a wrong password like any other login and sends nothing", async () => {
    const person = await joinWithCodes();
    const { status, json } = await people.logIn(person.email, "low tide ledger");
    expect([status, json.code]).toEqual([400, "E0013"]);
    await people.runDueJobs();
    expect(codesTo(person.email)).toEqual([]);
  });

  it("reports a missing code on its field", async () => {
    const { sessionToken } = await startLogin(await joinWithCodes());
    for (const code of [undefined, "  ", 123_456]) {
      const { status, json } = await complete(sessionToken, code);
      expect([status, json.errors]).toEqual([400, [{ field: "code", message: "Required" }]]);
    }
  });

  it("stores neither the code nor the token in plain text, and binds one to the other", async () => {
    const person = await joinWithCodes();
    const first = (await people.logIn(person.email, password)).json.body.session_token;
    let second = (await people.logIn(person.email, password)).json.body.session_token;
    const stored = await dumpDatabase(people);
    await people.runDueJobs();
    let [firstCode = "", secondCode = ""] = codesTo(person.email);
    expect(stored).toContain(person.email);
    for (const secret of [first, second, firstCode, secondCode]) {
      expect(stored).not.toContain(`>${secret}<`);
      expect(stored).not.toContain(`"${secret}"`);
    }
    // One in a million is the same code.
    while (secondCode === firstCode) ({ sessionToken: second, code: secondCode } = await startLogin(person));
    // Write access to the database does not help: a known code's mark does not fit another challenge.
    await sql`
      update mfa_challenge set code_mark = (
        select code_mark from mfa_challenge where account_id = ${person.id} order by expires_at, tries limit 1)
      where account_id = ${person.id}`.execute(people.context.db);
    const answers = [await complete(first, secondCode), await complete(second, firstCode)];
    expect(codes(answers)).toEqual(["E0014", "E0014"]);
  });

  it("is not completed by another user's code", async () => {
    const first = await startLogin(await joinWithCodes());
    let other = await startLogin(await joinWithCodes());
    // One in a million is the same code.
    while (other.code === first.code) other = await startLogin(await joinWithCodes());
    expect((await complete(first.sessionToken, other.code)).json.code).toBe("E0014");
    expect((await complete(first.sessionToken, first.code)).status).toBe(200);
  });
});

describe("guessing a code", () => {
  it("fails four times, and the fifth time has to start over, even with the right code", async () => {
    const person = await joinWithCodes();
    const { sessionToken, code } = await startLogin(person);
    const first = await complete(sessionToken, wrong(code));
    expect([first.status, first.json]).toEqual([
      400,
      { success: false, code: "E0014", message: "Incorrect MFA code provided.", errors: [] },
    ]);
    const more = [];
    for (let count = 0; count < 4; count += 1) more.push(await complete(sessionToken, wrong(code)));
    expect(more.map(({ json }) => json.code)).toEqual(["E0014", "E0014", "E0014", "E0015"]);
    expect((await complete(sessionToken, code)).json.code).toBe("E0015");
    const failed = (await people.events(person.id)).filter(({ kind }) => kind === "code-failed");
    expect(failed).toHaveLength(5);
  });

  it("gets five tries, however many requests are concurrent", { retry: 0 }, async () => {
    const person = await joinWithCodes();
    const { sessionToken, code } = await startLogin(person);
    const answers = await Promise.all(Array.from({ length: 20 }, () => complete(sessionToken, wrong(code))));
    expect(codes(answers)).toEqual([...Array(4).fill("E0014"), ...Array(16).fill("E0015")]);
    const failures = (await people.events(person.id)).filter(({ kind }) => kind === "code-failed");
    expect(failures).toHaveLength(5);
    expect((await complete(sessionToken, code)).json.code).toBe("E0015");
  });

  it("can still succeed on the fifth try", async () => {
    const { sessionToken, code } = await startLogin(await joinWithCodes());
    for (let count = 0; count < 4; count += 1) await complete(sessionToken, wrong(code));
    expect((await complete(sessionToken, code)).status).toBe(200);
  });
});

describe("a login awaiting its code", () => {
  it("expires after ten minutes", async () => {
    const person = await joinWithCodes();
    const [early, late] = [await startLogin(person), await startLogin(person)];
    people.context.clock.move(10 * minute - 1);
    expect((await complete(early.sessionToken, early.code)).status).toBe(200);
    people.context.clock.move(1);
    const { status, json } = await complete(late.sessionToken, late.code);
    expect([status, json.code, json.message]).toEqual([
      400,
      "E0015",
      "This code has expired or was entered incorrectly too many times. Please log in again.",
    ]);
  });

  it("is completed once, even if the right code is sent twice concurrently", { retry: 0 }, async () => {
    const person = await joinWithCodes();
    const { sessionToken, code } = await startLogin(person);
    const answers = await Promise.all([complete(sessionToken, code), complete(sessionToken, code)]);
    expect(codes(answers)).toEqual(["E0015", "in"]);
    expect((await complete(sessionToken, code)).json.code).toBe("E0015");
    const { rows } = await sql`select 1 from session where account_id = ${person.id}`.execute(
      people.context.db,
    );
    expect(rows).toHaveLength(2);
  });

  it("accepts only its own token", async () => {
    const person = await joinWithCodes();
    const { code } = await startLogin(person);
    for (const token of [undefined, person.token, "x".repeat(43), "short"]) {
      expect((await complete(token, code)).json.code).toBe("E0015");
    }
  });

  it("authorizes nothing else", async () => {
    const { sessionToken, code } = await startLogin(await joinWithCodes());
    for (const [method, path] of [
      ["GET", "me"],
      ["PATCH", "user/mfa"],
      ["GET", "session/exchange"],
      ["DELETE", "me"],
    ] as const) {
      const asBearer = await people.call(method, path, {
        ...bearer(sessionToken),
        ...(method === "DELETE" && { payload: {} }),
      });
      expect([asBearer.status, asBearer.json.code]).toEqual([401, "E0003"]);
      const header = await people.call(method, path, {
        headers: { "x-session-token": sessionToken },
        ...(method === "DELETE" && { payload: {} }),
      });
      expect([header.status, header.json.code]).toEqual([401, "E0002"]);
    }
    const exchanged = await people.call("POST", "session/exchange", { payload: { token: sessionToken } });
    expect(exchanged.json.code).toBe("E0020");
    expect((await complete(sessionToken, code)).status).toBe(200);
  });

  it("ends with its account", async () => {
    const person = await joinWithCodes();
    const { sessionToken, code } = await startLogin(person);
    await sql`delete from account where id = ${person.id}`.execute(people.context.db);
    expect((await complete(sessionToken, code)).json.code).toBe("E0015");
  });

  it("is deleted once it has expired, and not before", async () => {
    const { context } = people;
    const person = await joinWithCodes();
    const count = async () => {
      await forgetChallengesJob.run(context, {});
      await forgetChallengesJob.run(context, {});
      const { rows } = await sql`select 1 from mfa_challenge where account_id = ${person.id}`.execute(
        context.db,
      );
      return rows.length;
    };
    const { sessionToken, code } = await startLogin(person);
    expect(await count()).toBe(1);
    expect((await complete(sessionToken, code)).status).toBe(200);
    await startLogin(person);
    context.clock.move(70 * minute);
    expect(await count()).toBe(0);
  });
});

describe("unused codes", () => {
  it("are sent five times an hour, a limit that is revealed only with the password", async () => {
    const person = await joinWithCodes();
    for (let count = 0; count < 5; count += 1) {
      expect((await people.logIn(person.email, password)).json.code).toBe("S0007");
      people.context.clock.move(minute);
    }
    const refused = await people.logIn(person.email, password);
    expect([refused.status, refused.json.code, refused.headers["retry-after"]]).toEqual([
      429,
      "E0010",
      String(hour - 5 * minute),
    ]);
    expect((await people.logIn(person.email, "low tide ledger")).json.code).toBe("E0013");
    people.context.clock.move(hour - 5 * minute);
    expect((await people.logIn(person.email, password)).json.code).toBe("S0007");
    expect((await people.logIn(person.email, password)).status).toBe(429);
  });

  it("are limited for concurrent requests too", { retry: 0 }, async () => {
    const person = await joinWithCodes();
    const from = (index: number) => ({ "x-forwarded-for": `203.0.113.${index}` });
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, index) =>
        people.call("POST", "auth", { payload: { username: person.email, password }, headers: from(index) }),
      ),
    );
    expect(answers.map(({ json }) => json.code).sort()).toEqual([
      ...Array(4).fill("E0010"),
      ...Array(5).fill("S0007"),
    ]);
    await people.runDueJobs();
    expect(codesTo(person.email)).toHaveLength(5);
  });

  it("do not lock out a user who enters them", async () => {
    const person = await joinWithCodes();
    for (let count = 0; count < 7; count += 1) {
      const { sessionToken, code } = await startLogin(person);
      expect((await complete(sessionToken, code)).status).toBe(200);
    }
  });
});

describe("codes by email", () => {
  it("are enabled and disabled immediately, each announced by an email", async () => {
    const person = await people.join();
    const on = await toggle(person.token);
    expect([on.status, on.json.body.mfa_enabled]).toEqual([200, true]);
    expect((await people.call("GET", "me", bearer(person.token))).json.body.mfa_enabled).toBe(true);
    const off = await toggle(person.token);
    expect([off.status, off.json.body.mfa_enabled]).toEqual([200, false]);
    await people.runDueJobs();
    const [enabled, disabled] = people.mails.mails(person.email);
    expect([enabled?.subject, disabled?.subject]).toEqual([
      expect.stringMatching(/\bon\b/),
      expect.stringMatching(/\boff\b/),
    ]);
    expect(enabled?.text).toContain("http://localhost/my/settings");
    const kinds = (await people.events(person.id)).map(({ kind }) => kind);
    expect(kinds).toEqual(["logged-in", "codes-switched-on", "codes-switched-off"]);
    expect((await people.logIn(person.email, password)).json.code).toBeUndefined();
  });

  it("can be enabled by an old session too, but disabled only after a recent login", async () => {
    const person = await people.join();
    people.context.clock.move(11 * minute);
    expect((await toggle(person.token)).json.body.mfa_enabled).toBe(true);
    const refused = await toggle(person.token);
    expect([refused.status, refused.json.code]).toEqual([403, "E0018"]);
    const { sessionToken, code } = await startLogin(person);
    const { json } = await complete(sessionToken, code);
    people.context.clock.move(10 * minute);
    expect((await toggle(json.body.token)).json.body.mfa_enabled).toBe(false);
  });

  it("are toggled twice by two concurrent requests", { retry: 0 }, async () => {
    const person = await people.join();
    const answers = await Promise.all([toggle(person.token), toggle(person.token)]);
    expect(answers.map(({ json }) => json.body.mfa_enabled).sort()).toEqual([false, true]);
    expect((await people.call("GET", "me", bearer(person.token))).json.body.mfa_enabled).toBe(false);
  });

  it("require a verified address", async () => {
    const { db } = people.context;
    const [unproved, without] = [await people.join(), await people.join()];
    await sql`update account set verified_at = null where id = ${unproved.id}`.execute(db);
    await sql`update account set email = null where id = ${without.id}`.execute(db);
    for (const { token } of [unproved, without]) {
      const { status, json } = await toggle(token);
      expect([status, json.code]).toEqual([400, "E0000"]);
      expect(json.message).toBe(
        "Login codes are sent by email, but this account has no confirmed email address.",
      );
      expect((await people.call("GET", "me", bearer(token))).json.body.mfa_enabled).toBe(false);
    }
  });

  it("can be toggled only by a user's session, and only for that user", async () => {
    const [person, other] = [await people.join(), await people.join()];
    expect((await people.call("PATCH", "user/mfa")).json.code).toBe("E0002");
    expect((await toggle("x".repeat(43))).json.code).toBe("E0003");
    await makePremium(people, person);
    const keys = (await people.call("PATCH", "provider/keys", bearer(person.token))).json.body;
    expect((await people.call("PATCH", "user/mfa", basicAuth(keys))).json.code).toBe("E0023");
    await toggle(person.token);
    expect((await people.call("GET", "me", bearer(other.token))).json.body.mfa_enabled).toBe(false);
  });
});

describe("sending the code again", () => {
  const resend = (sessionToken: string | undefined) =>
    people.call("POST", "auth/mfa/resend", {
      headers: sessionToken === undefined ? {} : { "x-session-token": sessionToken },
    });

  it("sends a new code, which replaces the former one", async () => {
    const person = await joinWithCodes();
    const first = await startLogin(person);
    people.context.clock.move(30);
    const { status, json } = await resend(first.sessionToken);
    expect([status, json.body]).toEqual([200, { session_token: expect.stringMatching(/^[\w-]{43}$/) }]);
    await people.runDueJobs();
    expect(codesTo(person.email)).toHaveLength(2);
    expect((await complete(first.sessionToken, first.code)).json.code).toBe("E0015");
    expect((await resend(first.sessionToken)).json.code).toBe("E0015");
    expect((await complete(json.body.session_token, lastCode(person.email))).status).toBe(200);
  });

  it("waits 30 seconds after each code and says how long", async () => {
    const { sessionToken, code } = await startLogin(await joinWithCodes());
    people.context.clock.move(20);
    const { status, json, headers } = await resend(sessionToken);
    expect([status, json.code, headers["retry-after"]]).toEqual([429, "E0010", "10"]);
    expect((await complete(sessionToken, code)).status).toBe(200);
  });

  it("sends one code if it is requested twice at the same instant", { retry: 0 }, async () => {
    const person = await joinWithCodes();
    const { sessionToken } = await startLogin(person);
    people.context.clock.move(30);
    const answers = await Promise.all([resend(sessionToken), resend(sessionToken)]);
    expect(codes(answers)).toEqual(["E0015", "in"]);
    await people.runDueJobs();
    expect(codesTo(person.email)).toHaveLength(2);
  });

  it("shares the limit of five codes an hour with new logins", async () => {
    const person = await joinWithCodes();
    let { sessionToken } = await startLogin(person);
    for (let sent = 1; sent < 5; sent += 1) {
      people.context.clock.move(30);
      sessionToken = (await resend(sessionToken)).json.body.session_token;
    }
    people.context.clock.move(30);
    const refused = await resend(sessionToken);
    expect([refused.status, refused.json.code]).toEqual([429, "E0010"]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3_000);
    await people.runDueJobs();
    // The last code still works.
    expect((await complete(sessionToken, lastCode(person.email))).status).toBe(200);
  });

  it("fails for tokens that are missing, wrong, used, expired or out of attempts", async () => {
    const [used, expired, guessed] = [
      await startLogin(await joinWithCodes()),
      await startLogin(await joinWithCodes()),
      await startLogin(await joinWithCodes()),
    ];
    await complete(used.sessionToken, used.code);
    for (let tries = 0; tries < 5; tries += 1) await complete(guessed.sessionToken, wrong(guessed.code));
    people.context.clock.move(30);
    for (const token of [undefined, "token", used.sessionToken, guessed.sessionToken]) {
      const { status, json } = await resend(token);
      expect([status, json.code]).toEqual([400, "E0015"]);
    }
    people.context.clock.move(10 * minute);
    expect((await resend(expired.sessionToken)).json.code).toBe("E0015");
  });
});
