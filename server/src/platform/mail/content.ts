import type { Language } from "@wrapsody/shared/language.ts";

/** What a mail says, in the order in which it is read: the same for its HTML and its plain text. */
export type Content = {
  /** Never holds what a person typed, nor anything secret: it shows on locked screens. */
  subject: string;
  /** What lists of mails show beside the subject; the same holds for it. */
  preview: string;
  heading: string;
  /** The name of the reader, as somebody typed it. */
  name: string;
  blocks: readonly Block[];
  /** Why this reader gets this mail, as a whole sentence. */
  reason: string;
};

/** What is around it. */
export type Frame = {
  language: Language;
  /** Of the site, which signs the mail. */
  publicUrl: string;
};

export type Block =
  | { kind: "paragraph"; text: string }
  /** Below what matters: until when, and what else there is to know. */
  | { kind: "aside"; text: string }
  /** What to do next. A mail has one at most. */
  | { kind: "action"; label: string; link: string }
  /** What may be done, where it applies. */
  | { kind: "offer"; label: string; link: string }
  /** Characters to be typed or copied. */
  | { kind: "code"; code: string };

export const say = (text: string): Block => ({ kind: "paragraph", text });
export const aside = (text: string): Block => ({ kind: "aside", text });
export const act = (label: string, link: string): Block => ({ kind: "action", label, link });
export const offer = (label: string, link: string): Block => ({ kind: "offer", label, link });
export const showCode = (code: string): Block => ({ kind: "code", code });
