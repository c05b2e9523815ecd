import Download from "lucide-react/icons/download";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Address } from "../../../ui/format/address.tsx";
import { PendingSignature, useWallet, WalletButtons, WalletStatus } from "../../chain/index.ts";
import { useKeptArtwork } from "./claim-queries.ts";
import { useDownload } from "./use-download.ts";

type Props = {
  song: { id: number; name: string; artist: string };
  rewardId: number;
  /** The experience whose artworks count; null for any of the song. */
  experience: number | null;
  /** Starts the download as soon as ownership can be proved. */
  autoStart: boolean;
};

/** Downloads the song as a file with proof that the user's wallet owns a token of it, or that an artwork of it is kept for the user. */
export function WrappedDownload({ song, rewardId, experience, autoStart }: Props) {
  const { t } = useTranslation();
  const wallet = useWallet();
  const { state } = wallet;
  const { artwork, isLoading } = useKeptArtwork(song.id, experience);
  const isKept = artwork !== undefined;
  const { start, isPending, isSaved, why } = useDownload({ song, rewardId, wallet, isKept });
  const isConnected = state.is === "connected" || state.is === "elsewhere";
  const canProve = isKept || (isConnected && !isLoading);
  useRunOnce(autoStart && canProve, start);
  return (
    <div className="wrapped">
      {canProve ? (
        <>
          <p className="small">
            {isConnected && !isKept ? (
              <>
                {t("claims.download.with")} <Address address={state.account} />
              </>
            ) : (
              t("claims.download.withKept")
            )}
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
          <p className="small dim">{t("claims.download.players")}</p>
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
      {isKept ? null : (
        <>
          <WalletButtons wallet={wallet} />
          <WalletStatus state={state} />
          <PendingSignature wallet={wallet} isPending={isPending} />
        </>
      )}
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
