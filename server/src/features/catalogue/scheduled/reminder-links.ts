import { timingSafeEqual } from "node:crypto";
import type { Context } from "../../../platform/context.ts";

/** How long an address can be confirmed. */
export const REMINDER_TTL_MS = 7 * 24 * 60 * 60 * 1000;

/** Returns the token that confirms the address of a reminder. `purpose` keeps tokens of other reminders apart. */
export function signReminder(
  { encryption }: Pick<Context, "encryption">,
  purpose: string,
  id: string,
): string {
  return `${id}.${encryption.hmac(purpose, id).toString("base64url")}`;
}

/** Returns the id in a token; undefined if no key of this installation signed it. */
export function readReminderToken(
  { encryption }: Pick<Context, "encryption">,
  purpose: string,
  token: string,
): string | undefined {
  const [id = "", signature = ""] = token.split(".");
  if (!/^\d{1,18}$/.test(id)) return undefined;
  const sent = Buffer.from(signature, "base64url");
  const isSigned = encryption
    .hmacs(purpose, id)
    .some((mac) => mac.length === sent.length && timingSafeEqual(mac, sent));
  return isSigned ? id : undefined;
}
