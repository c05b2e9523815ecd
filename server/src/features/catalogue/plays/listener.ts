import { createHash } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";

/** The identity of the caller. `address` is the network address. */
export type PlayCaller = { accountId: string | undefined; visitor: string | undefined; address: string };

/**
 * Returns the key by which a listener is deduplicated: the account; else the visitor id within a network, so
 * that a shared id is several listeners and a second browser in a household is another one; else the network,
 * whose anonymous callers are one listener.
 */
export function listenerKey({ accountId, visitor, address }: PlayCaller): Buffer {
  const network = networkOf(address);
  const known =
    accountId !== undefined
      ? `account ${accountId}`
      : visitor !== undefined
        ? `visitor ${visitor} ${network}`
        : `network ${network}`;
  return createHash("sha256").update(known).digest().subarray(0, 16);
}

/** Returns the /24 of an IPv4 or the /48 of an IPv6 address; anything else unchanged. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (isIPv4(plain)) return `${plain.split(".").slice(0, 3).join(".")}.0/24`;
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const missingGroups = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(missingGroups).fill("0"), ...after];
  return `${groups
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/48`;
}
