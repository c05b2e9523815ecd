/** Line breaks and other controls; marks that turn the direction of the text after them. */
const disruptive = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** What mail programs make a link of. */
const linkLike = /[/\\@]|www|\.\p{L}{2,}/iu;

/**
 * A name as a mail may tell it, or nothing. Whoever signs up with somebody else's address chooses the name that this
 * person reads, so that a name which looks like an address is left out: it would be an advertisement.
 */
export function safeDisplayName(given: string): string | undefined {
  const name = given.replace(disruptive, " ").replace(/\s+/g, " ").trim();
  return name === "" || linkLike.test(name) ? undefined : name;
}
