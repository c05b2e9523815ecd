import type { Language } from "@wrapsody/shared/language.ts";
import { z } from "zod";

const block = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("paragraph"), text: z.string() }),
  /** Below what matters: until when, and what else there is to know. */
  z.object({ kind: z.literal("aside"), text: z.string() }),
  /** What to do next. A mail has one at most. */
  z.object({ kind: z.literal("action"), label: z.string(), link: z.string() }),
  /** What may be done, where it applies. */
  z.object({ kind: z.literal("offer"), label: z.string(), link: z.string() }),
  /** Characters to be typed or copied. */
  z.object({ kind: z.literal("code"), code: z.string() }),
]);
export type Block = z.output<typeof block>;

/** What a mail says, in the order in which it is read: the same for its HTML and its plain text. */
export const content = z.object({
  /** Never holds what a person typed, nor anything secret: it shows on locked screens. */
  subject: z.string(),
  /** What lists of mails show beside the subject; the same holds for it. */
  preview: z.string(),
  heading: z.string(),
  /** The name of the reader, as somebody typed it. */
  name: z.string(),
  blocks: z.array(block).readonly(),
  /** Why this reader gets this mail, as a whole sentence. */
  reason: z.string(),
});
export type Content = z.output<typeof content>;

/** What is around it. */
export type Frame = {
  language: Language;
  /** Of the site, which signs the mail. */
  publicUrl: string;
};

export const paragraph = (text: string): Block => ({ kind: "paragraph", text });
export const note = (text: string): Block => ({ kind: "aside", text });
export const button = (label: string, link: string): Block => ({ kind: "action", label, link });
export const secondaryButton = (label: string, link: string): Block => ({ kind: "offer", label, link });
export const codeBlock = (code: string): Block => ({ kind: "code", code });
