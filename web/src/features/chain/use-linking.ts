import { useMutation, useQueryClient } from "@tanstack/react-query";
import { postWallet, postWalletMessage } from "@wrapsody/shared/accounts/wallets.ts";
import { getNetworks } from "@wrapsody/shared/experiences/campaigns.ts";
import type { Network } from "@wrapsody/shared/experiences/chain.ts";
import { useState } from "react";
import { apiFetch } from "../../lib/api/api-fetch.ts";
import { queryOf } from "../../lib/pages/page-data.ts";
import type { Connected, Connection } from "./connection.ts";
import type { FoundWallet } from "./discovery.ts";
import { isSameAddress, type Refusal } from "./provider.ts";
import type { Wallet } from "./use-wallet.ts";

/**
 * State of linking a wallet. "elsewhere": the wallet is on an unsupported network and its owner must switch; `reason`
 * says why switching failed. "known": all exposed accounts are linked already.
 */
export type Linking =
  | { is: "idle" }
  | { is: "connecting" | "signing" | "moving" | "known"; wallet: FoundWallet }
  | { is: "elsewhere"; wallet: FoundWallet; network: Network; reason?: Refusal }
  | { is: "refused"; wallet: FoundWallet; reason: Refusal }
  | { is: "failed"; error: Error };

export const isLinking = ({ is }: Linking) => is === "connecting" || is === "signing" || is === "moving";

type Options = {
  /** Addresses that are already linked. */
  linked: readonly string[];
  onLinked(address: string): Promise<void>;
};

/** Links a wallet by a signed message: connects it, switches its network, requests the signature and submits it. */
export function useLinking(wallet: Wallet, { linked, onLinked }: Options) {
  const client = useQueryClient();
  const [linking, setLinking] = useState<Linking>({ is: "idle" });

  const proceed = async (connection: Connection): Promise<Linking> => {
    if (connection.is === "refused") return connection;
    if (connection.is !== "connected") return { is: "idle" };
    const address = connection.accounts.find(
      (account) => !linked.some((other) => isSameAddress(account, other)),
    );
    if (address === undefined) return { is: "known", wallet: connection.wallet };
    // The user may select a wallet before the networks are loaded.
    const networks = await client.ensureQueryData(queryOf(getNetworks)).then(
      (response) => response.networks,
      () => undefined,
    );
    const usual = networks?.[0];
    const chainId = connection.chainId ?? usual?.chain_id ?? 0;
    const isUsed = networks === undefined || networks.some(({ chain_id }) => chain_id === chainId);
    if (!isUsed && usual !== undefined)
      return { is: "elsewhere", wallet: connection.wallet, network: usual.name };
    return prove(connection, address, chainId);
  };
  const prove = async (
    { wallet: signer }: Pick<Connected, "wallet">,
    address: string,
    chainId: number,
  ): Promise<Linking> => {
    setLinking({ is: "signing", wallet: signer });
    const challenge = await apiFetch(postWalletMessage, { body: { wallet: address, chain_id: chainId } });
    const signed = await wallet.signMessage(challenge, address);
    if (signed.is === "restarted") return prove({ wallet: signer }, address, chainId);
    if (signed.is === "refused") return { ...signed, wallet: signer };
    const proof = { nonce: challenge.nonce, signature: signed.signature };
    await onLinked((await apiFetch(postWallet, { body: proof })).address);
    return { is: "idle" };
  };
  const { mutate } = useMutation({
    mutationFn: (step: () => Promise<Linking>) => step(),
    onSuccess: setLinking,
    onError: (error) => setLinking({ is: "failed", error }),
  });
  const run = (first: Linking, step: () => Promise<Linking>) => {
    if (isLinking(linking)) return;
    setLinking(first);
    mutate(step);
  };
  return {
    linking,
    link: (chosen: FoundWallet) =>
      run({ is: "connecting", wallet: chosen }, async () => proceed(await wallet.connect(chosen))),
    move: (chosen: FoundWallet, network: Network) =>
      run({ is: "moving", wallet: chosen }, async () => {
        const moved = await wallet.switchTo(network);
        // A declined switch keeps the offer to switch.
        if (moved.is === "refused") return { is: "elsewhere", wallet: chosen, network, reason: moved.reason };
        return proceed(wallet.current());
      }),
  };
}
