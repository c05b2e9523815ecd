import {
  type Address,
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  hashMessage,
  recoverMessageAddress,
} from "viem";
import type { Evm, EvmNetwork } from "../../../platform/evm.ts";
import { ChainNonsense, ChainUnreachable } from "../errors.ts";
import { lower } from "../hex.ts";
import { nodeOf } from "../node.ts";

export type Signed = { message: string; wallet: Address; signature: Hex };

/** Whether the wallet's own key signed; no node is asked. */
export async function isByKey({ message, wallet, signature }: Signed): Promise<boolean> {
  try {
    return lower(await recoverMessageAddress({ message, signature })) === wallet;
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
export async function isByContract(network: EvmNetwork, { message, wallet, signature }: Signed) {
  const node = nodeOf(network);
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [wallet, hashMessage(message), signature],
  });
  const [chainId, tried] = await Promise.all([node.chainId(), node.call({ to: null, data })]);
  if (chainId !== network.chainId)
    throw new ChainNonsense(network.name, `its node is one of chain ${chainId}`);
  if (!tried.ok) return false;
  if (!/^0x(00)*0[01]$/.test(tried.data)) throw new ChainNonsense(network.name, "its node runs no contracts");
  return tried.data.endsWith("1");
}

/** @throws ChainUnreachable where the program does not reach such a chain any more */
export function networkOf({ networks }: Evm, chainId: number): EvmNetwork {
  const network = [...networks.values()].find((known) => known.chainId === chainId);
  if (network === undefined) throw new ChainUnreachable(`Chain ${chainId}`, "it is not configured");
  return network;
}
