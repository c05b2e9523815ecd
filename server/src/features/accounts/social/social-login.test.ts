import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { type Arrived, openBrowser } from "../../../testing/http/browser.ts";
import {
  newPerson,
  openSocialProgram,
  pathIn,
  type SocialProgram,
} from "../../../testing/http/social-program.ts";
import { runJobs } from "../../../testing/jobs.ts";
import { type ReceivedMails, receiveMails } from "../../../testing/mail.ts";

let social: SocialProgram;
let mails: ReceivedMails;

beforeAll(async () => {
  mails = await receiveMails();
  social = await openSocialProgram({ SMTP_URL: mails.url });
});
afterAll(async () => {
  await social.close();
  await mails.close();
});

async function addAccount(email: string, verified: boolean): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into account (email, name, verified_at)
    values (${email}, 'Ottilie Brandt', ${verified ? new Date() : null}) returning id`.execute(
    social.program.context.db,
  );
  return rows[0]?.id ?? "";
}

async function eventsOf(accountId: string): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select kind from security_event where account_id = ${accountId} order by id`.execute(
    social.program.context.db,
  );
  return rows.map(({ kind }) => kind);
}

describe("the offered networks", () => {
  it("are the configured ones, in the order of the screen", async () => {
    const { json } = await social.program.call("GET", "user/social");
    expect(json.body).toEqual({
      data: ["SPOTIFY", "APPLE", "AMAZON", "OIDC"],
      total: 4,
      oidc_name: "Label login",
    });
  });

  it("redirect to the login page if they are not configured", async () => {
    for (const slug of ["sandbox", "deezer", "apple_music"]) {
      const arrived = await openBrowser().open(social.authUrl(slug));
      expect(pathIn(arrived)).toBe("/login?error=Invalid+social+login+selected");
      const { status, json } = await social.program.call("POST", `user/social/${slug}/exchange`, {
        body: { providerToken: "x" },
      });
      expect([status, json.code, json.message]).toEqual([400, "E0016", "Invalid social login selected"]);
    }
  });
});

