import type { MailKind } from "./mail-data.ts";

/** Mails about logins and security, which a suppressed address gets too: its owner may have no other way into the account. */
const sentToSuppressed: ReadonlySet<MailKind> = new Set<MailKind>([
  "confirm-sign-up",
  "already-registered",
  "sign-up-invited",
  "claim-account",
  "choose-password",
  "reset-password",
  "login-code",
  "password-changed",
  "passkey-added",
  "passkey-removed",
  "confirm-address",
  "address-confirmed",
  "address-changed",
  "confirm-mailbox",
  "codes-switched-on",
  "codes-switched-off",
  "network-linked",
  "account-deleted",
  "administrator-granted",
  "administrator-revoked",
]);

export function isSentToSuppressed(kind: MailKind): boolean {
  return sentToSuppressed.has(kind);
}
