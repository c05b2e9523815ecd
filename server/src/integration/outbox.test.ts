import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../platform/database/database.ts";
import type { Email } from "../platform/mail/mailer.ts";
import { createServer } from "../server.ts";
import { type TestDatabase, testDatabase } from "../testing/database/database.ts";

let database: TestDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  database = await testDatabase();
  app = await createServer(database.context, { site: false });
});
beforeEach(() => sql`delete from outbox`.execute(database.context.db));
afterAll(async () => {
  await app.close();
  await database.close();
});

/** Stores an email sent a second after the previous one. */
async function storeEmail(overrides: Partial<Email> = {}): Promise<Email> {
  const email: Email = {
    id: randomUUID(),
    to: "ottilie.brandt@wrapsody.example",
    from: { name: "Wrapsody", address: "no-reply@localhost" },
    subject: "Tides",
    html: "<p>Low tide at <b>seven</b>.</p>",
    text: "Low tide at seven.\nhttp://localhost/tides?day=1&hour=2",
    ...overrides,
  };
  database.context.clock.move(1);
  await database.context.mail.deliver(email);
  return email;
}

describe("GET /outbox", () => {
  it("lists the stored emails, newest first, and states that none is delivered", async () => {
    await storeEmail({ subject: "First" });
    await storeEmail({ subject: "Second" });
    const { body, headers, statusCode } = await app.inject("/outbox");
    expect(statusCode).toBe(200);
    expect(body.indexOf("Second")).toBeLessThan(body.indexOf("First"));
    expect(body).toContain("ottilie.brandt@wrapsody.example");
    expect(body).toContain("Nothing leaves this machine.");
    expect(headers).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex, nofollow" });
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'self'/);
    expect((await app.inject("/outbox/outbox.css")).headers["content-type"]).toMatch(/^text\/css/);
  });

  it("shows a message if there are none", async () => {
    expect((await app.inject("/outbox")).body).toContain("No emails yet.");
  });

  it("lists the emails to one address", async () => {
    await storeEmail({ subject: "For Ottilie" });
    await storeEmail({ subject: "For Bram", to: "bram+tide@wrapsody.example" });
    const filtered = await app.inject(`/outbox?to=${encodeURIComponent("bram+tide@wrapsody.example")}`);
    expect(filtered.body).toContain("For Bram");
    expect(filtered.body).not.toContain("For Ottilie");
    const unknown = await app.inject("/outbox?to=%00%3Cb%3E");
    expect(unknown.statusCode).toBe(200);
    expect(unknown.body).toContain("&lt;b&gt; yet.");
  });

  it("stores an email sent twice once, and keeps the newest 500", { retry: 0 }, async () => {
    await sql`
      insert into outbox (to_address, subject, html, text, sent_at)
      select 'fan@wrapsody.example', 'Old ' || n, '', '', now() - n * interval '1 minute'
      from generate_series(1, 500) n`.execute(database.context.db);
    const email = await storeEmail({ subject: "Newest" });
    await database.context.mail.deliver(email);
    const { body } = await app.inject("/outbox");
    expect(body.split("Newest")).toHaveLength(2);
    expect(body).toContain(">Old 499<");
    expect(body).not.toContain(">Old 500<");
  });

  it("shows both parts of an email, the HTML in a sandbox", async () => {
    const { id, html } = await storeEmail({ subject: "Tides & <b>more</b>" });
    const { body } = await app.inject(`/outbox/${id}`);
    expect(body).toContain("<h1>Tides &amp; &lt;b&gt;more&lt;/b&gt;</h1>");
    expect(body).toContain(`<iframe src="/outbox/${id}/mail"`);
    expect(body).toContain("Low tide at seven.\n");
    expect(body).toContain('<a href="http://localhost/tides?day=1&amp;hour=2"');
    const alone = await app.inject(`/outbox/${id}/mail`);
    expect(alone.body).toBe(html);
    expect(alone.headers["content-security-policy"]).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; " +
        "frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
    );
  });

  it.each([randomUUID(), "1", "-".repeat(36), "%00"])("returns 404 for email %j", async (id) => {
    for (const path of [`/outbox/${id}`, `/outbox/${id}/mail`])
      expect((await app.inject(path)).statusCode).toBe(404);
  });
});

describe("the outbox", () => {
  it.each([
    ["another machine", { remoteAddress: "192.0.2.7" }],
    ["behind a proxy", { headers: { "x-forwarded-for": "127.0.0.1" } }],
    ["behind another kind of proxy", { headers: { forwarded: "for=127.0.0.1" } }],
    ["a site whose DNS name points here", { headers: { host: "wrapsody.example" } }],
  ])("rejects a request from %s", async (_who, asking) => {
    const { id } = await storeEmail();
    for (const url of ["/outbox", "/outbox/outbox.css", `/outbox/${id}`, `/outbox/${id}/mail`]) {
      const { statusCode, body } = await app.inject({ url, ...asking });
      expect(statusCode).toBe(404);
      expect(body).not.toContain("Tides");
    }
  });

  it.each(["localhost:8080", "127.0.0.1", "[::1]:8080"])("accepts a loopback request as %s", async (host) => {
    for (const remoteAddress of ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
      expect((await app.inject({ url: "/outbox", headers: { host }, remoteAddress })).statusCode).toBe(200);
  });

  it("does not exist if emails are delivered", async () => {
    const { id } = await storeEmail();
    const { config: former } = database.context;
    const config = { ...former, mail: { ...former.mail, smtpUrl: "smtp://localhost" } };
    const sending = await createServer({ ...database.context, config }, { site: false });
    for (const url of ["/outbox", "/outbox/outbox.css", `/outbox/${id}`, `/outbox/${id}/mail`])
      expect((await sending.inject(url)).statusCode).toBe(404);
    await sending.close();
  });
});
