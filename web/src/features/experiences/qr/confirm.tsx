import { postQrScan } from "@wrapsody/shared/qr.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { Address } from "../../../ui/format/address.tsx";
import { useWallet, WalletButtons, WalletStatus } from "../../chain/index.ts";
import type { Code } from "./code.ts";
import { ConfirmFailed } from "./confirm-failed.tsx";
import { declined, inconclusive, useConfirming } from "./use-confirming.ts";

/** Connects a wallet, requests a signature that proves ownership of the artwork, and opens the code's link. */
export function Confirm({ code }: { code: Code }) {
  const { t } = useTranslation();
  useScan(code);
  const wallet = useWallet();
  const { state } = wallet;
  const { confirm, isPending, isFollowing, why } = useConfirming(code, wallet);
  const appLink = state.is === "absent" ? state.appLink : undefined;
  // On a phone without a wallet extension, the wallet app opens this page in its own browser.
  useEffect(() => {
    if (appLink !== undefined) window.location.assign(appLink);
  }, [appLink]);
  const isConnected = state.is === "connected" || state.is === "elsewhere";
  return (
    <div className="qr-in">
      <p className="lead">{t("qr.lead")}</p>
      {isConnected ? (
        <p className="small">
          {t("qr.with")} <Address address={state.account} />
        </p>
      ) : null}
      {isConnected ? (
        <button type="button" className="btn go" aria-disabled={isPending || undefined} onClick={confirm}>
          {t(isPending ? "qr.signing" : "qr.sign")} <ArrowRight className="i" aria-hidden="true" />
        </button>
      ) : null}
      <WalletButtons wallet={wallet} />
      <WalletStatus state={state} />
      <p className="small b" role="status">
        {isFollowing ? t("qr.following") : ""}
      </p>
      {why === undefined ? null : <NotConfirmed why={why} />}
      <p className="small dim">{t("qr.once")}</p>
    </div>
  );
}

/** Reports an error as one of the wallet or the code only if it may be one. `why` is a text key. */
function NotConfirmed({ why }: { why: string }) {
  const { t } = useTranslation();
  if (why !== declined && !inconclusive.includes(why)) return <ConfirmFailed why={why} />;
  return (
    <p className="small b" role={why === declined ? "status" : "alert"}>
      {t(why)}
    </p>
  );
}

/** Query parameter that marks a counted scan, because a wallet app opens the same URL again in its own browser. */
const SEEN_PARAM = "seen";

/** Reports the scan of a code to the server. The page neither waits for the call nor fails with it. */
function useScan({ componentId, songId, nftId }: Code): void {
  useEffect(() => {
    const address = new URL(window.location.href);
    if (address.searchParams.has(SEEN_PARAM)) return;
    address.searchParams.set(SEEN_PARAM, "1");
    window.history.replaceState(window.history.state, "", address);
    apiFetch(postQrScan, { body: { componentId, songId, nftId } }).catch(() => undefined);
  }, [componentId, songId, nftId]);
}
