import { useEffect } from "react";

/** Of pages whose address holds a secret: nobody is told where a reader came from, this site's own log neither. */
export const noReferrer = { "referrer-policy": "no-referrer" };

/** Takes the query out of the address bar and the history of the browser; the page itself goes on with it. */
export function useQueryRemoval(): void {
  useEffect(() => {
    const { pathname, hash } = window.location;
    window.history.replaceState(window.history.state, "", `${pathname}${hash}`);
  }, []);
}
