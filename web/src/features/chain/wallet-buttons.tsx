import { contractProofLifetime, proofLifetime } from "@wrapsody/shared/accounts/wallets.ts";
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";
import type { FoundWallet } from "./discovery.ts";
import type { Refusal } from "./provider.ts";
import type { Wallet, WalletState } from "./use-wallet.ts";
import { mayHaveWalletApp, walletAppLink } from "./wallet-app.ts";
import "./wallets.css";

/** Returns a function that names a wallet. Legacy wallets report no name. */
export function useWalletName(): (wallet: FoundWallet) => string {
  const { t } = useTranslation();
  return ({ name, demo }) => name ?? t(demo ? "wallets.demo" : "wallets.browser");
}

/** Connects and disconnects wallets. Links to the wallet app on a phone without a wallet. */
export function WalletButtons({ wallet }: { wallet: Wallet }) {
  const { state, wallets, connect } = wallet;
  const inUse = state.is === "connected" || state.is === "elsewhere" ? state.wallet : undefined;
  return (
    <>
      <WalletList
        wallets={wallets.filter(({ id }) => id !== inUse?.id)}
        verb="connect"
        busy={state.is === "connecting"}
        choose={(chosen) => void connect(chosen)}
      />
      <NoWallet wallet={wallet} />
      {inUse === undefined ? null : <Disconnect inUse={inUse} disconnect={wallet.disconnect} />}
    </>
  );
}

function Disconnect({ inUse, disconnect }: { inUse: FoundWallet; disconnect(): void }) {
  const { t } = useTranslation();
  const name = useWalletName()(inUse);
  return (
    <p>
      <button type="button" className="u small" onClick={disconnect}>
        {t("wallets.disconnect", { wallet: name })}
      </button>
    </p>
  );
}

type WalletListProps = {
  wallets: readonly FoundWallet[];
  /** Action of the buttons. */
  verb: "connect" | "link";
  busy: boolean;
  choose(wallet: FoundWallet): void;
};

/** One button per wallet. */
export function WalletList({ wallets, verb, busy, choose }: WalletListProps) {
  const { t } = useTranslation();
  const nameOf = useWalletName();
  if (wallets.length === 0) return null;
  return (
    <ul className="wallet-buttons">
      {wallets.map((wallet) => (
        <li key={wallet.id}>
          <button
            type="button"
            className="btn s"
            aria-disabled={busy || undefined}
            onClick={() => {
              if (!busy) choose(wallet);
            }}
          >
            <WalletIcon wallet={wallet} />
            {t(`wallets.${verb}${wallet.demo ? "Demo" : ""}`, { wallet: nameOf(wallet) })}
          </button>
          {wallet.demo ? <p className="small dim">{t("wallets.demoText")}</p> : null}
        </li>
      ))}
    </ul>
  );
}

function WalletIcon({ wallet: { icon } }: { wallet: FoundWallet }) {
  if (icon === undefined) return null;
  return <img className="wallet-icon" src={icon} alt="" width={24} height={24} />;
}

/**
 * Explains that the browser has no wallet, with a link to the wallet app on phones, even if the demo wallet is
 * available.
 */
export function NoWallet({ wallet: { state, wallets } }: { wallet: Wallet }) {
  const { t, i18n } = useTranslation();
  if (state.is === "looking" || wallets.some(({ demo }) => !demo)) return null;
  if (!mayHaveWalletApp(navigator.userAgent))
    return state.is === "absent" ? <p className="small dim">{t("wallets.none")}</p> : null;
  const appLink = () => walletAppLink(window.location, i18n.language);
  return (
    <div className="wallet-app">
      <p className="small dim">{t("wallets.phone")}</p>
      <a
        className="btn s"
        href={appLink()}
        onClick={({ currentTarget }) => {
          // The page may have changed its address since it was rendered.
          currentTarget.href = appLink();
        }}
      >
        {t("wallets.openApp")} <ArrowUpRight className="i" aria-hidden="true" />
      </a>
    </div>
  );
}

/** Says how long the awaited signature is accepted, and offers to begin again with a new message. */
export function PendingSignature({ wallet, isPending }: { wallet: Wallet; isPending: boolean }) {
  const { t } = useTranslation();
  const { signing, restartSigning } = wallet;
  if (signing === undefined || !isPending) return null;
  const isContract = signing.valid_for > proofLifetime;
  return (
    <div>
      <p className="small dim" role="status">
        {isContract
          ? t("wallets.validHours", { count: contractProofLifetime / 3600 })
          : t("wallets.validMinutes", { count: proofLifetime / 60 })}
      </p>
      <button type="button" className="u small" onClick={restartSigning}>
        {t("wallets.signAgain")}
      </button>
    </div>
  );
}

/** Announces the pending request to a wallet, and its refusal. */
export function WalletStatus({ state }: { state: WalletState }) {
  const { t } = useTranslation();
  const nameOf = useWalletName();
  if (state.is === "connecting")
    return (
      <p className="small" role="status">
        {t("wallets.connecting", { wallet: nameOf(state.wallet) })}
      </p>
    );
  if (state.is === "refused") return <WalletRefusal reason={state.reason} wallet={nameOf(state.wallet)} />;
  return <p className="vh" role="status" />;
}

/** Shows why a wallet rejected a request. A rejection by its owner is not an error. */
export function WalletRefusal({ reason, wallet }: { reason: Refusal; wallet: string }) {
  const { t } = useTranslation();
  if (reason === "DECLINED")
    return (
      <p className="small b" role="status">
        {t("wallets.DECLINED", { wallet })}
      </p>
    );
  return (
    <p className="msg" role="alert">
      <TriangleAlert className="i" aria-hidden="true" /> <span>{t(`wallets.${reason}`, { wallet })}</span>
    </p>
  );
}
