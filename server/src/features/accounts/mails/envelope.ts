import { languages } from "@wrapsody/shared/language.ts";
import { z } from "zod";

const name = z.string();
/** A whole address, to be opened by the reader. */
const link = z.string();

/** Every mail that accounts send, with what it says that others of its kind do not. */
const accountMail = z.discriminatedUnion("kind", [
  /** Completes a sign-up. */
  z.object({ kind: z.literal("confirm-sign-up"), name, link }),
  /** Somebody signed up with an address that has an account: the way in, and to a forgotten password. */
  z.object({ kind: z.literal("already-registered"), name, loginLink: link, resetLink: link }),
  /** An account was created for the reader. */
  z.object({ kind: z.literal("claim-account"), name, link }),
  /** The account has been claimed and has no password yet. */
  z.object({ kind: z.literal("choose-password"), name, link }),
  z.object({ kind: z.literal("reset-password"), name, link }),
  /** The code of a log-in; it lives for ten minutes. */
  z.object({ kind: z.literal("login-code"), name, code: z.string() }),
  z.object({ kind: z.literal("password-changed"), name, resetLink: link }),
  z.object({ kind: z.literal("codes-switched-on"), name, settingsLink: link }),
  z.object({ kind: z.literal("codes-switched-off"), name, settingsLink: link }),
  /** A streaming service, by its name, opens the account from now on. */
  z.object({ kind: z.literal("network-linked"), name, service: z.string(), settingsLink: link }),
  z.object({ kind: z.literal("account-deleted"), name }),
]);
export type AccountMail = z.output<typeof accountMail>;

export const envelope = z.object({
  id: z.string(),
  to: z.string(),
  language: z.enum(languages),
  postedAt: z.iso.datetime(),
  mail: accountMail,
});
export type Envelope = z.output<typeof envelope>;
