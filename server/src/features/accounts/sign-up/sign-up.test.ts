import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { only, openTestApi, swapCase, type TestApi, takeEqualTime } from "../../../testing/http/api.ts";
import { accountJobs } from "../index.ts";

const hour = 60 * 60;
const password = "window seat please";
const unclaimed = {
  success: false,
  code: "E0021",
  message: "We could not claim this account. Please contact your provider for a new claim code.",
  errors: [],
};

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterEach(() => api.runDueJobs());
afterAll(() => api.close());

let accountCount = 0;
const newAddress = () => `fan${++accountCount}@wrapsody.example`;

function signUp(
  email: string,
  fields: { pw?: string; name?: string; user_type?: string; headers?: Record<string, string> } = {},
) {
  const { pw = password, name = "Ottilie Brandt", headers = {}, ...view } = fields;
  return api.call("POST", "user", { payload: { email, name, pw, pwconfirm: pw, ...view }, headers });
}

/** Signs up, opens the link and returns the account's id. */
async function addAccount(email: string): Promise<string> {
  await signUp(email);
  await api.runDueJobs();
  const link = only(api.listLinks("/claim/", email));
  expect((await api.openClaim(link)).status).toBe(200);
  return link.pathname.split("/")[2] ?? "";
}

const subjects = (address: string) => api.mails.mails(address).map(({ subject }) => subject);

async function countAccounts(email: string): Promise<number> {
  const { rows } = await sql`select 1 from account where lower(email) = lower(${email})`.execute(
    api.context.db,
  );
  return rows.length;
}

/** Runs a job again with the same payload. */
async function repeat({ name, payload }: { name: string; payload: unknown }): Promise<void> {
  const job = only(accountJobs.filter((job) => job.name === name));
  await job.run(api.context, job.payload.parse(payload));
}

