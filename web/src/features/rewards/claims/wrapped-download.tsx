import Download from "lucide-react/icons/download";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Address } from "../../../ui/format/address.tsx";
import { useWallet, WalletButtons, WalletStatus } from "../../chain/index.ts";
import { useDownload } from "./use-download.ts";

type Props = {
  song: { id: number; name: string; artist: string };
  rewardId: number;
  /** Starts the download as soon as a wallet is connected. */
  autoStart: boolean;
};

/** Downloads the song as a file with proof that the user's wallet owns a token of it. */
export function WrappedDownload({ song, rewardId, autoStart }: Props) {
  const { t } = useTranslation();
  const wallet = useWallet();
  const { state } = wallet;
  const { start, isPending, isSaved, why } = useDownload({ song, rewardId, wallet });
  const isConnected = state.is === "connected" || state.is === "elsewhere";
  useRunOnce(autoStart && isConnected, start);
  return (
    <div className="wrapped">
      {isConnected ? (
        <>
          <p className="small">
            {t("claims.download.with")} <Address address={state.account} />
          </p>
          <button
            type="button"
            className="btn s solid"
            aria-disabled={isPending || undefined}
            onClick={start}
          >
            {t(isSaved ? "claims.download.again" : "claims.download.do")}
            <Download className="i" aria-hidden="true" />
          </button>
        </>
      ) : (
        <p className="small b">
          {t(state.is === "absent" ? "claims.download.needsWallet" : "claims.download.noWallet")}
        </p>
      )}
      <p className="small" role="status">
        {isPending ? t("claims.download.busy") : isSaved ? t("claims.download.saved") : ""}
      </p>
      {why === undefined ? null : (
        <p className="msg" role="alert">
          <TriangleAlert className="i" aria-hidden="true" /> <span>{t(why)}</span>
        </p>
      )}
      <WalletButtons wallet={wallet} />
      <WalletStatus state={state} />
    </div>
  );
}

/** Runs a function the first time the condition is true. */
function useRunOnce(condition: boolean, run: () => void): void {
  const hasRun = useRef(false);
  useEffect(() => {
    if (!condition || hasRun.current) return;
    hasRun.current = true;
    run();
  });
}
