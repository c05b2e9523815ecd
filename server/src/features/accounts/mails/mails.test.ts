import { languages } from "@wrapsody/shared/language.ts";
import type { Email } from "postal-mime";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { reservePort } from "../../../platform/embedded/port.ts";
import { sendEmailJob } from "../../../platform/mail/delivery.ts";
import { openMailer } from "../../../platform/mail/open-mailer.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database.ts";
import { type ReceivedMails, receiveMails, runJobs } from "../../../testing/mail.ts";
import type { AccountMail } from "./account-mail.ts";
import { postMail } from "./mails.ts";

const link = "https://music.example/somewhere?code=Zk3v9QmT0rXy8sLw&more=1";
const otherLink = "https://music.example/elsewhere";
const code = "402719";
const name = "Ottilie Brandt";

/** One email of each kind with its expected content. */
const all: Record<AccountMail["kind"], { mail: AccountMail; brings: string[] }> = {
  "confirm-sign-up": { mail: { kind: "confirm-sign-up", name, link }, brings: [link] },
  "already-registered": {
    mail: { kind: "already-registered", name, loginLink: link, resetLink: otherLink },
    brings: [link, otherLink],
  },
  "claim-account": { mail: { kind: "claim-account", name, link }, brings: [link] },
  "choose-password": { mail: { kind: "choose-password", name, link }, brings: [link] },
  "reset-password": { mail: { kind: "reset-password", name, link }, brings: [link] },
  "login-code": { mail: { kind: "login-code", name, code }, brings: [code] },
  "password-changed": { mail: { kind: "password-changed", name, resetLink: link }, brings: [link] },
  "codes-switched-on": { mail: { kind: "codes-switched-on", name, settingsLink: link }, brings: [link] },
  "codes-switched-off": { mail: { kind: "codes-switched-off", name, settingsLink: link }, brings: [link] },
  "network-linked": {
    mail: { kind: "network-linked", name, service: "Apple", settingsLink: link },
    brings: ["Apple", link],
  },
  "account-deleted": { mail: { kind: "account-deleted", name }, brings: [] },
  "import-invited": { mail: { kind: "import-invited", name, link }, brings: [link] },
  "premium-granted": {
    mail: { kind: "premium-granted", name, lastDay: "2031-05-17", link },
    brings: ["2031", "17", link],
  },
};
const each = Object.entries(all).flatMap(([kind, entry]) =>
  languages.map((language) => ({ kind, language, ...entry })),
);

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
async function post(mail: AccountMail, language: (typeof languages)[number] = "en"): Promise<string> {
  readers += 1;
  const to = `reader${readers}@wrapsody.example`;
  const { context } = database;
  await context.db.transaction().execute((tx) => postMail(context, tx, { to, language, mail }));
  return to;
}

async function receive(mail: AccountMail, language?: (typeof languages)[number]): Promise<Email> {
  const to = await post(mail, language);
  expect(await runJobs(database.context)).toEqual([]);
  return received.waitForMail(to);
}

async function waitingPayloads(): Promise<Array<{ sealed: string }>> {
  const { rows } = await sql<{ payload: { sealed: string } }>`
    select payload from graphile_worker._private_jobs`.execute(database.context.db);
  return rows.map(({ payload }) => payload);
}

/** Returns the visible text of the HTML. */
function shown(html = ""): string {
  return html
    .replace(/<head>.*<\/head>/s, "")
    .replace(/<[^>]+>/g, "")
    .replaceAll("&amp;", "&");
}