describe("signing up", () => {
  it("creates the account through the emailed link and starts no session", async () => {
    const email = newAddress();
    expect(await signUp(email)).toMatchObject({
      status: 200,
      json: { success: true, body: { secret: expect.stringMatching(/^[\w-]{43}$/) } },
    });
    await api.runDueJobs();
    expect(subjects(email)).toEqual(["Confirm your address"]);
    expect((await api.logIn(email, password)).json.code).toBe("E0013");
    expect(await countAccounts(email)).toBe(0);

    const link = only(api.listLinks("/claim/", email));
    const state = await api.readClaimState(link);
    expect([state.json.body, await countAccounts(email)]).toEqual([{ is_used: false }, 0]);
    const claimed = await api.openClaim(link);
    expect([claimed.status, claimed.json]).toEqual([
      200,
      { success: true, body: { email, has_password: true } },
    ]);
    const sessions = await sql`
      select 1 from session s join account a on a.id = s.account_id where a.email = ${email}`.execute(
      api.context.db,
    );
    expect(sessions.rows).toEqual([]);
    const { json } = await api.logIn(email, password);
    expect(json.body.user).toMatchObject({
      email,
      name: "Ottilie Brandt",
      role: "PROVIDER",
      user_type: "provider",
      language: "en",
      id: link.pathname.split("/")[2],
      has_password: true,
      mfa_enabled: false,
    });
  });

  it("starts with the view that the sign-up chose", async () => {
    const email = newAddress();
    expect(await signUp(email, { user_type: "label" })).toMatchObject({
      status: 400,
      json: { code: "E0007", errors: [{ field: "user_type" }] },
    });
    await signUp(email, { user_type: "artist" });
    await api.runDueJobs();
    const claimed = await api.openClaim(only(api.listLinks("/claim/", email)));
    expect(claimed.json.body).toEqual({ email, has_password: true });
    const { user } = (await api.logIn(email, password)).json.body;
    expect(user).toMatchObject({ user_type: "artist", role: "PROVIDER" });
  });

  it("uses the requested language in the email and from then on", async () => {
    const email = newAddress();
    await signUp(email, { headers: { "accept-language": "es-MX,en;q=0.5" } });
    await api.runDueJobs();
    expect(subjects(email)).toEqual(["Confirma tu dirección"]);
    await api.openClaim(only(api.listLinks("/claim/", email)));
    expect((await api.logIn(email, password)).json.body.user.language).toBe("es");
  });

  it("stores neither the code nor the password in plain text, nor the address in the queue", async () => {
    const email = newAddress();
    await signUp(email);
    const { rows } = await sql<{ kept: string }>`
      select json_agg(r)::text as kept from registration r where email = ${email}`.execute(api.context.db);
    const [stored, queued] = [rows[0]?.kept ?? "", JSON.stringify(await api.listJobs())];
    await api.runDueJobs();
    const code = only(api.listLinks("/claim/", email)).pathname.split("/")[3] ?? "";
    expect(code).toMatch(/^[\w-]{43}$/);
    expect(stored).toContain(email);
    for (const secret of [code, password]) expect(stored + queued).not.toContain(secret);
    expect(queued).not.toContain(email);
  });

  it("keeps an address as typed and matches it in any case", async () => {
    const typed = "Zoë.Ångström+Wrap@Bücher.example";
    await signUp(`  ${typed} `);
    await api.runDueJobs();
    await api.openClaim(only(api.listLinks("/claim/", typed)));
    const { json } = await api.logIn("ZOË.ångström+wrap@bÜCHER.example", password);
    expect(json.body.user.email).toBe(typed);
    await signUp("ZOË.ÅNGSTRÖM+wrap@bücher.EXAMPLE");
    await api.runDueJobs();
    expect(subjects(typed)).toEqual(["Confirm your address", "You already have an account"]);
    expect(await countAccounts(typed)).toBe(1);
  });

  it("reports every wrong field in one response", async () => {
    const right = {
      email: "fan@wrapsody.example",
      name: "Ottilie",
      pw: password,
      pwconfirm: password,
    };
    const repeatOf = { pwconfirm: "The passwords do not match." };
    const tooLong = (most: number) => `Please use at most ${most} characters.`;
    const cases: Array<[object, Record<string, string>]> = [
      [{}, { email: "Required", name: "Required", pw: "Required", pwconfirm: "Required" }],
      [
        { ...right, name: " ", pwconfirm: "low tide ledger" },
        { name: "Required", ...repeatOf },
      ],
      [
        { ...right, email: undefined, pwconfirm: `${password} ` },
        { email: "Required", ...repeatOf },
      ],
      [
        { ...right, pw: "short" },
        { pw: "Please use at least 8 characters.", ...repeatOf },
      ],
      [{ ...right, pwconfirm: "" }, { pwconfirm: "Required" }],
      [
        { ...right, pw: 7, pwconfirm: [password] },
        { pw: "Required", pwconfirm: "Required" },
      ],
      [
        { ...right, name: "n".repeat(101), email: `${"e".repeat(320)}@x.example`, pw: "p".repeat(1001) },
        { email: tooLong(320), name: tooLong(100), pw: tooLong(1000), ...repeatOf },
      ],
    ];
    for (const [payload, errors] of cases) {
      const { status, json } = await api.call("POST", "user", { payload });
      expect([status, json.code]).toEqual([400, "E0007"]);
      expect(json.errors).toEqual(Object.entries(errors).map(([field, message]) => ({ field, message })));
    }
  });

  it("accepts valid addresses, and none that a mail server would parse differently", async () => {
    for (const email of [
      ...["fan", "fan@", "@wrapsody.example", "fan@wrapsody", "fan@@wrapsody.example", "fan@.example"],
      ...["a b@wrapsody.example", "fan@wrapsody.example, eve@evil.example", "<fan@wrapsody.example>"],
      ...["fan@wrapsody.example\r\nBcc: eve@evil.example", ".fan@wrapsody.example", "f..n@wrapsody.example"],
      ...['"fan"@wrapsody.example', "fan@-wrapsody.example", "fan@[127.0.0.1]", "fa\u202en@wrapsody.example"],
    ]) {
      const { json } = await signUp(email);
      expect([email, json.errors]).toEqual([email, [{ field: "email", message: "Enter an email address." }]]);
    }
  });
});

