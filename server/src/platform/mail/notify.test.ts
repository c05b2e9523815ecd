import { type Language, languages } from "@wrapsody/shared/api/language.ts";
import type { Email } from "postal-mime";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import { runJobs } from "../../testing/jobs.ts";
import { type ReceivedMails, receiveMails } from "../../testing/mail.ts";
import { mailKinds, mailSamples } from "../../testing/mail-samples.ts";
import { sql } from "../database/database.ts";
import { reservePort } from "../embedded/port.ts";
import type { MailData, MailKind } from "./mail-data.ts";
import { notify, sendEmailJob } from "./notify.ts";
import { openMailer } from "./open-mailer.ts";

const name = "Ottilie Brandt";
const each = mailKinds.flatMap((kind) => languages.map((language) => ({ kind, language })));

let received: ReceivedMails;
let database: TestDatabase;

beforeAll(async () => {
  received = await receiveMails();
  database = await testDatabase({ SMTP_URL: received.url });
});
afterEach(async () => {
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(
    database.context.db,
  );
});
afterAll(async () => {
  await database.close();
  await received.close();
});

let readers = 0;

/** Enqueues an email to an address of this test alone. */
async function post<Kind extends MailKind>(
  kind: Kind,
  data: MailData[Kind] = mailSamples[kind][0],
  recipient: { language?: Language; name?: string } = {},
): Promise<string> {
  readers += 1;
  const email = `reader${readers}@wrapsody.example`;
  const { context } = database;
  await context.db
    .transaction()
    .execute((tx) => notify(context, tx, kind, { email, language: "en", name, ...recipient }, data));
  return email;
}

async function receive<Kind extends MailKind>(
  kind: Kind,
  data?: MailData[Kind],
  recipient?: { language?: Language; name?: string },
): Promise<Email> {
  const to = await post(kind, data, recipient);
  expect(await runJobs(database.context)).toEqual([]);
  return received.waitForMail(to);
}

async function waitingPayloads(): Promise<Array<{ sealed: string }>> {
  const { rows } = await sql<{ payload: { sealed: string } }>`
    select payload from graphile_worker._private_jobs`.execute(database.context.db);
  return rows.map(({ payload }) => payload);
}

/** Returns the visible text of the HTML. */
function visibleText(html = ""): string {
  return html
    .replace(/<head>.*<\/head>/s, "")
    .replace(/<[^>]+>/g, "")
    .replaceAll("&amp;", "&");
}

/** Lists the links and codes of a mail. */
function keysIn(data: object): string[] {
  return Object.entries(data).flatMap(([key, value]) => (/link|code/i.test(key) ? [String(value)] : []));
}

