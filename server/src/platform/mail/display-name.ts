/** Line breaks and other controls; marks that turn the direction of the text after them. */
const disruptive = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Text that mail programs turn into links. */
const linkLike = /[/\\@]|www|\.\p{L}{2,}/iu;

/**
 * Returns a name that is safe to show in an email, or undefined. A spammer can sign up with another person's address and
 * a name that contains a link, so link-like names are omitted.
 */
export function safeDisplayName(value: string): string | undefined {
  const name = value.replace(disruptive, " ").replace(/\s+/g, " ").trim();
  return name === "" || linkLike.test(name) ? undefined : name;
}
