import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  hashMessage,
  isErc6492Signature,
  parseAbi,
  recoverMessageAddress,
} from "viem";
import { createSiweMessage } from "viem/siwe";
import type { Evm, EvmNetwork } from "../../../platform/config/evm.ts";
import { stretchTimeout } from "../../../platform/timeouts.ts";
import { parseHex, toAddress } from "../addresses.ts";
import { ChainUnreachable, InvalidRpcResponseError } from "../rpc/errors.ts";
import { createRpcClient, type RpcClient } from "../rpc/rpc-client.ts";

type SignedMessage = { message: string; wallet: Address; signature: Hex };

/** Checks whether the wallet's own key signed, without a node. */
export async function isSignedByKey({ message, wallet, signature }: SignedMessage): Promise<boolean> {
  try {
    return toAddress(await recoverMessageAddress({ message, signature })) === wallet;
  } catch {
    return false;
  }
}

/** A key needs no network, so nobody waits longer to learn that it is none of a contract. */
const CODE_TIMEOUT_MS = 3_000;

/** Returns whether the wallet has code on a network; false if the network does not answer soon. */
export async function isContractWallet(network: EvmNetwork, wallet: Address): Promise<boolean> {
  const timeoutMs = Math.min(network.timeoutMs ?? Number.POSITIVE_INFINITY, stretchTimeout(CODE_TIMEOUT_MS));
  try {
    return hasCode(await createRpcClient({ ...network, timeoutMs }).getCode(wallet));
  } catch (error) {
    if (error instanceof ChainUnreachable) return false;
    throw error;
  }
}

const hasCode = (code: Hex) => code !== "0x";

/**
 * Checks whether the wallet is a contract that accepts the signature (ERC-1271), or will be once it is deployed as the signature says
 * (ERC-6492). Checked on one network, because the address may belong to someone else on others. Unlike viem's own check this
 * distinguishes an unreachable node from a contract that rejects the signature, and passes on an empty one, for which the validator of
 * ERC-6492 reverts.
 *
 * @throws ChainUnreachable if the answer is unknown
 */
export async function isSignedByContract(network: EvmNetwork, signed: SignedMessage): Promise<boolean> {
  const node = createRpcClient(network);
  const [chainId, code] = await Promise.all([node.getChainId(), node.getCode(signed.wallet)]);
  if (chainId !== network.chainId)
    throw new InvalidRpcResponseError(network.name, `the node reports chain ID ${chainId}`);
  if (isErc6492Signature(parseHex(signed.signature.toLowerCase())))
    return isValidOnceDeployed(network, node, signed);
  return hasCode(code) && isAcceptedByContract(node, signed);
}

const erc1271Abi = parseAbi([
  "function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)",
]);
/** The selector of the function, as the result that accepts a signature. */
const ACCEPTED = "0x1626ba7e";

async function isAcceptedByContract(
  node: RpcClient,
  { message, wallet, signature }: SignedMessage,
): Promise<boolean> {
  const args = [hashMessage(message), signature] as const;
  const data = encodeFunctionData({ abi: erc1271Abi, functionName: "isValidSignature", args });
  const result = await node.call({ to: wallet, data });
  return result.ok && result.data.slice(0, ACCEPTED.length).toLowerCase() === ACCEPTED;
}

async function isValidOnceDeployed(
  network: EvmNetwork,
  node: RpcClient,
  { message, wallet, signature }: SignedMessage,
): Promise<boolean> {
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [wallet, hashMessage(message), signature],
  });
  const result = await node.call({ to: null, data });
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
