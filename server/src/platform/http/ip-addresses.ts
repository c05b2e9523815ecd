import { BlockList, isIP } from "node:net";
import type { FastifyRequest } from "fastify";

/** The networks that `private` stands for in TRUST_PROXY. */
const privateNetworks = [
  ...["127.0.0.0/8", "::1/128", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"],
  ...["169.254.0.0/16", "fe80::/10", "fc00::/7"],
];

/**
 * Networks that are not reachable, or not the same, from everywhere: the special-purpose registries of IANA (RFC 6890), multicast,
 * and IPv6 networks that carry IPv4 addresses. Two lists, because a `BlockList` also applies `::ffff:0:0/96` to IPv4 addresses.
 */
const specialIpv4Networks = blockList([
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"],
  ...["192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24"],
  ...["203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
]);
const specialIpv6Networks = blockList([
  ...["::/96", "::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32"],
  ...["2002::/16", "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8"],
]);

const loopback = blockList(["127.0.0.0/8", "::1/128"]);

/** Whether the text is an address, a network (`10.0.0.0/8`), or `private` for all private networks. */
export function isNetwork(text: string): boolean {
  if (text === "private") return true;
  const [address = "", length, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (family === 4 ? 32 : 128));
}

/** Returns a predicate for the proxies whose `X-Forwarded-For` is trusted. */
export function trustedProxies(networks: readonly string[]): (address: string) => boolean {
  const list = blockList(networks.flatMap((entry) => (entry === "private" ? privateNetworks : [entry])));
  return (address) => contains(list, address);
}

const isInPrivateNetwork = trustedProxies(["private"]);

export function isLoopback(address: string): boolean {
  return contains(loopback, address);
}

/** Whether an address is in a private network or on this machine. */
export function isPrivate(address: string): boolean {
  return isInPrivateNetwork(address);
}

/** Whether an address is reachable on the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  // A zone (`fe80::1%eth0`) exists for link-local addresses alone.
  if (family === 0 || address.includes("%")) return false;
  return !contains(family === 4 ? specialIpv4Networks : specialIpv6Networks, address);
}

/** Returns the IPv4 address that an IPv6 socket reports as `::ffff:192.0.2.1`; other addresses as they are. */
export function unmapAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** Returns the rightmost address of the proxy chain that is not a trusted proxy. */
export function clientAddress(
  remote: string,
  forwardedFor: string | undefined,
  isTrusted: (address: string) => boolean,
): string {
  if (forwardedFor === undefined) return remote;
  const hops = forwardedFor.split(",").map((entry) => entry.trim());
  let address = remote;
  while (isTrusted(address)) {
    const before = hops.pop();
    if (before === undefined || isIP(before) === 0) break;
    address = before;
  }
  return address;
}

/** Returns the rate limit key of an address: IPv4 as is, IPv6 by its /64, which one subscriber controls. */
export function clientNetwork(address: string): string {
  const unmapped = unmapAddress(address);
  if (isIP(unmapped) !== 6) return unmapped;
  const [head = "", tail] = address.split("%", 1)[0]?.split("::", 2) ?? [];
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array<string>(missing).fill("0"), ...last];
  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(":")}::/64`;
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", length] = network.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (length === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(length), family);
  }
  return list;
}

function contains(list: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 6 ? "ipv6" : "ipv4");
}

const PROXY_HEADERS = ["x-forwarded-for", "x-forwarded-host", "forwarded", "via", "x-real-ip"];

/**
 * Whether a request comes from this machine directly, not through a proxy on it, and addresses this machine by a loopback
 * name. Otherwise a foreign site could read the response through DNS rebinding.
 */
export function isLoopbackRequest({ headers, socket }: Pick<FastifyRequest, "headers" | "socket">): boolean {
  const isProxied = PROXY_HEADERS.some((name) => name in headers);
  return !isProxied && isLoopback(socket.remoteAddress ?? "") && isLoopbackHost(headers.host ?? "");
}

/** Whether a `Host` header names this machine, with or without a port. */
function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d*$/, "").replace(/^\[(.*)\]$/, "$1");
  return name.toLowerCase() === "localhost" || isLoopback(name);
}