describe("signing up with a registered address", () => {
  it("gets the same response as any other, and the owner is notified", async () => {
    const [known, unknown] = [newAddress(), newAddress()];
    await addAccount(known);
    const answers = await Promise.all([known, unknown].map((email) => signUp(email)));
    const [first, second] = answers.map(({ status, json, headers }) => ({
      status,
      json: { ...json, body: { secret: typeof json.body.secret, length: json.body.secret.length } },
      headers: { ...headers, "x-request-id": "", date: "" },
    }));
    expect(first).toEqual(second);
    expect((await api.listJobs()).map(({ name }) => name)).toEqual(Array(2).fill("answer-registration"));
    await api.runDueJobs();
    expect(subjects(unknown)).toEqual(["Confirm your address"]);
    expect(subjects(known)).toEqual(["Confirm your address", "You already have an account"]);
    expect(api.listLinks("/login", known)).toHaveLength(1);
    expect(api.listLinks("/claim/", known)).toHaveLength(1);
  });

  it("takes as long as with any other", async () => {
    const known = newAddress();
    await addAccount(known);
    // Hashing takes most of the time; a response without it would be much faster.
    expect(await takeEqualTime([() => signUp(known), () => signUp(newAddress())])).toBe(true);
  });

  it("sends one email an hour, in any case, without the stranger's input", async () => {
    const email = `kim${newAddress()}`;
    await addAccount(email);
    // U+212A, the Kelvin sign, is a k in lower case: the email still goes to the account's own spelling.
    const strange = email.replace("k", "\u212a");
    for (const spelling of [strange, email.toUpperCase(), email]) {
      await signUp(spelling, { name: "Win at evil.example" });
      await api.runDueJobs();
    }
    const [mail, ...more] = api.mails.mails(email).slice(1);
    expect(more).toEqual([]);
    expect(mail?.text).toContain("Ottilie Brandt");
    expect(mail?.text).not.toContain("evil.example");
    expect(mail?.to).toEqual([{ address: email, name: "" }]);
    api.context.clock.move(hour + 1);
    await signUp(email);
    await api.runDueJobs();
    expect(subjects(email)).toHaveLength(3);
  });

  it("keeps the account's password and name", async () => {
    const email = newAddress();
    await addAccount(email);
    await signUp(email, { pw: "low tide ledger", name: "Eve" });
    await api.runDueJobs();
    expect((await api.logIn(email, "low tide ledger")).json.code).toBe("E0013");
    expect((await api.logIn(email, password)).json.body.user.name).toBe("Ottilie Brandt");
  });
});

