import { formatEther } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { EvmNetwork } from "../../../platform/config/evm.ts";
import { toAddress } from "../addresses.ts";
import { createRpcClient } from "./rpc-client.ts";

/** Reads the chain ID of a network's node and the balance of an operator's key there, in the native coin. */
export async function checkChainNode(
  network: EvmNetwork,
  operatorKey: `0x${string}`,
): Promise<{ chainId: number; address: string; balance: string; isEmpty: boolean }> {
  const address = toAddress(privateKeyToAccount(operatorKey).address);
  const rpc = createRpcClient(network);
  const [chainId, balance] = await Promise.all([rpc.getChainId(), rpc.getBalance(address)]);
  return { chainId, address, balance: formatEther(balance), isEmpty: balance === 0n };
}
