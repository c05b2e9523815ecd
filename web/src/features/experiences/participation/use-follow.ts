import { useEffect, useState } from "react";
import { useNavigate } from "react-router";

/** The pages of experiences are the site's own; all else, such as a page to pay on, is opened as any link is. */
const ownPage = /^\/experiences\//;

/**
 * Answers what leads on to where the server says: within the page, or out of it. `leaving` is true from then on, until
 * the reader comes back to this very page by the button of the browser.
 */
export function useOpenNextUrl(): { follow(redirect: string): void; leaving: boolean } {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    const returned = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setLeaving(false);
    };
    window.addEventListener("pageshow", returned);
    return () => window.removeEventListener("pageshow", returned);
  }, []);
  return {
    leaving,
    follow(redirect) {
      setLeaving(true);
      const { origin, pathname, search } = new URL(redirect, window.location.href);
      if (origin === window.location.origin && ownPage.test(pathname)) void navigate(`${pathname}${search}`);
      else window.location.assign(redirect);
    },
  };
}
