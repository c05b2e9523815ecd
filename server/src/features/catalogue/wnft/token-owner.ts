import type { Network } from "@wrapsody/shared/chain.ts";
import type { OwnToken } from "@wrapsody/shared/wnft.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { listLinkedWallets, operatorAddress } from "../../chain/index.ts";

/**
 * Returns the owner of an account's tokens by network: its first linked wallet that works there, else the
 * operator, in custody.
 */
export async function tokenOwnerByNetwork(
  { evm }: Pick<Context, "evm">,
  db: Executor,
  accountId: string,
): Promise<(network: Network) => NonNullable<OwnToken["owner"]>> {
  const wallets = await listLinkedWallets(db, accountId);
  return (network) => {
    const wallet = wallets.find((one) => one.network === undefined || one.network === network);
    if (wallet !== undefined) return { address: wallet.address, in_custody: false };
    return { address: operatorAddress(evm), in_custody: true };
  };
}