describe("every account email", () => {
  it.each(each)("$kind contains its message in $language", async ({ mail, language, brings }) => {
    const { subject = "", html = "", text = "", ...rest } = await receive(mail, language);
    expect(rest.to).toEqual([expect.objectContaining({ address: `reader${readers}@wrapsody.example` })]);
    expect(rest.from).toMatchObject({ name: "Wrapsody", address: "no-reply@localhost" });
    expect(html).toContain(`<html lang="${language}"`);
    expect(text).toContain(language === "en" ? "Hello Ottilie Brandt,\n" : "Hola, Ottilie Brandt:\n");
    for (const part of [shown(html), text]) {
      expect(part).toContain(
        language === "en" ? "You’re receiving this email because" : "Recibes este correo porque",
      );
      for (const content of brings) expect(part).toContain(content);
    }
    for (const content of brings.filter((brought) => brought.startsWith("https:")))
      expect(html).toContain(`href="${content.replaceAll("&", "&amp;")}"`);
    expect(subject).not.toBe("");
    expect(subject).not.toMatch(/Ottilie|\d/);
  });

  it.each(each)("$kind in $language loads nothing remote, so reading it cannot be tracked", async (item) => {
    const { html = "" } = await receive(item.mail, item.language);
    expect(html).not.toMatch(
      /<(img|link|script|iframe|object|video|form)\b|url\(|@import|\ssrc=|background=/i,
    );
  });

  it("differs between languages", async () => {
    for (const { mail } of Object.values(all)) {
      const [english, spanish] = [await receive(mail, "en"), await receive(mail, "es")];
      expect(english.subject).not.toBe(spanish.subject);
    }
  });

  it.each([
    ["confirm-sign-up", "24 hours", "24 horas"],
    ["claim-account", "14 days", "14 días"],
    ["choose-password", "24 hours", "24 horas"],
    ["reset-password", "1 hour", "1 hora"],
    ["login-code", "10 minutes", "10 minutos"],
  ] as const)("%s says that it is valid for %s", async (kind, english, spanish) => {
    expect((await receive(all[kind].mail, "en")).text).toContain(`works for ${english}`);
    expect((await receive(all[kind].mail, "es")).text).toContain(`funciona durante ${spanish}`);
  });

  it("shows the code only in its body, not in a lock-screen preview", async () => {
    const { html = "" } = await receive(all["login-code"].mail);
    expect(html.split(code)).toHaveLength(2);
    expect(html.slice(0, html.indexOf("<h1"))).not.toContain(code);
  });
});

describe("the name in an email", () => {
  const greet = (name: string) => receive({ kind: "account-deleted", name: name });

  it("cannot add a header or a line", async () => {
    const { headers, text } = await greet("Ottilie\r\nBcc: everybody\r\n\r\nBuy now\u2028and here\u0000");
    expect(headers.map(({ key }) => key).sort()).toEqual([
      ...["auto-submitted", "content-type", "date", "from", "message-id", "mime-version", "subject", "to"],
    ]);
    expect(text).toContain("\nHello Ottilie Bcc: everybody Buy now and here,\n");
  });

  it("is escaped as text", async () => {
    const { html, text } = await greet(`Ö<script>alert("1")<b> & 'co'`);
    expect(html).toContain("<bdi>Ö&lt;script&gt;alert(&quot;1&quot;)&lt;b&gt; &amp; &#x27;co&#x27;</bdi>");
    expect(text).toContain(`Hello Ö<script>alert("1")<b> & 'co',`);
  });

  it("is isolated in its own text direction", async () => {
    const { html, text } = await greet("\u202eنور الهدى");
    expect(html).toContain("Hello <bdi>نور الهدى</bdi>,");
    expect(text).toContain("Hello \u2068نور الهدى\u2069,");
  });

  it("can have a hundred characters", async () => {
    const long = "Wolfeschlegelsteinhausenbergerdorff".repeat(3).slice(0, 100);
    expect((await greet(long)).text).toContain(`Hello ${long},`);
  });

  it.each(["Win at https://spam.example now", "spam.example", "www spam", "me@spam.example", " \t "])(
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
      await postMail(context, tx, { to: "nobody@wrapsody.example", language: "en", ...all["login-code"] });
      throw new Error("something else failed");
    });
    await expect(failing).rejects.toThrow("something else failed");
    expect(await waitingPayloads()).toEqual([]);
  });

  it("is encrypted: the queue shows neither its links nor its recipient", async () => {
    const to = await post(all["reset-password"].mail);
    const [payload, ...others] = await waitingPayloads();
    expect(others).toEqual([]);
    expect(Object.keys(payload ?? {})).toEqual(["sealed"]);
    const sealed = Buffer.from(payload?.sealed ?? "", "base64").toString("latin1");
    for (const secret of [link, "Zk3v9QmT0rXy8sLw", name, to, "reset-password"])
      for (const stored of [sealed, JSON.stringify(payload)]) expect(stored).not.toContain(secret);
  });

  it("is one email for its recipient even if the job runs twice", async () => {
    const { context } = database;
    const to = await post(all["claim-account"].mail);
    const other = await post(all["claim-account"].mail);
    const [payload = { sealed: "" }] = await waitingPayloads();
    await context.queue.enqueue(context.db, sendEmailJob, payload);
    expect(await runJobs(context)).toEqual([]);
    const ids = [...received.mails(to), ...received.mails(other)].map(({ messageId }) => messageId);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(2);
  });

  it("waits while the mail server is down and is delivered once when it recovers", async () => {
    const { context } = database;
    // Disconnects everyone, and keeps the address reserved.
    const gone = await reservePort();
    const mail = openMailer({ ...context, config: withServer(`smtp://127.0.0.1:${gone.port}`) });
    const away = { ...context, mail: mail.mail };
    const to = await post(all["confirm-sign-up"].mail);
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
    await gone.release();
    const back = await receiveMails({}, gone.port);
    expect(await runJobs(away)).toEqual([]);
    expect(back.mails(to)).toHaveLength(1);
    expect(await waitingPayloads()).toEqual([]);
    mail.close();
    await back.close();
  });

  it("is dropped if its code has expired by then", async () => {
    const { context } = database;
    const late = await post(all["login-code"].mail);
    context.clock.move(10 * 60);
    const still = await post(all["login-code"].mail);
    const notice = await post(all["password-changed"].mail);
    context.clock.move(10 * 60 - 1);
    expect(await runJobs(context)).toEqual([]);
    expect([late, still, notice].map((to) => received.mails(to).length)).toEqual([0, 1, 1]);
  });
});

function withServer(smtpUrl: string) {
  const { config } = database.context;
  return { ...config, mail: { ...config.mail, smtpUrl } };
}
