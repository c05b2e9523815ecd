import { participationTexts } from "@wrapsody/shared/experiences/participation.ts";
import { addressErrors } from "@wrapsody/shared/text/pasted-address.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import { listLinkedWallets, parseAddress } from "../../chain/index.ts";

type OwnWallet = { accountId: string; network: string; wallet: string };

/**
 * Parses the wallet to which an account wants an artwork minted: any address, except one that the account linked as a contract
 * of another network, which may have no owner on this one.
 *
 * @throws Failure E0007 on `wallet`
 */
export async function parseOwnWallet(
  { db }: Context,
  { accountId, network, wallet }: OwnWallet,
): Promise<string> {
  const parsed = parseAddress(wallet);
  if (!parsed.ok) throw walletFailure(addressErrors[parsed.problem]);
  const { address } = parsed;
  const links = (await listLinkedWallets(db, accountId)).filter((link) => link.address === address);
  const isUsable = links.some((link) => link.network === undefined || link.network === network);
  if (links.length > 0 && !isUsable) throw walletFailure(participationTexts.walletOnOtherNetwork);
  return address;
}

function walletFailure(message: string): Failure {
  return new Failure("E0007", { errors: [{ field: "wallet", message }] });
}
