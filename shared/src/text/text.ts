/** Control characters other than tabs and line breaks, halves of surrogate pairs, and the replacement character of failed decoding. */
const unreadable = /[^\P{Cc}\t\n\r]|\p{Cs}|\uFFFD/u;
const everyUnreadable = new RegExp(unreadable, "gu");

/** Characters before an unreadable one that its message repeats. */
const CONTEXT_LENGTH = 20;

/**
 * Normalizes a text to NFC, in which equal texts have equal characters however they were typed: some systems write é, ガ and 이 as
 * several characters.
 */
export function normalizeText(text: string): string {
  return text.normalize("NFC");
}

/** Returns whether two names are those of the same artist, song or album: spelled alike, with accents, case and signs. */
export function isSameName(one: string, other: string): boolean {
  return normalizeText(one).trim() === normalizeText(other).trim();
}

/** Returns the text without the characters that no text may have. */
export function removeUnreadable(text: string): string {
  return text.replaceAll(everyUnreadable, "");
}

/** Returns the message about the first character that no text may have; undefined without one. */
export function describeUnreadable(text: string): string | undefined {
  const match = unreadable.exec(text);
  if (match === null) return undefined;
  const code = text.codePointAt(match.index) ?? 0;
  const sign = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  const before =
    text
      .slice(0, match.index)
      .split(/[\t\n\r]/)
      .at(-1) ?? "";
  const context = Array.from(before).slice(-CONTEXT_LENGTH).join("");
  return textProblems.unreadable(sign, context);
}

export const textProblems = {
  unreadable: (sign: string, before: string) =>
    before === ""
      ? `Remove the unreadable character ${sign} at the beginning.`
      : `Remove the unreadable character ${sign} after “${before}”.`,
  severalLines: "Please use one line.",
} as const;

/** The pattern and message of a text of one line, such as a name. */
export const oneLine = [/^[^\t\n\r\u0085\u2028\u2029]*$/, { error: textProblems.severalLines }] as const;
