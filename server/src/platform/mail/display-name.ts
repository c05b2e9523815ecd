/** Line breaks and other controls; marks that turn the direction of the text after them. */
const disruptive = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Links and addresses, which are no names. */
const linkLike = /:\/\/|[\\@]|www\b|\.\p{L}{2,}[/:?]/iu;

/** A sign within a word, as in will.i.am and AC/DC: mail programs turn such words into links. */
const joint = /[./:](?=[\p{L}/])|(?<=\p{L})[./:](?=\S)/gu;
const WORD_JOINER = "\u2060";

/** Right-to-left letters. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Returns a name that is safe to show in an email, or undefined. A spammer can sign up with another person's address and
 * a name that contains a link, so links are omitted.
 */
export function safeDisplayName(value: string): string | undefined {
  const name = value.replace(disruptive, " ").replace(/\s+/g, " ").trim();
  return name === "" || linkLike.test(name) ? undefined : isolateName(name);
}

/** Keeps a name within a text from becoming a link, and from turning the direction of the text around it. */
export function isolateName(value: string): string {
  const name = value.replace(disruptive, " ").replace(joint, (sign) => `${sign}${WORD_JOINER}`);
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name;
}
