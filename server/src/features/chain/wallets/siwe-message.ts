import type { Address } from "viem";
import { createSiweMessage } from "viem/siwe";

export type MessageParts = {
  /** The address the public reaches this program at. */
  publicUrl: string;
  wallet: Address;
  chainId: number;
  /** What a signature means, in one sentence. */
  statement: string;
  /** Of the page that asks; the program's own address where it is left out. */
  uri: string | undefined;
  nonce: string;
  issuedAt: Date;
  expiresAt: Date;
};

/** The message (EIP-4361) that a wallet shows and signs. Wallets warn where its domain is not that of the page. */
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

/** The library takes no host of one word, such as a machine's at home, and none in brackets (IPv6). */
const PLACEHOLDER_DOMAIN = "localhost";

/** Names of songs and people come into statements, and must not write further lines of the message. */
const toOneLine = (text: string) => text.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
