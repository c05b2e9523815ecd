import type { FieldError } from "@wrapsody/shared/api/errors.ts";

/** Messages of the server in the language of the page, by their English original. */
const translations = new Map<string, string>();

/** Returns the original of a message, and keeps its translation. */
export function toEnglish({ message, english }: Pick<FieldError, "message" | "english">): string {
  if (english === undefined) return message;
  translations.set(english, message);
  return english;
}

/** Returns the server's translation of a message for which a page has no text of its own; the message itself if there is none. */
export function toPageLanguage(message: string): string {
  return translations.get(message) ?? message;
}
