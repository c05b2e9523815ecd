import { type Address, getContractAddress, type Hex } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import type { Evm } from "../../../platform/config/evm.ts";
import { toAddress } from "../hex.ts";

/** Who signs, and whom the contracts obey: the address in lower case, as everywhere in the database. */
export function operatorAddress(evm: Evm): Address {
  return toAddress(operatorOf(evm).address);
}

export function operatorOf({ operatorKey }: Evm): PrivateKeyAccount {
  return privateKeyToAccount(operatorKey);
}

/** Where the contract will be that a sender deploys with a nonce. */
export function contractAddressOf(sender: Address, nonce: number): Address {
  return toAddress(getContractAddress({ from: sender, nonce: BigInt(nonce) }));
}

/** What is signed; wei and gas. */
export type UnsignedTransaction = { nonce: number; to: Hex | null; data: Hex; fees: TransactionFees };
export type TransactionFees = { gas: bigint; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };

export function signTransaction(
  operator: PrivateKeyAccount,
  chainId: number,
  unsigned: UnsignedTransaction,
): Promise<Hex> {
  const { nonce, to, data, fees } = unsigned;
  return operator.signTransaction({ type: "eip1559", chainId, nonce, to, data, value: 0n, ...fees });
}
