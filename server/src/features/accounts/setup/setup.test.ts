import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { bearer, openPeople, type People, password } from "../../../testing/fixtures/people.ts";
import { createAdministrator, createSetupLink, resetAdministrator } from "../index.ts";

const HOUR_S = 60 * 60;

let people: People;
beforeAll(async () => {
  people = await openPeople();
});
beforeEach(async () => {
  await sql`delete from account`.execute(people.context.db);
  await sql`delete from setup_link`.execute(people.context.db);
  await sql`delete from site_setting`.execute(people.context.db);
  people.context.site.invalidate();
});
afterAll(() => people.close());

let count = 0;
const newAddress = () => `operator${++count}@wrapsody.example`;

async function newCode(): Promise<string> {
  const link = new URL((await createSetupLink(people.context)) ?? "");
  expect(link.pathname).toBe("/setup");
  return link.searchParams.get("code") ?? "";
}

function setUp(code: string, email = newAddress(), changes: Record<string, string> = {}) {
  const payload = { code, email, name: "Ada", password, confirmPassword: password, ...changes };
  return people.call("POST", "setup", { payload });
}

describe("the setup link", () => {
  it("creates an administrator with a confirmed address, logs them in, and works once", {
    retry: 0,
  }, async () => {
    const code = await newCode();
    const email = newAddress();
    const { status, json } = await setUp(code, email);
    expect(status).toBe(200);
    expect(json.body.user).toMatchObject({ email, role: "ADMIN" });
    expect((await people.call("GET", "admin/users", bearer(json.body.token))).status).toBe(200);
    expect((await people.logIn(email, password)).status).toBe(200);
    expect((await people.events(json.body.user.id)).map(({ kind }) => kind)).toEqual([
      "administrator-created",
      "logged-in",
      "logged-in",
    ]);
    expect(await setUp(code)).toMatchObject({ status: 400, json: { code: "E0020" } });
  });

  it("creates one administrator if it is used twice at the same time, also with the link of another node", {
    retry: 0,
  }, async () => {
    const codes = [await newCode(), await newCode()];
    const answers = await Promise.all([...codes, ...codes].map((code) => setUp(code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
    const { rows } = await sql`select from account where role = 'ADMIN'`.execute(people.context.db);
    expect(rows.length).toBe(1);
    const links = await sql`select from setup_link`.execute(people.context.db);
    expect(links.rows.length).toBe(0);
  });

  it("stores the name, contact and sender of the site together with the administrator", async () => {
    const code = await newCode();
    const proposed = await people.call("POST", "setup/settings", { payload: { code } });
    expect(proposed.json.body).toEqual({
      site_name: "Wrapsody",
      contact: "",
      mail_sender: "no-reply@localhost",
      locked: {},
    });
    const site = { contact: "hello@tide.example", mail_sender: "mail@tide.example" };
    const failed = await setUp(code, "nobody", { ...site, site_name: "Ebb Records" });
    expect(failed.status).toBe(400);
    expect((await people.call("GET", "site")).json.body).toMatchObject({ name: "Wrapsody", contact: "" });
    const fields = (await setUp(code, newAddress(), { site_name: " ", contact: "x", mail_sender: "y" })).json
      .errors;
    expect(new Set(fields.map(({ field }: { field: string }) => field))).toEqual(
      new Set(["site_name", "contact", "mail_sender"]),
    );
    const { json } = await setUp(code, newAddress(), { ...site, site_name: "Tide Records" });
    expect((await people.call("GET", "site")).json.body).toMatchObject({
      name: "Tide Records",
      contact: "hello@tide.example",
    });
    const { body } = (await people.call("GET", "admin/site", bearer(json.body.token))).json;
    expect(await people.events(json.body.user.id)).toContainEqual({
      kind: "site-settings-changed",
      detail: { settings: "name,contact,mail_sender", by: json.body.user.id },
    });
    expect(body).toMatchObject({ revision: 1, settings: { mail_sender: "mail@tide.example" } });
    expect((await people.call("POST", "setup/settings", { payload: { code } })).json.code).toBe("E0020");
  });

  it("does not replace what a variable determines", async () => {
    const locked = await openPeople({ SITE_NAME: "Ebb Records", MAIL_FROM: "Ebb <mail@ebb.example>" });
    const code = new URL((await createSetupLink(locked.context)) ?? "").searchParams.get("code") ?? "";
    const { body } = (await locked.call("POST", "setup/settings", { payload: { code } })).json;
    expect(body.locked).toEqual({ site_name: "SITE_NAME", mail_sender: "MAIL_FROM" });
    const payload = { code, email: newAddress(), name: "Ada", password, confirmPassword: password };
    const site = { site_name: "Tide Records", contact: "hello@tide.example", mail_sender: "x@tide.example" };
    expect((await locked.call("POST", "setup", { payload: { ...payload, ...site } })).status).toBe(200);
    const { rows } = await sql`select key from site_setting`.execute(locked.context.db);
    expect(rows).toEqual([{ key: "contact" }]);
    await locked.close();
  });

  it("works for 24 hours", async () => {
    const [early, late] = [await newCode(), await newCode()];
    people.context.clock.move(24 * HOUR_S);
    expect((await setUp(late)).json.code).toBe("E0020");
    people.context.clock.move(-1);
    expect((await setUp(early)).status).toBe(200);
  });

  it("reports bad input at its field and stays usable", async () => {
    const code = await newCode();
    const fan = await people.join();
    const fieldsOf = async (...args: Parameters<typeof setUp>) =>
      (await setUp(...args)).json.errors.map(({ field }: { field: string }) => field);
    expect(await fieldsOf(code, "nobody")).toEqual(["email"]);
    expect(await fieldsOf(code, fan.email.toUpperCase())).toEqual(["email"]);
    expect(await fieldsOf(code, newAddress(), { name: " " })).toEqual(["name"]);
    expect(await fieldsOf(code, newAddress(), { password: "password1" })).toContain("confirmPassword");
    const common = { password: "password1", confirmPassword: "password1" };
    expect(await fieldsOf(code, newAddress(), common)).toEqual(["password"]);
    expect((await setUp("x")).json.code).toBe("E0020");
    expect((await setUp(code)).status).toBe(200);
  });

  it("is not created, and no longer works, once an administrator can log in", async () => {
    const code = await newCode();
    const { link } = await createAdministrator(people.context, { email: newAddress(), name: "Ada" });
    // The new administrator has no password yet.
    expect(await createSetupLink(people.context)).toBeDefined();
    expect((await choosePassword(link)).status).toBe(200);
    expect(await createSetupLink(people.context)).toBeUndefined();
    expect((await setUp(code)).json.code).toBe("E0020");
  });

  it("is stored as a hash", async () => {
    const code = await newCode();
    const { rows } = await sql<{ row: string }>`select row_to_json(s)::text as row from setup_link s`.execute(
      people.context.db,
    );
    expect(JSON.stringify(rows)).not.toContain(code);
  });
});

function choosePassword(link: string | undefined) {
  const { searchParams } = new URL(link ?? "");
  const payload = { code: searchParams.get("code"), userId: searchParams.get("uid") };
  return people.call("PATCH", "auth/password/update", {
    payload: { ...payload, password, confirmPassword: password },
  });
}

describe("the operator on the command line", () => {
  it("creates an administrator, whose link chooses the first password", async () => {
    const email = newAddress();
    const created = await createAdministrator(people.context, { email, name: "Ada" });
    expect(created.isNew).toBe(true);
    expect((await choosePassword(created.link)).status).toBe(200);
    expect((await people.logIn(email, password)).json.body.user.role).toBe("ADMIN");
    expect((await choosePassword(created.link)).json.code).toBe("E0020");
  });

  it("makes an existing account an administrator and keeps its password and sessions", async () => {
    const fan = await people.join();
    const both = await Promise.all([
      createAdministrator(people.context, { email: fan.email.toUpperCase(), name: "Other" }),
      createAdministrator(people.context, { email: fan.email, name: "Other" }),
    ]);
    expect(both).toEqual(Array(2).fill({ isNew: false, link: undefined }));
    expect((await people.call("GET", "me", bearer(fan.token))).json.body).toMatchObject({
      role: "ADMIN",
      name: "Ottilie Brandt",
    });
    expect((await people.events(fan.id)).map(({ kind }) => kind)).toEqual([
      "logged-in",
      "administrator-created",
    ]);
  });

  it("lets a locked-out administrator in, however many links and failed logins there were", async () => {
    const admin = await people.join();
    await createAdministrator(people.context, { email: admin.email, name: "Ada" });
    await sql`update account set mfa_enabled = true where id = ${admin.id}`.execute(people.context.db);
    for (let tries = 0; tries < 12; tries += 1) await people.logIn(admin.email, "wrong password");
    expect((await people.logIn(admin.email, password)).json.code).toBe("E0010");
    for (let links = 0; links < 4; links += 1)
      await resetAdministrator(people.context, { email: admin.email, withoutCodes: false });
    const link = await resetAdministrator(people.context, { email: admin.email, withoutCodes: true });
    expect((await choosePassword(link)).status).toBe(200);
    expect((await people.logIn(admin.email, password)).json.body.user).toMatchObject({ mfa_enabled: false });
  });

  it("gets no link for an address that is not an administrator's", async () => {
    const fan = await people.join();
    for (const email of [fan.email, "nobody@wrapsody.example"])
      expect(await resetAdministrator(people.context, { email, withoutCodes: true })).toBeUndefined();
  });
});
