import { createTransport } from "nodemailer";
import type { NodemailerError } from "nodemailer/lib/errors";
import { isLoopback } from "../http/ip-addresses.ts";
import type { Log } from "../log.ts";
import type { Email, Mailer } from "./mailer.ts";

export type SmtpOptions = {
  url: string;
  /** `Name <address>` */
  from: string;
  production: boolean;
  log: Log;
};

/** Milliseconds for each of: finding, reaching and being greeted by the server. */
const reachable = 30_000;
/** Milliseconds without a word from the server. */
const silence = 30_000;
/** Milliseconds for a whole letter, from a server that speaks too slowly to fall silent. */
const longest = 120_000;

/** Nothing is connected before the first letter: a server that is away or named wrongly stops only mails. */
export function openSmtp({ url, from, production, log }: SmtpOptions): { mail: Mailer; close(): void } {
  const transport = createTransport({
    ...serverOf(url, production),
    pool: true,
    maxConnections: 2,
    dnsTimeout: reachable,
    connectionTimeout: reachable,
    greetingTimeout: reachable,
    socketTimeout: silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const send = (letter: Email) =>
    transport.sendMail({ ...messageOf(letter, from), signal: AbortSignal.timeout(longest) });
  return {
    mail: {
      async deliver(letter) {
        try {
          await send(letter);
        } catch (error) {
          const status = refusedForGood(error);
          if (status === undefined) throw new Error(`email not sent: ${reasonOf(error)}`);
          log.warn({ letter: letter.id, status }, "email permanently rejected");
        }
      },
    },
    close: () => transport.close(),
  };
}

/**
 * Where to connect, and how safely. Outside of this machine nothing is sent that is not encrypted for the server named.
 * On this machine `smtp:` may stay plain, so that its certificate, if it has one, proves nothing and is not looked at;
 * neither is that of `smtps:`, save in production.
 */
export function serverOf(url: string, production: boolean) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const secure = protocol === "smtps:";
  const here = host === "localhost" || isLoopback(host);
  return {
    host,
    secure,
    requireTLS: !secure && !here,
    port: port === "" ? (secure ? 465 : 587) : Number(port),
    ...(username === "" ? {} : { auth: { user: decode(username), pass: decode(password) } }),
    tls: { rejectUnauthorized: !here || (secure && production) },
  };
}

/** A percent sign that begins no code is one itself: passwords are often pasted as they are. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function messageOf({ id, to, subject, html, text }: Email, from: string) {
  return {
    from,
    subject,
    html,
    text,
    // Given in parts, so that no address is taken apart into several or into a name.
    to: { name: "", address: to },
    messageId: `<${id}@${from.replace(/^.*@/s, "").replace(/>.*$/s, "")}>`,
    headers: { "Auto-Submitted": "auto-generated" },
  };
}

/**
 * The status by which the reader's address or the letter itself was refused, if a repeat would be refused as well.
 * Refusals by policy (5.7.x), of the sender or of the log-in can be mended here, so these letters wait.
 */
function refusedForGood(error: unknown): number | undefined {
  if (!isMailError(error) || error.permanent !== true) return undefined;
  if (error.command !== "RCPT TO" && error.command !== "DATA") return undefined;
  return /^5\d\d[ -]5\.7\./.test(error.response ?? "") ? undefined : error.responseCode;
}

/** What a log and the queue may keep: a server's own words, like a refused address, often name the reader. */
function reasonOf(error: unknown): string {
  if (!isMailError(error)) return "no reason given";
  const { code, originalCode, command = "", responseCode, message } = error;
  if (responseCode !== undefined) return `the server answered ${responseCode} to ${command}`;
  return code === "EENVELOPE"
    ? "invalid envelope address"
    : `${originalCode ?? code ?? ""} ${message}`.trim();
}

function isMailError(error: unknown): error is NodemailerError {
  return error instanceof Error;
}
