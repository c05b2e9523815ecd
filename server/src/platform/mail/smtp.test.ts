import { randomUUID } from "node:crypto";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { pino } from "pino";
import type { SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, it } from "vitest";
import { makeCertificate } from "../../testing/http/certificate.ts";
import { receiveMails } from "../../testing/mail.ts";
import { readConfig } from "../config/config.ts";
import { logOptions } from "../log.ts";
import type { Email } from "./mailer.ts";
import { openSmtp, serverOf } from "./smtp.ts";

const reader = "ottilie.brandt@wrapsody.example";
const from = { name: "Wrapsody", address: "no-reply@music.example" };
const ends: Array<() => unknown> = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

function email(overrides: Partial<Email> = {}): Email {
  const text = "Low tide at seven.";
  return { id: randomUUID(), to: reader, from, subject: "Tides", html: `<p>${text}</p>`, text, ...overrides };
}

type MailServerOptions = { server?: SMTPServerOptions; production?: boolean; url?: (url: string) => string };

/** Starts a mail server and a mailer that sends to it, and collects the log. */
async function openMailServer({
  server = {},
  production = false,
  url = (address) => address,
}: MailServerOptions = {}) {
  const received = await receiveMails(server);
  const lines: string[] = [];
  const log = pino(logOptions("debug"), { write: (line) => lines.push(line) });
  const { mail, close } = openSmtp({ url: url(received.url), production, log });
  ends.push(close, received.close);
  return { received, mail, lines };
}

