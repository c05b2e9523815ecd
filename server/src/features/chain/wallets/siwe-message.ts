import type { Address } from "viem";
import { createSiweMessage } from "viem/siwe";

export type MessageParts = {
  /** The public URL of this program. */
  publicUrl: string;
  wallet: Address;
  chainId: number;
  /** What signing means, in one sentence. */
  statement: string;
  /** The page that requests the signature. Default: `publicUrl`. */
  uri: string | undefined;
  nonce: string;
  issuedAt: Date;
  expiresAt: Date;
};

/** Builds the message (EIP-4361) that a wallet shows and signs. Wallets warn if its domain is not that of the page. */
export function buildSiweMessage({ publicUrl, wallet, statement, uri, ...parts }: MessageParts): string {
  const { chainId, nonce, issuedAt, expiresAt: expirationTime } = parts;
  const message = createSiweMessage({
    version: "1",
    domain: PLACEHOLDER_DOMAIN,
    uri: uri ?? publicUrl,
    address: wallet,
    chainId,
    nonce,
    issuedAt,
    expirationTime,
    statement: toOneLine(statement),
  });
  return `${new URL(publicUrl).host}${message.slice(PLACEHOLDER_DOMAIN.length)}`;
}

/** viem rejects single-label hosts and IPv6 addresses, so the real host is put in afterwards. */
const PLACEHOLDER_DOMAIN = "localhost";

/** Statements contain names of songs and people, which must not add lines to the message. */
const toOneLine = (text: string) => text.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
