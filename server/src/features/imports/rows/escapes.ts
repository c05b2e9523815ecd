import { normalizeText } from "@wrapsody/shared/text/text.ts";

/** The characters that follow a backslash, and what they stand for; `\uXXXX` is any other character. */
const escapes: Readonly<Record<string, string>> = { n: "\n", "\\": "\\", ";": ";", "|": "|" };
const signs: Readonly<Record<string, string>> = { "\n": "\\n", "\\": "\\\\", ";": "\\;", "|": "\\|" };

/** Replaces escapes by their characters; other backslashes stay. */
export function unescapeText(text: string): string {
  const plain = text.replace(/\\(?:([n\\;|])|u([0-9a-fA-F]{4}))/g, (_, sign?: string, code = "") =>
    sign === undefined ? String.fromCharCode(Number.parseInt(code, 16)) : (escapes[sign] ?? sign),
  );
  return normalizeText(plain);
}

function escapeMatches(text: string, special: RegExp): string {
  return text.replace(special, (found) => signs[found] ?? escapeChar(found));
}

export function escapeChar(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Escapes a text of one line: separators, and white space that reading the cell would change. */
export function escapeLine(text: string): string {
  return escapeMatches(text, /[\\;|]|[^\S ]|(?<= ) |^ | $/g);
}

/** Escapes a text of several lines into one line. */
export function escapeLines(text: string): string {
  return escapeMatches(text, /[\\\n\r]|^\s|\s$/g);
}

/** Splits a text at a separator that no backslash precedes. The parts keep their escapes. */
export function splitUnescaped(text: string, separator: ";" | "|"): string[] {
  const parts: string[] = [];
  let part = "";
  for (const [token] of text.matchAll(/\\.|[^\\;|]+|./gs)) {
    if (token !== separator) part += token;
    else {
      parts.push(part);
      part = "";
    }
  }
  return [...parts, part];
}