/** Returns why it was not sent. Fails if it was. */
async function reasonOf(sending: Promise<unknown>): Promise<string> {
  return sending.then(
    () => expect.unreachable("the mail was sent"),
    (error: Error) => error.message,
  );
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

describe("sending by SMTP", () => {
  it("submits both parts with their headers", async () => {
    const { received, mail } = await openMailServer();
    const sent = email();
    await mail.deliver(sent);
    const delivered = await received.waitForMail(reader);
    expect(delivered).toMatchObject({
      from: { name: "Wrapsody", address: "no-reply@music.example" },
      to: [{ name: "", address: reader }],
      subject: "Tides",
      messageId: `<${sent.id}@music.example>`,
    });
    expect(delivered.text).toContain(sent.text);
    expect(delivered.html).toContain(sent.html);
    const { value } = delivered.headers.find(({ key }) => key === "auto-submitted") ?? {};
    expect(value).toBe("auto-generated");
  });

  it("sends an address to that recipient alone, whatever it contains", async () => {
    const { received, mail } = await openMailServer();
    const others = ["fan@wrapsody.example", "other@wrapsody.example"];
    for (const to of [
      others.join(","),
      `${reader}>\r\nRCPT TO:<${others[0]}`,
      `A <${others[0]}>, ${others[1]}`,
    ])
      await mail.deliver(email({ to })).catch(() => undefined);
    await mail.deliver(email({ subject: "Tides\r\nBcc: fan@wrapsody.example\r\n\r\nMore" }));
    const { headers } = await received.waitForMail(reader);
    expect(headers.map(({ key }) => key)).not.toContain("bcc");
    for (const other of others) expect(received.mails(other)).toEqual([]);
  });

  it.each([
    ["me%40music.example:p%3Ass%25", ["me@music.example", "p:ss%"]],
    ["me:50%_off", ["me", "50%_off"]],
  ])("logs in with %s, with any characters in the credentials", async (credentials, expected) => {
    const seen: unknown[] = [];
    const { mail } = await openMailServer({
      server: {
        authOptional: false,
        onAuth: ({ username, password }, _session, answer) => {
          seen.push([username, password]);
          answer(null, { user: username });
        },
      },
      url: (address) => address.replace("//", `//${credentials}@`),
    });
    await mail.deliver(email());
    expect(seen).toEqual([expected]);
  });

  it("retries if the login fails, and reveals no password", async () => {
    const { mail } = await openMailServer({
      server: {
        authOptional: false,
        onAuth: (_given, _session, answer) => answer(refusal(535, "hunter2 is wrong")),
      },
      url: (address) => address.replace("//", "//me:hunter2@"),
    });
    const reason = await reasonOf(mail.deliver(email()));
    expect(reason).toContain("535");
    expect(reason).not.toContain("hunter2");
  });
});

describe("encryption", () => {
  const certificate = makeCertificate();

  it("is used if the server offers it", async () => {
    const secure: boolean[] = [];
    const { mail } = await openMailServer({
      server: {
        ...certificate,
        hideSTARTTLS: false,
        onMailFrom: (_address, session, answer) => {
          secure.push(session.secure);
          answer();
        },
      },
    });
    await mail.deliver(email());
    expect(secure).toEqual([true]);
  });

  it("needs a trusted certificate in production", async () => {
    const { mail, received } = await openMailServer({
      server: { ...certificate, secure: true },
      production: true,
    });
    expect(await reasonOf(mail.deliver(email()))).toContain("self-signed certificate");
    expect(received.mails(reader)).toEqual([]);
    const trusted = getCACertificates("default");
    ends.push(() => setDefaultCACertificates(trusted));
    setDefaultCACertificates([...trusted, certificate.cert]);
    await mail.deliver(email());
    expect(received.mails(reader)).toHaveLength(1);
  });

  it("accepts any certificate of a loopback server outside production", async () => {
    const { mail, received } = await openMailServer({ server: { ...certificate, secure: true } });
    await mail.deliver(email());
    expect(received.mails(reader)).toHaveLength(1);
  });

  it.each([true, false])("is required for any other machine (production: %s)", (production) => {
    expect(serverOf("smtp://mail.example", production)).toMatchObject({
      host: "mail.example",
      port: 587,
      secure: false,
      requireTLS: true,
      tls: { rejectUnauthorized: true },
    });
    expect(serverOf("smtps://mail.example", production)).toMatchObject({
      port: 465,
      secure: true,
      tls: { rejectUnauthorized: true },
    });
  });

  it("is not required for a loopback server, under any of its names", () => {
    for (const name of ["localhost", "127.0.0.1", "127.9.9.9", "[::1]"])
      expect(serverOf(`smtp://${name}:25`, true)).toMatchObject({ port: 25, requireTLS: false });
    for (const name of ["localhost.example", "127.0.0.1.example", "10.0.0.1", "[::2]"])
      expect(serverOf(`smtp://${name}:25`, true)).toMatchObject({ requireTLS: true });
  });
});

describe("a rejection", () => {
  const refuseReader = (status: number, message: string): SMTPServerOptions => ({
    onRcptTo: ({ address }, _session, answer) => answer(refusal(status, `${message} <${address}>`)),
  });

  it.each([
    ["the recipient", refuseReader(550, "5.1.1 unknown")],
    [
      "the content",
      {
        onData: (stream, _session, answer) =>
          void stream.resume().on("end", () => answer(refusal(554, "no"))),
      },
    ] satisfies [string, SMTPServerOptions],
  ])(
    "of %s is permanent: the email is dropped, and the log names neither recipient nor content",
    async (_what, server) => {
      const { mail, lines } = await openMailServer({ server });
      const sent = email();
      await mail.deliver(sent);
      const [line = "{}", ...others] = lines;
      expect(others).toEqual([]);
      expect(JSON.parse(line)).toMatchObject({ email: sent.id, status: expect.any(Number) });
      for (const secret of [reader, sent.subject, sent.text]) expect(line).not.toContain(secret);
    },
  );

  it.each([
    ["that is temporary", refuseReader(450, "4.2.1 busy"), 450],
    ["of relaying", refuseReader(554, "5.7.1 Relay access denied"), 554],
    [
      "of the sender",
      {
        onMailFrom: (_address, _session, answer) => answer(refusal(550, "5.1.8 who?")),
      } satisfies SMTPServerOptions,
      550,
    ],
  ])("%s makes the email retry, and its reason names no recipient", async (_what, server, status) => {
    const { mail } = await openMailServer({ server });
    const reason = await reasonOf(mail.deliver(email()));
    expect(reason).toContain(String(status));
    expect(reason).not.toContain(reader);
  });

  it("by disconnecting makes the email retry", async () => {
    const { mail } = await openMailServer({
      server: { maxClients: 0, onConnect: (_s, answer) => answer(refusal(421, "no")) },
    });
    expect(await reasonOf(mail.deliver(email()))).toMatch(/421|closed/);
  });
});

describe("the configuration", () => {
  it.each([
    ["MAIL_FROM", "Wrapsody"],
    ["MAIL_FROM", "Wrapsody <no-reply@music.example>\r\nBcc: fan@wrapsody.example"],
    ["SMTP_URL", "smtp:mail.example"],
  ])("rejects %s=%j", (variable, value) => {
    expect(() => readConfig({ [variable]: value })).toThrow(`${variable}: `);
  });

  it.each(["no-reply@music.example", "Wrapsody <no-reply@music.example>", "<no-reply@music.example>"])(
    "accepts the sender %s",
    (from) => expect(readConfig({ MAIL_FROM: from }).mail.from).toBe(from),
  );
});