describe("logging in with a network", () => {
  it.each(["spotify", "amazon"] as const)("creates an account without an address with %s", async (slug) => {
    const person = newPerson();
    const { status, json } = await social.logIn(slug, person);
    expect(status).toBe(200);
    expect(json).not.toHaveProperty("code");
    expect(json.body.user).toMatchObject({
      email: null,
      name: "Odile Marchetti",
      role: "PROVIDER",
      user_type: "provider",
      mfa_enabled: false,
      has_password: false,
      language: "en",
      subscriptions: [],
    });
    expect(await eventsOf(json.body.user.id)).toEqual(["signed-up", "logged-in"]);
    const me = await social.program.call("GET", "me", { token: json.body.token });
    expect(me.json.body).toEqual(json.body.user);
    const { rows } = await sql`
      select network, subject, email from social_login where account_id = ${json.body.user.id}`.execute(
      social.program.context.db,
    );
    expect(rows).toEqual([{ network: slug.toUpperCase(), subject: person.id, email: person.email }]);
  });

  it("creates an account with the address that Apple has verified and the name of the first login", async () => {
    const person = newPerson({ verified: "true" });
    const { json } = await social.logIn("apple", person);
    expect(json.body.user).toMatchObject({ email: person.email, name: "Odile Marchetti" });
    expect(await eventsOf(json.body.user.id)).toEqual(["signed-up", "logged-in"]);
  });

  it.each(["apple", "spotify", "amazon"] as const)(
    "finds the same account the second time with %s",
    async (slug) => {
      const person = newPerson({ verified: true });
      const first = await social.logIn(slug, person);
      const changed = { id: person.id, email: "another@mail.example", verified: true };
      const second = await social.logIn(slug, changed);
      expect(second.json.body.user).toEqual(first.json.body.user);
      expect(second.json.body.token).not.toBe(first.json.body.token);
      expect(await eventsOf(first.json.body.user.id)).toEqual(["signed-up", "logged-in", "logged-in"]);
    },
  );

  it("gives new accounts only as the sign-up setting allows, and keeps letting known users in", async () => {
    const { db } = social.program.context;
    const setMode = (mode: string) =>
      sql`insert into site_setting (key, value, revision, updated_at) values ('sign_up', ${JSON.stringify(mode)}::jsonb, 1, now())
        on conflict (key) do update set value = excluded.value`.execute(db);
    const accounts = async () => (await sql`select from account`.execute(db)).rows.length;
    const known = newPerson();
    expect((await social.logIn("spotify", known)).status).toBe(200);
    const before = await accounts();
    const invited = newPerson({ verified: "true" });
    await sql`
      insert into sign_up_invitation (email, language, code_hash, created_at, expires_at)
      values (upper(${invited.email}), 'en', decode('00', 'hex'), now(), now() + interval '1 day')`.execute(
      db,
    );
    await setMode("closed");
    expect((await social.logIn("apple", invited)).json.code).toBe("E0061");
    expect((await social.logIn("spotify", newPerson())).json.code).toBe("E0061");
    expect((await social.logIn("spotify", known)).status).toBe(200);
    await setMode("invitation");
    // An address that the service has not verified proves no invitation.
    expect(
      (await social.logIn("spotify", newPerson(invited.email === undefined ? {} : { email: invited.email })))
        .json.code,
    ).toBe("E0060");
    expect((await social.logIn("apple", newPerson({ verified: "true" }))).json.code).toBe("E0060");
    expect(await accounts()).toBe(before);
    const { status, json } = await social.logIn("apple", invited);
    expect([status, json.body.user.email]).toEqual([200, invited.email]);
    expect((await sql`select from sign_up_invitation`.execute(db)).rows).toEqual([]);
    await sql`delete from site_setting`.execute(db);
  });

  it("treats the same id at two networks as two users", async () => {
    const person = newPerson();
    const [first, second] = [await social.logIn("spotify", person), await social.logIn("amazon", person)];
    expect(first.json.body.user.id).not.toBe(second.json.body.user.id);
  });

  it("links the account whose owner has verified the address that Apple asserts, in any case", async () => {
    const person = newPerson({ verified: true });
    const id = await addAccount((person.email ?? "").toUpperCase(), true);
    const { json } = await social.logIn("apple", person);
    expect(json.body.user).toMatchObject({ id, name: "Ottilie Brandt" });
    expect(await eventsOf(id)).toEqual(["network-linked", "logged-in"]);
    expect((await social.logIn("apple", person)).json.body.user.id).toBe(id);
    expect(await eventsOf(id)).toEqual(["network-linked", "logged-in", "logged-in"]);
    await runJobs(social.program.context);
    const subjects = mails.mails((person.email ?? "").toUpperCase()).map(({ subject }) => subject);
    expect(subjects).toEqual(["A streaming service can now be used to log in"]);
  });

  it.each([
    ["spotify", undefined],
    ["amazon", true],
    ["apple", false],
    ["apple", "false"],
    ["apple", undefined],
  ] as const)("links no account by an address that %s does not verify (%s)", async (slug, verified) => {
    const person = newPerson(verified === undefined ? {} : { verified });
    const id = await addAccount(person.email ?? "", true);
    const { json } = await social.logIn(slug, person);
    expect(json.body.user).toMatchObject({ email: null, name: "Odile Marchetti" });
    expect(json.body.user.id).not.toBe(id);
    expect(await eventsOf(id)).toEqual([]);
  });

  it("does not link an account whose own address is unverified", async () => {
    const person = newPerson({ verified: true });
    const id = await addAccount(person.email ?? "", false);
    const { json } = await social.logIn("apple", person);
    expect(json.body.user.email).toBeNull();
    expect(json.body.user.id).not.toBe(id);
  });

  it.each(["apple", "spotify"] as const)(
    "creates one account for concurrent logins with %s",
    { retry: 0 },
    async (slug) => {
      const person = newPerson({ verified: true });
      const browsers = Array.from({ length: 4 }, () => openBrowser());
      const arrived: Arrived[] = [];
      for (const browser of browsers) arrived.push(await social.authorize(slug, person, browser));
      const answers = await Promise.all(
        browsers.map((browser, at) => social.exchange(arrived[at] as Arrived, browser)),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const ids = new Set(answers.map(({ json }) => json.body.user.id));
      expect(ids.size).toBe(1);
      expect((await eventsOf([...ids][0])).filter((kind) => kind === "signed-up")).toHaveLength(1);
    },
  );

  it("creates one account for two concurrent identities with one verified address", {
    retry: 0,
  }, async () => {
    const person = newPerson({ verified: true });
    const other = newPerson({ verified: true, email: person.email?.toUpperCase() ?? "" });
    const browsers = [openBrowser(), openBrowser()] as const;
    const arrived = [
      await social.authorize("apple", person, browsers[0]),
      await social.authorize("apple", other, browsers[1]),
    ] as const;
    const answers = await Promise.all([
      social.exchange(arrived[0], browsers[0]),
      social.exchange(arrived[1], browsers[1]),
    ]);
    const [first, second] = answers.map(({ json }) => json.body.user.id);
    expect(second).toBe(first);
    expect((await eventsOf(first)).sort()).toEqual(["logged-in", "logged-in", "network-linked", "signed-up"]);
  });

  it("replaces the session that it was made with, whichever account that had", async () => {
    const [first, second] = [newPerson(), newPerson()];
    const before = (await social.logIn("spotify", first)).json.body.token;
    const browser = openBrowser();
    const after = await social.exchange(await social.authorize("spotify", second, browser), browser, {
      token: before,
    });
    expect((await social.program.call("GET", "me", { token: before })).status).toBe(401);
    expect((await social.program.call("GET", "me", { token: after.json.body.token })).status).toBe(200);
    expect(after.json.body.user.id).not.toBe((await social.logIn("spotify", first)).json.body.user.id);
  });

  it("strips invisible characters and line breaks from the name and sets a default for an empty one", async () => {
    const name = `  Zoë\n\u202e${"x".repeat(200)}\u0000 `;
    const long = (await social.logIn("spotify", newPerson({ name }))).json.body.user.name;
    expect(long).toMatch(/^Zoë x{96}$/);
    const { name: _, ...nameless } = newPerson();
    expect((await social.logIn("spotify", nameless)).json.body.user.name).toBe("Listener");
  });

  it("creates the account in the reader's language", async () => {
    const { name: _, ...nameless } = newPerson();
    const { json } = await social.logIn("spotify", nameless, openBrowser("es-AR,es;q=0.9"));
    expect(json.body.user).toMatchObject({ language: "es", name: "Oyente" });
  });

  it("asks for the email code if the owner has enabled codes, and starts no session before", async () => {
    const person = newPerson({ verified: true });
    const id = await addAccount(person.email ?? "", true);
    await sql`update account set mfa_enabled = true where id = ${id}`.execute(social.program.context.db);
    const { status, json } = await social.logIn("apple", person);
    expect([status, json.code, Object.keys(json.body)]).toEqual([200, "S0007", ["session_token"]]);
    expect(await eventsOf(id)).toEqual(["network-linked", "code-sent"]);
    const sessions = await sql`select 1 from session where account_id = ${id}`.execute(
      social.program.context.db,
    );
    expect(sessions.rows).toEqual([]);
    expect(await runJobs(social.program.context)).toEqual([]);
    // The mail with the code is urgent, so it may come before the one about the new way to log in.
    const { text = "" } = await mails.waitForMail(person.email ?? "", (mail) =>
      /\b\d{6}\b/.test(mail.text ?? ""),
    );
    const completed = await social.program.app.inject({
      method: "POST",
      url: "/api/v1/auth/mfa",
      payload: { code: /\b\d{6}\b/.exec(text)?.[0] },
      headers: { "x-session-token": json.body.session_token },
    });
    expect(completed.json().body.user.id).toBe(id);
  });

  it("is deleted with the account, and creates a new one afterwards", async () => {
    const person = newPerson();
    const first = (await social.logIn("spotify", person)).json.body.user.id;
    await sql`delete from account where id = ${first}`.execute(social.program.context.db);
    const second = await social.logIn("spotify", person);
    expect(second.status).toBe(200);
    expect(second.json.body.user.id).not.toBe(first);
  });
});
