import type { Language } from "@wrapsody/shared/api/language.ts";
import { z } from "zod";

const block = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("paragraph"), text: z.string() }),
  /** Secondary text, such as an expiry. */
  z.object({ kind: z.literal("aside"), text: z.string() }),
  /** The primary action. An email has at most one. */
  z.object({ kind: z.literal("action"), label: z.string(), link: z.string() }),
  /** An optional action. */
  z.object({ kind: z.literal("offer"), label: z.string(), link: z.string() }),
  /** Names with their values, one pair a line. */
  z.object({
    kind: z.literal("details"),
    rows: z.array(z.object({ label: z.string(), value: z.string() })).readonly(),
  }),
  /** A code to type or copy. */
  z.object({ kind: z.literal("code"), code: z.string() }),
]);
export type Block = z.output<typeof block>;

/** The content of an email, shared by its HTML and plain text. */
export const content = z.object({
  /** Must contain no user input and no secrets: it shows on locked screens. */
  subject: z.string(),
  /** The preview text in mailbox lists; same rules as `subject`. */
  preview: z.string(),
  heading: z.string(),
  /** The recipient's name, as entered by a user. */
  name: z.string(),
  blocks: z.array(block).readonly(),
  /** Why the recipient gets this email, as a sentence. */
  reason: z.string(),
});
export type Content = z.output<typeof content>;

/** The settings around the content. */
export type Frame = {
  language: Language;
  /** The site that the email is from. */
  publicUrl: string;
  siteName: string;
  /** Turns such mails off; absent for mails that cannot be turned off. */
  unsubscribeUrl?: string | undefined;
};
