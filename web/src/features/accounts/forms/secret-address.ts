import { useEffect } from "react";

/** Headers for pages whose URL holds a secret. */
export const noReferrer = { "referrer-policy": "no-referrer" };

/** Removes the query from the address bar and the history. The page still has it. */
export function useQueryRemoval(): void {
  useEffect(() => {
    const { pathname, hash } = window.location;
    window.history.replaceState(window.history.state, "", `${pathname}${hash}`);
  }, []);
}
