const MAX_LENGTH = 300;

/** Patterns of personal data and secrets that errors of libraries and servers quote: email addresses, keys in URLs, tokens, wallets, hashes. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/@"']*@)?([^\s/?#"')]+)[^\s"')]*/gi, "$1$2/…"],
  [/[^\s<>"'(),:;=]+@[^\s<>"'(),:;=]+/g, "[email]"],
  [/\b0x[0-9a-f]{8,}/gi, "0x…"],
  [/(?<![\w-])(?=[\w+/=-]*\d)[\w+/-]{24,}={0,2}/g, "…"],
];

/** Returns the first line of an error message without personal data and secrets. */
export function redactError(message: string): string {
  const [line = ""] = message.trim().split("\n");
  const redacted = replacements.reduce((text, [pattern, by]) => text.replace(pattern, by), line);
  return redacted.length <= MAX_LENGTH ? redacted : `${redacted.slice(0, MAX_LENGTH)}…`;
}
