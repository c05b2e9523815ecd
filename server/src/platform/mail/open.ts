import type { Context } from "../context.ts";
import type { Mail } from "./mail.ts";
import { outboxMail } from "./outbox.ts";
import { openSmtp } from "./smtp.ts";

/** Mails go to the configured server. Without one they are kept here, for this machine alone to read. */
export function openMail(parts: Pick<Context, "config" | "publicUrl" | "db" | "clock" | "log">): {
  mail: Mail;
  close(): void;
} {
  const { config, publicUrl, log } = parts;
  const { smtpUrl, from = `Wrapsody <no-reply@${new URL(publicUrl).hostname}>` } = config.mail;
  if (smtpUrl === undefined) return { mail: outboxMail(parts), close: () => undefined };
  return openSmtp({ url: smtpUrl, from, production: config.production, log });
}
