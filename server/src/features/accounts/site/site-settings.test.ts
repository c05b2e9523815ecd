import { changedMessage, lockedMessage } from "@wrapsody/shared/operations/site-settings.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import {
  bearer,
  joinAdministrator,
  openPeople,
  type People,
  type Person,
} from "../../../testing/fixtures/people.ts";

let people: People;
let admin: Person;
beforeAll(async () => {
  people = await openPeople();
  admin = await joinAdministrator(people);
});
afterEach(async () => {
  await sql`delete from site_setting`.execute(people.context.db);
  people.context.site.invalidate();
});
afterAll(() => people.close());

const read = async (token = admin.token) => people.call("GET", "admin/site", bearer(token));
const revision = async (): Promise<number> => (await read()).json.body.revision;

async function patch(payload: object, { token = admin.token, at = undefined as number | undefined } = {}) {
  const body = { revision: at ?? (await revision()), ...payload };
  return people.call("PATCH", "admin/site", { ...bearer(token), payload: body });
}

describe("the site settings", () => {
  it("start with defaults, today's texts among them", async () => {
    const { json } = await read();
    expect(json.body).toMatchObject({
      revision: 0,
      settings: {
        name: "Wrapsody",
        operator: "",
        contact: "",
        mail_sender: "no-reply@localhost",
        sign_up: "open",
        listing_review: "auto",
        default_language: "en",
        announcement: { en: "", es: "" },
      },
      customized: [],
      locked: {},
    });
    expect(json.body.settings.terms.en).toContain("## Songs and artwork");
    expect(json.body.settings.privacy.es).toContain("## En tu navegador");
  });

  it("are changed field by field, and null or an empty text restores a default", async () => {
    const changed = await patch({ name: " Tide Records ", terms: { es: "Sé amable." } });
    expect(changed.status).toBe(200);
    expect(changed.json.body).toMatchObject({
      revision: 1,
      settings: { name: "Tide Records", terms: { es: "Sé amable." } },
      customized: ["name", "terms.es"],
    });
    expect(changed.json.body.settings.terms.en).toContain("## Using the site");
    const restored = await patch({ name: null, terms: { es: " " } });
    expect(restored.json.body).toMatchObject({ settings: { name: "Wrapsody" }, customized: [] });
    expect(restored.json.body.settings.terms.es).toContain("## Uso del sitio");
  });

  it("are visible to everyone as soon as they are saved", async () => {
    await patch({ name: "Tide Records", operator: "Ada", contact: "ada@tide.example" });
    expect((await people.call("GET", "site")).json.body).toEqual({
      name: "Tide Records",
      operator: "Ada",
      contact: "ada@tide.example",
      sign_up: "open",
      default_language: "en",
    });
  });

  it("keep the changes of two administrators who change different settings at the same time", {
    retry: 0,
  }, async () => {
    const at = await revision();
    const answers = await Promise.all([
      patch({ name: "Tide Records" }, { at }),
      patch({ operator: "Ada" }, { at }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await read()).json.body.settings).toMatchObject({ name: "Tide Records", operator: "Ada" });
  });

  it("reject the second change of the same setting, and save nothing of it", { retry: 0 }, async () => {
    const at = await revision();
    const answers = await Promise.all([
      patch({ name: "Tide Records", operator: "Ada" }, { at }),
      patch({ name: "Ebb Records", contact: "ebb@tide.example" }, { at }),
    ]);
    const rejected = answers.filter(({ status }) => status === 409);
    expect(rejected.map(({ json }) => [json.code, json.errors])).toEqual([
      ["E0005", [{ field: "name", message: changedMessage }]],
    ]);
    const { settings } = (await read()).json.body;
    expect([
      { name: "Tide Records", operator: "Ada", contact: "" },
      { name: "Ebb Records", operator: "", contact: "ebb@tide.example" },
    ]).toContainEqual({ name: settings.name, operator: settings.operator, contact: settings.contact });
    expect((await patch({ name: settings.name }, { at })).status).toBe(200);
  });

  it("are recorded in the audit log by name, only when they change", async () => {
    await patch({ name: "Tide Records", imprint: { en: "Tide Ltd" } });
    await patch({ name: "Tide Records" });
    const events = (await people.events(admin.id)).filter(({ kind }) => kind === "site-settings-changed");
    expect(events.at(-1)?.detail).toEqual({ settings: "name,imprint.en", by: admin.id });
    expect(await revision()).toBe(1);
  });

  it("are refused to others, and bad values are reported at their fields", async () => {
    const fan = await people.join();
    expect((await people.call("GET", "admin/site")).status).toBe(401);
    expect((await read(fan.token)).status).toBe(403);
    expect((await patch({ name: "Mine" }, { token: fan.token })).status).toBe(403);
    const answer = await patch({
      name: "",
      operator: "two\nlines",
      contact: "nowhere",
      sign_up: "maybe",
      announcement: { en: "x".repeat(301) },
      terms: { es: "x".repeat(50_001) },
    });
    expect(answer.json.code).toBe("E0007");
    expect(new Set(answer.json.errors.map(({ field }: { field: string }) => field))).toEqual(
      new Set(["name", "operator", "contact", "sign_up", "announcement.en", "terms.es"]),
    );
    expect(
      (await people.call("PATCH", "admin/site", { ...bearer(admin.token), payload: {} })).json.errors,
    ).toEqual([expect.objectContaining({ field: "revision" })]);
  });

  it("that a variable determines show the variable and cannot be changed", async () => {
    const locked = await openPeople({
      LISTING_REVIEW: "manual",
      SITE_NAME: "Ebb Records",
      MAIL_FROM: "Ebb <mail@ebb.example>",
      DEFAULT_LANGUAGE: "es",
      SIGN_UP: "closed",
    });
    const { call } = locked;
    const session = bearer((await joinAdministrator(locked)).token);
    const { json } = await call("GET", "admin/site", session);
    expect(json.body.locked).toEqual({
      listing_review: "LISTING_REVIEW",
      name: "SITE_NAME",
      mail_sender: "MAIL_FROM",
      default_language: "DEFAULT_LANGUAGE",
      sign_up: "SIGN_UP",
    });
    expect(json.body.settings).toMatchObject({ name: "Ebb Records", mail_sender: "mail@ebb.example" });
    const payload = { revision: 0, operator: "Ada", name: "Other", listing_review: "auto" };
    const refused = await call("PATCH", "admin/site", { ...session, payload });
    expect(refused.json).toMatchObject({
      code: "E0007",
      errors: [
        { field: "name", message: lockedMessage("SITE_NAME") },
        { field: "listing_review", message: lockedMessage("LISTING_REVIEW") },
      ],
    });
    expect((await call("GET", "site")).json.body.operator).toBe("");
    await locked.close();
  });

  it("of an older node do not break on values that it does not know", async () => {
    await sql`insert into site_setting (key, value, revision, updated_at) values ('motto', '"x"', 1, now())`.execute(
      people.context.db,
    );
    people.context.site.invalidate();
    expect((await people.call("GET", "site")).status).toBe(200);
  });
});

describe("the texts of the site", () => {
  const html = async (text: string, language = "en") =>
    (await people.call("GET", `site/text/${text}?language=${language}`)).json.body?.html;

  it("are rendered from Markdown with the name of the site, in the language of the call", async () => {
    await patch({ name: "Tide & *Ebb*", operator: "Ada <Ltd>" });
    expect(await html("terms")).toContain("Tide &amp; *Ebb* is run by Ada &lt;Ltd&gt;.");
    expect(await html("terms", "es")).toContain("Tide &amp; *Ebb* lo gestiona Ada &lt;Ltd&gt;.");
    expect((await people.call("GET", "site/text/secrets")).status).toBe(400);
  });

  it("contain no HTML, scripts or images of the operator's", async () => {
    const text =
      "# Big\n\n<script>alert(1)</script> [x](javascript:alert(1)) ![i](https://spy.example/i.png) https://ok.example";
    await patch({ terms: { en: text } });
    const rendered = await html("terms");
    expect(rendered).toContain('<h2 class="head">Big</h2>');
    expect(rendered).toContain("&lt;script&gt;");
    expect(rendered).not.toMatch(/<script|<img|href="javascript/i);
    expect(rendered).toContain('href="https://ok.example"');
  });

  it("include an imprint once the site names an operator or a contact", async () => {
    expect((await people.call("GET", "site/text/imprint")).status).toBe(404);
    await patch({ contact: "ada@tide.example" });
    expect(await html("imprint")).toContain('href="mailto:ada@tide.example"');
  });
});

describe("the test mail", () => {
  const send = (token: string) => people.call("POST", "admin/site/test-mail", bearer(token));

  it("arrives immediately, from the sender and with the name of the site", async () => {
    await patch({ name: "Tide Records", mail_sender: "hello@tide.example" });
    const { status, json } = await send(admin.token);
    expect([status, json.body]).toEqual([200, { email: admin.email }]);
    const mail = await people.mails.waitForMail(admin.email, ({ subject }) => subject?.startsWith("Test"));
    expect(mail.from).toMatchObject({ name: "Tide Records", address: "hello@tide.example" });
    expect(mail.subject).toBe("Test email from Tide Records");
    expect(mail.html).toContain(">Tide Records</a>");
    expect(mail.text).toMatch(/^Tide Records\n/);
    expect(`${mail.subject} ${mail.html} ${mail.text}`).not.toContain("Wrapsody");
  });

  it("is for administrators", async () => {
    expect((await people.call("POST", "admin/site/test-mail")).status).toBe(401);
    expect((await send((await people.join()).token)).status).toBe(403);
  });

  it("says why the mail server did not accept it", async () => {
    const unreachable = await openPeople({ SMTP_URL: "smtp://127.0.0.1:1" });
    const session = bearer((await joinAdministrator(unreachable)).token);
    const answer = await unreachable.call("POST", "admin/site/test-mail", session);
    expect(answer.json).toMatchObject({ code: "E0062", message: expect.stringContaining("ECONNREFUSED") });
    await unreachable.close();
  });
});
