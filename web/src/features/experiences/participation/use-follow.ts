import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { onPageRestored } from "../../../lib/polling.ts";

/** Pages of experiences open in the router; other URLs, such as a checkout, open as documents. */
const ownPage = /^\/experiences\//;

/**
 * Opens the URL that the server returns, in the router or as a document. `leaving` stays true until the browser
 * restores this page from its back/forward cache.
 */
export function useOpenNextUrl(): { openUrl(redirect: string): void; leaving: boolean } {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  useEffect(() => onPageRestored(() => setLeaving(false)), []);
  return {
    leaving,
    openUrl(redirect) {
      setLeaving(true);
      const { origin, pathname, search } = new URL(redirect, window.location.href);
      if (origin === window.location.origin && ownPage.test(pathname)) void navigate(`${pathname}${search}`);
      else window.location.assign(redirect);
    },
  };
}
