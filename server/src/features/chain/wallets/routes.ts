import {
  deleteWallet,
  getWallets,
  postWallet,
  postWalletMessage,
} from "@wrapsody/shared/accounts/wallets.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { createLinkMessage, getLinkedWallets, linkWallet, unlinkWallet } from "./wallets.ts";

export function walletRoutes(context: Context): Route[] {
  return [
    route(postWalletMessage, ({ session, body: { wallet, chain_id: chainId } }) =>
      createLinkMessage(context, { session, wallet, chainId }),
    ),
    route(postWallet, ({ session, device, body }) => linkWallet(context, { session, device, ...body })),
    route(getWallets, ({ session }) => getLinkedWallets(context, session)),
    route(deleteWallet, ({ session, device, params: { address } }) =>
      unlinkWallet(context, { session, device, address }),
    ),
  ];
}
