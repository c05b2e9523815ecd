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
