import { createHash } from "node:crypto";
import type { CountedPlay } from "../../catalogue/index.ts";

/**
 * What the ledger calls the point for a listener whom a shared link brought, and what else it may have called them: the visitor's id
 * stays the same in every network and with every account, the account in every browser. Only who tells neither is known by the
 * network. Nobody's id is kept, only its hash: sharers may read the keys of their entries.
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
