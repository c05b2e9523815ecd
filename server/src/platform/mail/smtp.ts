import { createTransport } from "nodemailer";
import type { NodemailerError } from "nodemailer/lib/errors";
import { isLoopback } from "../http/ip-addresses.ts";
import type { Log } from "../log.ts";
import type { Email, Mailer, Rejection } from "./mailer.ts";

export type SmtpOptions = {
  url: string;
  production: boolean;
  log: Log;
};

/** For each of DNS lookup, connection and greeting. */
const CONNECT_TIMEOUT_MS = 30_000;
const SOCKET_TIMEOUT_MS = 30_000;
/** For a whole email, because a slow server may never hit the socket timeout. */
const SEND_TIMEOUT_MS = 120_000;

/** Connects with the first email, so that an unavailable mail server does not prevent the start. */
export function openSmtp({ url, production, log }: SmtpOptions): { mail: Mailer; close(): void } {
  const transport = createTransport({
    ...serverOf(url, production),
    pool: true,
    maxConnections: 2,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const sendEmail = (email: Email) =>
    transport.sendMail({ ...messageOf(email), signal: AbortSignal.timeout(SEND_TIMEOUT_MS) });
  return {
    mail: {
      async deliver(email) {
        try {
          await sendEmail(email);
          return undefined;
        } catch (error) {
          const rejection = findRejection(error);
          if (rejection === undefined) throw new Error(`email not sent: ${reasonOf(error)}`);
          log.warn({ email: email.id, status: rejection.status }, "email permanently rejected");
          return rejection;
        }
      },
    },
    close: () => transport.close(),
  };
}

/** Connects and logs in without sending anything. @throws Error without the server's text if that fails */
export async function checkSmtp({
  url,
  production,
  timeoutMs,
}: {
  url: string;
  production: boolean;
  timeoutMs: number;
}): Promise<void> {
  const transport = createTransport({
    ...serverOf(url, production),
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  try {
    await transport.verify();
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  } finally {
    transport.close();
  }
}

/**
 * Returns the connection settings. Remote servers require TLS with a valid certificate. On loopback, `smtp:` may be
 * plain, so its certificate is not verified; that of `smtps:` is verified in production only.
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
    ...(username === "" ? {} : { auth: { user: decodePart(username), pass: decodePart(password) } }),
    tls: { rejectUnauthorized: !here || (secure && production) },
  };
}

/** Returns the text as is if it is not valid percent-encoding, as in pasted passwords. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** RFC 8058: mail programs offer a button that turns such mails off with a POST request. */
function unsubscribeHeaders(url: string) {
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

function messageOf({ id, to, from, subject, html, text, unsubscribeUrl }: Email) {
  return {
    from,
    subject,
    html,
    text,
    // As an object, so that nodemailer does not parse the address into several or into a name.
    to: { name: "", address: to },
    messageId: `<${id}@${from.address.replace(/^.*@/s, "")}>`,
    headers: {
      "Auto-Submitted": "auto-generated",
      ...(unsubscribeUrl === undefined ? {} : unsubscribeHeaders(unsubscribeUrl)),
    },
  };
}

/**
 * Returns a permanent rejection of the recipient or the message. A full mailbox (5.2.2) is not one of the address. Policy rejections (5.7.x) and rejections
 * of the sender or the login can be fixed by the operator, so those emails are retried.
 */
function findRejection(error: unknown): Rejection | undefined {
  if (!isMailError(error) || error.permanent !== true) return undefined;
  if (error.command !== "RCPT TO" && error.command !== "DATA") return undefined;
  const { command, response = "", responseCode: status } = error;
  if (status === undefined || /^5\d\d[ -]5\.7\./.test(response)) return undefined;
  return { status, isOfAddress: command === "RCPT TO" && !/^5\d\d[ -]5\.2\.2/.test(response) };
}

/** Returns a reason without the server's text, which often contains the recipient's address. */
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