describe("every email", () => {
  it.each(each)(
    "$kind contains its message in $language and loads nothing remote",
    async ({ kind, language }) => {
      const [data] = mailSamples[kind];
      const {
        subject = "",
        html = "",
        text = "",
        ...rest
      } = await receive<typeof kind>(kind, data, { language });
      expect(rest.to).toEqual([expect.objectContaining({ address: `reader${readers}@wrapsody.example` })]);
      expect(rest.from).toMatchObject({ name: "Wrapsody", address: "no-reply@localhost" });
      expect(html).toContain(`<html lang="${language}"`);
      expect(text).toContain(language === "en" ? "Hello Ottilie Brandt,\n" : "Hola, Ottilie Brandt:\n");
      const keys = keysIn(data);
      for (const part of [visibleText(html), text]) {
        expect(part).toContain(
          language === "en" ? "You’re receiving this email because" : "Recibes este correo porque",
        );
        for (const key of keys) expect(part).toContain(key);
      }
      for (const key of keys.filter((found) => found.startsWith("https:")))
        expect(html).toContain(`href="${key.replaceAll("&", "&amp;")}"`);
      expect(subject).not.toBe("");
      // Otherwise its sender could see that it was read.
      expect(html).not.toMatch(
        /<(img|link|script|iframe|object|video|form)\b|url\(|@import|\ssrc=|background=/i,
      );
    },
  );

  it("is not sent to an account that is gone or has no address", async () => {
    const { context } = database;
    await context.db.transaction().execute(async (tx) => {
      await notify(context, tx, "password-changed", undefined, { link: "" });
      await notify(context, tx, "password-changed", { email: null, language: "en", name }, { link: "" });
    });
    expect(await waitingPayloads()).toEqual([]);
  });

  it.each([
    ["confirm-sign-up", "24 hours", "24 horas"],
    ["claim-account", "14 days", "14 días"],
    ["choose-password", "24 hours", "24 horas"],
    ["reset-password", "1 hour", "1 hora"],
    ["login-code", "10 minutes", "10 minutos"],
  ] as const)("%s says that it is valid for %s", async (kind, english, spanish) => {
    const [data] = mailSamples[kind];
    const text = async (language: Language) => (await receive<typeof kind>(kind, data, { language })).text;
    expect(await text("en")).toContain(`works for ${english}`);
    expect(await text("es")).toContain(`funciona durante ${spanish}`);
  });

  it("shows the code only in its body, not in a lock-screen preview", async () => {
    const [{ code }] = mailSamples["login-code"];
    const { html = "" } = await receive("login-code");
    expect(html.split(code)).toHaveLength(2);
    expect(html.slice(0, html.indexOf("<h1"))).not.toContain(code);
  });
});

describe("the name in an email", () => {
  const greet = (name: string) => receive("account-deleted", {}, { name });

  it("cannot add a header or a line", async () => {
    const { headers, text } = await greet("Ottilie\r\nBcc: everybody\r\n\r\nBuy now\u2028and here\u0000");
    expect(headers.map(({ key }) => key).sort()).toEqual([
      ...["auto-submitted", "content-type", "date", "from", "message-id", "mime-version", "subject", "to"],
    ]);
    expect(text).toContain("\nHello Ottilie Bcc: everybody Buy now and here,\n");
  });

  it("is escaped as text", async () => {
    const { html, text } = await greet(`Ö<script>alert("1")<b> & 'co'`);
    expect(html).toContain("Hello Ö&lt;script&gt;alert(&quot;1&quot;)&lt;b&gt; &amp; &#x27;co&#x27;,");
    expect(text).toContain(`Hello Ö<script>alert("1")<b> & 'co',`);
  });

  it("is isolated in its own text direction", async () => {
    const { html, text } = await greet("\u202eنور الهدى");
    for (const part of [html, text]) expect(part).toContain("Hello \u2068نور الهدى\u2069,");
  });

  it("can have a hundred characters", async () => {
    const long = "Wolfeschlegelsteinhausenbergerdorff".repeat(3).slice(0, 100);
    expect((await greet(long)).text).toContain(`Hello ${long},`);
  });

  it.each(["Win at https://spam.example now", "spam.example/win", "www.spam", "me@spam.example", " \t "])(
    "is omitted if it is not a name but %j",
    async (input) => {
      const { html, text } = await greet(input);
      expect(text).toContain("\nHello,\n");
      expect(html).not.toContain("spam");
    },
  );
});

describe("an enqueued email", () => {
  it("is not sent if its transaction fails", async () => {
    const { context } = database;
    const failing = context.db.transaction().execute(async (tx) => {
      const reader = { email: "nobody@wrapsody.example", language: "en", name } as const;
      await notify(context, tx, "login-code", reader, mailSamples["login-code"][0]);
      throw new Error("something else failed");
    });
    await expect(failing).rejects.toThrow("something else failed");
    expect(await waitingPayloads()).toEqual([]);
  });

  it("is encrypted: the queue shows neither its links nor its recipient", async () => {
    const to = await post("reset-password");
    const [payload, ...others] = await waitingPayloads();
    expect(others).toEqual([]);
    expect(Object.keys(payload ?? {})).toEqual(["sealed"]);
    const sealed = Buffer.from(payload?.sealed ?? "", "base64").toString("latin1");
    const [{ link }] = mailSamples["reset-password"];
    for (const secret of [link, "Zk3v9QmT0rXy8sLw", name, to, "reset-password"])
      for (const stored of [sealed, JSON.stringify(payload)]) expect(stored).not.toContain(secret);
  });

  it("is one email for its recipient even if the job runs twice", { retry: 0 }, async () => {
    const { context } = database;
    const to = await post("claim-account");
    const other = await post("claim-account");
    const [payload = { sealed: "" }] = await waitingPayloads();
    await context.queue.enqueue(context.db, sendEmailJob, payload);
    expect(await runJobs(context)).toEqual([]);
    const ids = [...received.mails(to), ...received.mails(other)].map(({ messageId }) => messageId);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(2);
  });

  it("waits while the mail server is down and is delivered once when it recovers", { retry: 0 }, async () => {
    const { context } = database;
    // Disconnects everyone, and keeps the address reserved.
    const reservation = await reservePort();
    const mail = openMailer({ ...context, config: withServer(`smtp://127.0.0.1:${reservation.port}`) });
    const away = { ...context, mail: mail.mail };
    const to = await post("confirm-sign-up");
    expect(await runJobs(away)).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/ECONN/) }),
    ]);
    const { rows } = await sql`
      select attempts, run_at > created_at + interval '1 second' as is_put_off from graphile_worker._private_jobs`.execute(
      context.db,
    );
    expect(rows).toEqual([{ attempts: 1, is_put_off: true }]);
    await sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())`.execute(
      context.db,
    );
    await reservation.release();
    const restarted = await receiveMails({}, reservation.port);
    expect(await runJobs(away)).toEqual([]);
    expect(restarted.mails(to)).toHaveLength(1);
    expect(await waitingPayloads()).toEqual([]);
    mail.close();
    await restarted.close();
  });

  it("is dropped if its code has expired by then", async () => {
    const { context } = database;
    const late = await post("login-code");
    context.clock.move(10 * 60);
    const still = await post("login-code");
    const notice = await post("password-changed");
    context.clock.move(10 * 60 - 1);
    expect(await runJobs(context)).toEqual([]);
    expect([late, still, notice].map((to) => received.mails(to).length)).toEqual([0, 1, 1]);
  });
});

function withServer(smtpUrl: string) {
  const { config } = database.context;
  return { ...config, mail: { ...config.mail, smtpUrl } };
}
