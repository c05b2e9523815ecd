import {
  type Address,
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  hashMessage,
  recoverMessageAddress,
} from "viem";
import type { Evm, EvmNetwork } from "../../../platform/config/evm.ts";
import { toAddress } from "../hex.ts";
import { ChainUnreachable, InvalidRpcResponseError } from "../rpc/errors.ts";
import { createRpcClient } from "../rpc/rpc-client.ts";

export type SignedMessage = { message: string; wallet: Address; signature: Hex };

/** Whether the wallet's own key signed; no node is asked. */
export async function isSignedByKey({ message, wallet, signature }: SignedMessage): Promise<boolean> {
  try {
    return toAddress(await recoverMessageAddress({ message, signature })) === wallet;
  } catch {
    return false;
  }
}

/**
 * Whether the wallet is a contract that takes the signature for its owner's (ERC-1271), or would be one once it is deployed as
 * the signature says (ERC-6492). Asked on one network: elsewhere the address may be somebody else's. Unlike the library's own
 * this tells a node that does not answer from a contract that says no.
 *
 * @throws ChainUnreachable where nobody can tell
 */
export async function isSignedByContract(network: EvmNetwork, { message, wallet, signature }: SignedMessage) {
  const node = createRpcClient(network);
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [wallet, hashMessage(message), signature],
  });
  const [chainId, tried] = await Promise.all([node.getChainId(), node.call({ to: null, data })]);
  if (chainId !== network.chainId)
    throw new InvalidRpcResponseError(network.name, `its node is one of chain ${chainId}`);
  if (!tried.ok) return false;
  if (!/^0x(00)*0[01]$/.test(tried.data))
    throw new InvalidRpcResponseError(network.name, "its node runs no contracts");
  return tried.data.endsWith("1");
}

/** @throws ChainUnreachable where the program does not reach such a chain any more */
export function getNetworkByChainId({ networks }: Evm, chainId: number): EvmNetwork {
  const network = [...networks.values()].find((known) => known.chainId === chainId);
  if (network === undefined) throw new ChainUnreachable(`Chain ${chainId}`, "it is not configured");
  return network;
}
