import { postQrScan } from "@wrapsody/shared/experiences/qr.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { Address } from "../../../ui/format/address.tsx";
import { PendingSignature, useWallet, WalletButtons, WalletStatus } from "../../chain/index.ts";
import type { Code } from "./code.ts";
import { ConfirmFailed } from "./confirm-failed.tsx";
import { ConfirmKept } from "./confirm-kept.tsx";
import { declined, inconclusive, useConfirming } from "./use-confirming.ts";

/** Confirms that the user owns the artwork of a code, by session while it is kept and by a wallet otherwise, and opens its link. */
export function Confirm({ code }: { code: Code }) {
  const { t } = useTranslation();
  const isKept = useScan(code);
  const [isRefused, setIsRefused] = useState(false);
  return (
    <div className="qr-in">
      {isRefused ? <p className="small b">{t("qr.notKept")}</p> : null}
      {isKept && !isRefused ? (
        <ConfirmKept
          code={code}
          onRefused={() => setIsRefused(true)}
          failure={(why) => <NotConfirmed why={why} />}
        />
      ) : (
        <ConfirmByWallet code={code} />
      )}
      <p className="small dim">{t("qr.once")}</p>
    </div>
  );
}

/** Connects a wallet, requests a signature that proves ownership of the artwork, and opens the code's link. */
function ConfirmByWallet({ code }: { code: Code }) {
  const { t } = useTranslation();
  const wallet = useWallet();
  const { state } = wallet;
  const { confirm, isPending, isFollowing, why } = useConfirming(code, wallet);
  const isConnected = state.is === "connected" || state.is === "elsewhere";
  return (
    <>
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
      <PendingSignature wallet={wallet} isPending={isPending} />
      <p className="small b" role="status">
        {isFollowing ? t("qr.following") : ""}
      </p>
      {why === undefined ? null : <NotConfirmed why={why} />}
    </>
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

/**
 * Query parameter that marks a counted scan, because a wallet app opens the same URL again in its own browser, and one of a kept
 * artwork, because the login returns to it.
 */
const SEEN_PARAM = "seen";
const KEPT = "kept";

/**
 * Reports the scan of a code to the server, and returns whether its artwork is kept. The page neither waits for the call nor fails with
 * it.
 */
function useScan({ componentId, songId, nftId }: Code): boolean {
  const [isKept, setIsKept] = useState(() => readSeen() === KEPT);
  useEffect(() => {
    if (readSeen() !== null) return;
    writeSeen("1");
    apiFetch(postQrScan, { body: { componentId, songId, nftId } })
      .then(({ kept }) => {
        if (!kept) return;
        writeSeen(KEPT);
        setIsKept(true);
      })
      .catch(() => undefined);
  }, [componentId, songId, nftId]);
  return isKept;
}

const readSeen = () => new URL(window.location.href).searchParams.get(SEEN_PARAM);

function writeSeen(value: string): void {
  const address = new URL(window.location.href);
  address.searchParams.set(SEEN_PARAM, value);
  window.history.replaceState(window.history.state, "", address);
}
