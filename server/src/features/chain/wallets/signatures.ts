import {
  type Address,
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  hashMessage,
  recoverMessageAddress,
} from "viem";
import { createSiweMessage } from "viem/siwe";
import type { Evm, EvmNetwork } from "../../../platform/config/evm.ts";
import { toAddress } from "../addresses.ts";
import { ChainUnreachable, InvalidRpcResponseError } from "../rpc/errors.ts";
import { createRpcClient } from "../rpc/rpc-client.ts";

type SignedMessage = { message: string; wallet: Address; signature: Hex };

/** Checks whether the wallet's own key signed, without a node. */
export async function isSignedByKey({ message, wallet, signature }: SignedMessage): Promise<boolean> {
  try {
    return toAddress(await recoverMessageAddress({ message, signature })) === wallet;
  } catch {
    return false;
  }
}

/**
 * Checks whether the wallet is a contract that accepts the signature (ERC-1271), or will be once it is deployed as the signature says
 * (ERC-6492). Checked on one network, because the address may belong to someone else on others. Unlike viem's own check this
 * distinguishes an unreachable node from a contract that rejects the signature.
 *
 * @throws ChainUnreachable if the answer is unknown
 */
export async function isSignedByContract(network: EvmNetwork, { message, wallet, signature }: SignedMessage) {
  const node = createRpcClient(network);
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [wallet, hashMessage(message), signature],
  });
  const [chainId, result] = await Promise.all([node.getChainId(), node.call({ to: null, data })]);
  if (chainId !== network.chainId)
    throw new InvalidRpcResponseError(network.name, `the node reports chain ID ${chainId}`);
  if (!result.ok) return false;
  if (!/^0x(00)*0[01]$/.test(result.data))
    throw new InvalidRpcResponseError(network.name, "the node does not execute contracts");
  return result.data.endsWith("1");
}

/** @throws ChainUnreachable if no network with this chain ID is configured any more */
export function getNetworkByChainId({ networks }: Evm, chainId: number): EvmNetwork {
  const network = [...networks.values()].find((known) => known.chainId === chainId);
  if (network === undefined) throw new ChainUnreachable(`Chain ${chainId}`, "it is not configured");
  return network;
}

type MessageParts = {
  /** The public URL of this program. */
  publicUrl: string;
  wallet: Address;
  chainId: number;
  /** The meaning of the signature, in one sentence. */
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
