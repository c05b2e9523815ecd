import { type Address, getContractAddress, type Hex } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import type { Evm } from "../../../platform/config/evm.ts";
import { toAddress } from "../addresses.ts";

/** Returns the address that signs and that the contracts obey, in lower case as everywhere in the database. */
export function operatorAddress(evm: Evm): Address {
  return toAddress(operatorOf(evm).address);
}

export function operatorOf({ operatorKey }: Evm): PrivateKeyAccount {
  return privateKeyToAccount(operatorKey);
}

/** Returns the address of the contract that a sender deploys with a nonce. */
export function contractAddressOf(sender: Address, nonce: number): Address {
  return toAddress(getContractAddress({ from: sender, nonce: BigInt(nonce) }));
}

type UnsignedTransaction = {
  nonce: number;
  to: Hex | null;
  data: Hex;
  /** Wei to send along; default 0. */
  value?: bigint;
  fees: TransactionFees;
};
/** `gas` in units, fees in wei per unit. */
export type TransactionFees = { gas: bigint; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };

export function signTransaction(
  operator: PrivateKeyAccount,
  chainId: number,
  unsigned: UnsignedTransaction,
): Promise<Hex> {
  const { nonce, to, data, value = 0n, fees } = unsigned;
  return operator.signTransaction({ type: "eip1559", chainId, nonce, to, data, value, ...fees });
}
