import { createHash } from "node:crypto";
import type { CountedPlay } from "../../catalogue/index.ts";

/**
 * Returns the idempotency key of a referred listener's point and the other keys under which the same listener
 * may be recorded: the visitor id is stable across networks and accounts, the account across browsers;
 * without either, the network identifies the listener. Ids are hashed, because sharers may read the keys of
 * their entries.
 */
export function referralKeys({ visitor, listener }: Pick<CountedPlay, "visitor" | "listener">): {
  key: string;
  knownAs: readonly string[];
} {
  const known = `share ${listener}`;
  if (visitor === null) return { key: known, knownAs: [] };
  const hash = createHash("sha256").update(`visitor ${visitor}`).digest("hex").slice(0, 32);
  return { key: `share ${hash}`, knownAs: [known] };
}
