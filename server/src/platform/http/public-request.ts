import { lookup as resolveHost } from "node:dns/promises";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./ip-addresses.ts";

/** The host has no public address, so no connection was made. */
export class PrivateAddressError extends Error {}

type PublicRequest = {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  timeoutMs: number;
  /** Connects to any address; for previews, whose receivers run on the same machine. */
  allowPrivate: boolean;
};

/**
 * Sends a POST request to an address that a user chose. Connects only to the address that was checked, so that a name which
 * resolves to another one meanwhile leads nowhere else. Follows no redirect and ignores the response's body.
 *
 * @returns the status of the response
 * @throws PrivateAddressError if the host is, or resolves to, a private address; the error of the connection
 */
export function postToPublicAddress({
  url,
  headers,
  body,
  timeoutMs,
  allowPrivate,
}: PublicRequest): Promise<number> {
  const { protocol } = new URL(url);
  const host = hostOf(url);
  if (!allowPrivate && (protocol !== "https:" || (isIP(host) !== 0 && !isPublicAddress(host))))
    return Promise.reject(new PrivateAddressError(host));
  const send = protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method: "POST",
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      // A connection of its own: a pooled one would skip the check.
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...(allowPrivate ? {} : { lookup: lookUpPublicAddress }),
    });
    request.on("response", (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** Whether the host of a URL has public addresses only; false if it cannot be resolved. */
export async function isPublicUrl(url: string): Promise<boolean> {
  const host = hostOf(url);
  if (isIP(host) !== 0) return isPublicAddress(host);
  const addresses = await resolveHost(host, { all: true }).catch(() => []);
  return addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address));
}

/** Returns the host of a URL, an IPv6 address without its brackets. */
const hostOf = (url: string) => new URL(url).hostname.replace(/^\[(.*)\]$/, "$1");

/** Resolves a name for a connection. Fails if any of its addresses is private. */
const lookUpPublicAddress: LookupFunction = (hostname, options, callback) => {
  resolveHost(hostname, { ...options, all: true }).then(
    (addresses) => {
      const [first] = addresses;
      if (first === undefined || addresses.some(({ address }) => !isPublicAddress(address)))
        callback(new PrivateAddressError(hostname), "");
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    },
    (error: NodeJS.ErrnoException) => callback(error, ""),
  );
};
