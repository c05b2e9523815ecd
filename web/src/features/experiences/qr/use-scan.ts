import { postQrScan } from "@wrapsody/shared/qr.ts";
import { useEffect } from "react";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import type { Code } from "./code.ts";

/** Marks the address of a page whose opening was told, for the wallet app that opens it once more in a browser of its own. */
const SEEN_PARAM = "seen";

/** Tells the server that the page of a code was opened. What the reader came for does not wait for it, nor fails with it. */
export function useScan({ componentId, songId, nftId }: Code): void {
  useEffect(() => {
    const address = new URL(window.location.href);
    if (address.searchParams.has(SEEN_PARAM)) return;
    address.searchParams.set(SEEN_PARAM, "1");
    window.history.replaceState(window.history.state, "", address);
    apiFetch(postQrScan, { body: { componentId, songId, nftId } }).catch(() => undefined);
  }, [componentId, songId, nftId]);
}
