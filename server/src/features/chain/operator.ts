import { type Address, getContractAddress, type Hex } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import type { Evm } from "../../platform/evm.ts";
import { lower } from "./hex.ts";

/** Who signs, and whom the contracts obey: the address in lower case, as everywhere in the database. */
export function operatorAddress(evm: Evm): Address {
  return lower(operatorOf(evm).address);
}

export function operatorOf({ operatorKey }: Evm): PrivateKeyAccount {
  return privateKeyToAccount(operatorKey);
}

/** Where the contract will be that a sender deploys with a nonce. */
export function addressOf(sender: Address, nonce: number): Address {
  return lower(getContractAddress({ from: sender, nonce: BigInt(nonce) }));
}

/** What is signed; wei and gas. */
export type Unsigned = { nonce: number; to: Hex | null; data: Hex; fees: SignedFees };
export type SignedFees = { gas: bigint; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };

export function sign(operator: PrivateKeyAccount, chainId: number, unsigned: Unsigned): Promise<Hex> {
  const { nonce, to, data, fees } = unsigned;
  return operator.signTransaction({ type: "eip1559", chainId, nonce, to, data, value: 0n, ...fees });
}
