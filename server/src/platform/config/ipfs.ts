import { z } from "zod";
import { secureOrigin } from "./values.ts";

/** An IPFS node with Kubo's RPC: its address without a trailing slash, and its bearer token. */
export type IpfsNode = { url: string; token: string | undefined };

type Read = { IPFS_PIN_URL?: string | undefined; IPFS_PIN_TOKEN?: string | undefined };

export const ipfsNode = z
  .url({ protocol: /^https?$/, error: "must be a URL such as http://127.0.0.1:5001" })
  .transform((value) => value.replace(/\/+$/, ""))
  .optional();

export function readIpfs({ IPFS_PIN_URL: url, IPFS_PIN_TOKEN: token }: Read): IpfsNode | undefined {
  return url === undefined ? undefined : { url, token };
}

/** Returns the conflicts between the address and the token. */
export function ipfsProblems({ IPFS_PIN_URL: url, IPFS_PIN_TOKEN: token }: Read): string[] {
  if (token === undefined) return [];
  if (url === undefined) return ["IPFS_PIN_URL: required when IPFS_PIN_TOKEN is set"];
  if (!ipfsNode.safeParse(url).success) return [];
  const isSafe = secureOrigin.safeParse(new URL(url).origin).success;
  return isSafe ? [] : ["IPFS_PIN_URL: must start with https:// when IPFS_PIN_TOKEN is set"];
}
