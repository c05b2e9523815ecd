import type { Context } from "../context.ts";
import type { Mailer } from "./mailer.ts";
import { createOutboxMailer } from "./outbox/outbox.ts";
import { openSmtp } from "./smtp.ts";

/** Opens the configured mail server, or the outbox if there is none. */
export function openMailer(parts: Pick<Context, "config" | "db" | "clock" | "log">): {
  mail: Mailer;
  close(): void;
} {
  const { config, log } = parts;
  const { smtpUrl } = config.mail;
  if (smtpUrl === undefined) return { mail: createOutboxMailer(parts), close: () => undefined };
  return openSmtp({ url: smtpUrl, production: config.production, log });
}
