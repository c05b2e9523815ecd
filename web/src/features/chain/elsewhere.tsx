import { useMutation } from "@tanstack/react-query";
import type { Network } from "@wrapsody/shared/experiences/chain.ts";
import type { TFunction } from "i18next";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";
import { networkName } from "../../lib/networks.ts";
import { usualNetworks } from "./networks.ts";
import type { Wallet, WalletState } from "./use-wallet.ts";
import { useWalletName, WalletRefusal } from "./wallet-buttons.tsx";

/** Warns that the connected wallet is on another network than the required one, and offers to switch. */
export function WrongNetwork({ wallet, network }: { wallet: Wallet; network: Network }) {
  const { state } = wallet;
  if (state.is !== "elsewhere") return null;
  // The key drops the result of another wallet.
  return <Warning key={state.wallet.id} wallet={wallet} network={network} state={state} />;
}

type WarningProps = {
  wallet: Wallet;
  network: Network;
  state: Extract<WalletState, { is: "elsewhere" }>;
};

function Warning({ wallet: { networks = [], switchTo }, network, state: { wallet, chainId } }: WarningProps) {
  const { t } = useTranslation();
  const name = useWalletName()(wallet);
  const { mutate, isPending, data } = useMutation({ mutationFn: () => switchTo(network) });
  const here = networkName(t, network);
  const there = chainName(t, chainId, networks);
  return (
    <div className="wallet-elsewhere">
      <p className="small" role="status">
        <TriangleAlert className="i" aria-hidden="true" />{" "}
        <span className="b">{t("wallets.otherNetwork", { wallet: name, there, here })}</span>{" "}
        {t("wallets.otherNetworkText", { here })}
      </p>
      {isPending ? (
        <p className="small b" role="status">
          {t("wallets.moving", { wallet: name })}
        </p>
      ) : null}
      {isPending || data?.is !== "refused" ? null : <WalletRefusal reason={data.reason} wallet={name} />}
      <p>
        <button
          type="button"
          className="btn s"
          aria-disabled={isPending || undefined}
          onClick={() => {
            if (!isPending) mutate();
          }}
        >
          {t("wallets.switchTo", { network: here })}
        </button>
      </p>
    </div>
  );
}

/** Returns the name of a network, else its number. */
function chainName(
  t: TFunction,
  chainId: number | undefined,
  reached: readonly { name: Network; chain_id: number }[],
): string {
  const network =
    reached.find(({ chain_id }) => chain_id === chainId)?.name ?? usualNetworks.get(chainId ?? 0);
  if (network !== undefined) return networkName(t, network);
  return chainId === undefined
    ? t("wallets.unknownNetwork")
    : t("wallets.numberedNetwork", { number: chainId });
}