describe("sign-up emails", () => {
  it("are silently limited to three an hour per address", async () => {
    const email = newAddress();
    const spellings = [email, email.toUpperCase(), email, `F${email.slice(1)}`, email, email];
    const answers = await Promise.all(spellings.map((spelling) => signUp(spelling)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    await api.runDueJobs();
    expect(subjects(email)).toEqual(Array(3).fill("Confirm your address"));
    api.context.clock.move(hour + 1);
    await signUp(email);
    await api.runDueJobs();
    expect(subjects(email)).toHaveLength(4);
  });

  it("are still three when their jobs run concurrently", { retry: 0 }, async () => {
    const email = newAddress();
    for (let count = 0; count < 8; count += 1) await signUp(email);
    const jobs = await api.listJobs();
    await Promise.all(jobs.map(repeat));
    await api.runDueJobs();
    expect(subjects(email)).toHaveLength(3);
  });

  it("are queued with the sign-up and sent once if their job runs twice", { retry: 0 }, async () => {
    const email = newAddress();
    await signUp(email);
    const job = only(await api.listJobs());
    expect(api.mails.mails(email)).toEqual([]);
    await Promise.all([repeat(job), repeat(job)]);
    await api.runDueJobs();
    await repeat(job);
    await api.runDueJobs();
    expect(subjects(email)).toHaveLength(1);
    await api.openClaim(only(api.listLinks("/claim/", email)));
    await repeat(job);
    await api.runDueJobs();
    expect(subjects(email)).toHaveLength(1);
  });
});

describe("the sign-up link", () => {
  it("returns the same to every repeat, even concurrently, and creates one account", {
    retry: 0,
  }, async () => {
    const email = newAddress();
    await signUp(email);
    await api.runDueJobs();
    const link = only(api.listLinks("/claim/", email));
    const together = await Promise.all(Array.from({ length: 6 }, () => api.openClaim(link)));
    api.context.clock.move(48 * hour);
    for (const { status, json } of [...together, await api.openClaim(link)]) {
      expect([status, json]).toEqual([200, { success: true, body: { email, has_password: true } }]);
    }
    const { rows } = await sql<{ kind: string }>`
      select e.kind from security_event e join account a on a.id = e.account_id where a.email = ${email}`.execute(
      api.context.db,
    );
    expect(rows).toEqual([{ kind: "signed-up" }]);
  });

  it("works for the first of two sign-ups with an address that is confirmed", async () => {
    const email = newAddress();
    await signUp(email);
    await signUp(email.toUpperCase(), { pw: "low tide ledger" });
    await api.runDueJobs();
    const [first, second] = api.listLinks("/claim/", email);
    if (first === undefined || second === undefined) throw new Error("two mails were expected");
    const answers = await Promise.all([api.openClaim(first), api.openClaim(second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.map(({ json }) => json)).toContainEqual(unclaimed);
    expect(await countAccounts(email)).toBe(1);
    const [late] = answers[0].status === 400 ? [first] : [second];
    expect((await api.openClaim(late)).json).toEqual(unclaimed);
  });

  it("expires after a day, and the sign-up is then deleted", async () => {
    const { context } = api;
    const [email, late] = [newAddress(), newAddress()];
    for (const address of [email, late]) await signUp(address);
    await api.runDueJobs();
    context.clock.move(24 * hour - 1);
    expect((await api.openClaim(only(api.listLinks("/claim/", email)))).status).toBe(200);
    context.clock.move(1);
    expect((await api.openClaim(only(api.listLinks("/claim/", late)))).json).toEqual(unclaimed);
    const forget = only(accountJobs.filter(({ name }) => name === "forget-registrations"));
    await forget.run(context, {});
    await forget.run(context, {});
    const left = await sql`select 1 from registration where email = ${late}`.execute(context.db);
    expect(left.rows).toEqual([]);
    expect((await api.openClaim(only(api.listLinks("/claim/", late)))).json).toEqual(unclaimed);
  });

  it("is not sent once it has expired", async () => {
    const email = newAddress();
    await signUp(email);
    api.context.clock.move(24 * hour);
    await api.runDueJobs();
    expect(api.mails.mails(email)).toEqual([]);
  });

  it("ends with the account that it created", async () => {
    const email = newAddress();
    await addAccount(email);
    await sql`delete from account where email = ${email}`.execute(api.context.db);
    expect((await api.openClaim(only(api.listLinks("/claim/", email)))).json).toEqual(unclaimed);
    expect(await countAccounts(email)).toBe(0);
  });

  it("fails with the same message for any invalid code", async () => {
    const [email, other] = [newAddress(), newAddress()];
    for (const address of [email, other]) await signUp(address);
    await api.runDueJobs();
    const [, , uid = "", code = ""] = only(api.listLinks("/claim/", email)).pathname.split("/");
    const [, , , othersCode = ""] = only(api.listLinks("/claim/", other)).pathname.split("/");
    const wrong: Array<[string, string]> = [
      ...[uid, randomUUID(), "1", "not-an-id", "%F0%9F%8E%B5", "'--"].map((id): [string, string] => [
        id,
        othersCode,
      ]),
      ...["x", `${code}x`, swapCase(code), "'%20or%20true"].map((text): [string, string] => [uid, text]),
      [randomUUID(), code],
    ];
    for (const [id, text] of wrong) {
      const { status, json } = await api.call("GET", `user/${id}/claim/${text}`);
      expect([id, text, status, json]).toEqual([id, text, 400, unclaimed]);
    }
    expect(await countAccounts(email)).toBe(0);
    expect((await api.openClaim(only(api.listLinks("/claim/", email)))).status).toBe(200);
  });
});
