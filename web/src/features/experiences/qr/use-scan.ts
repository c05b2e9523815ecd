import { postQrScan } from "@wrapsody/shared/qr.ts";
import { useEffect } from "react";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import type { Code } from "./code.ts";

/** Query parameter that marks a counted scan, because a wallet app opens the same URL again in its own browser. */
const SEEN_PARAM = "seen";

/** Reports the scan of a code to the server. The page neither waits for the call nor fails with it. */
export function useScan({ componentId, songId, nftId }: Code): void {
  useEffect(() => {
    const address = new URL(window.location.href);
    if (address.searchParams.has(SEEN_PARAM)) return;
    address.searchParams.set(SEEN_PARAM, "1");
    window.history.replaceState(window.history.state, "", address);
    apiFetch(postQrScan, { body: { componentId, songId, nftId } }).catch(() => undefined);
  }, [componentId, songId, nftId]);
}
