import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/**
 * Moves the focus to the heading of each page that a link leads to, where screen readers continue; also after a search that
 * replaced its field. Returns the number of results, for a live region; empty on the first page.
 */
export function useRouteFocus(): string {
  const { pathname, search, hash } = useLocation();
  const [resultCount, setResultCount] = useState("");
  const lastPage = useRef<{ pathname: string; search: string; title: string }>(undefined);
  useEffect(() => {
    const { title, activeElement, body } = document;
    const previous = lastPage.current;
    lastPage.current = { pathname, search, title };
    if (previous === undefined) return undefined;
    setResultCount(readResultCount());
    const isReplaced = previous.pathname !== pathname || (previous.title !== title && activeElement === body);
    return isReplaced && hash === "" ? focusHeading(pathname) : undefined;
  }, [pathname, search, hash]);
  return resultCount;
}

function readResultCount(): string {
  return Array.from(document.querySelectorAll("[data-result-count]"), (part) => part.textContent).join(" ");
}

/**
 * Focuses the heading, unless the page has focused something else. While the page loads, its heading may come later or be
 * replaced. Returns a function that stops the wait for that.
 */
function focusHeading(pathname: string): (() => void) | undefined {
  const main = document.getElementById("main");
  const { activeElement } = document;
  const isLinkToPage = activeElement instanceof HTMLAnchorElement && activeElement.pathname === pathname;
  const isFocusedByPage = main !== activeElement && main?.contains(activeElement) && !isLinkToPage;
  if (main === null || isFocusedByPage) return undefined;
  const focus = () => {
    const heading = main.querySelector("h1") ?? main;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return heading;
  };
  let focused = focus();
  const observer = new MutationObserver(() => {
    const isLost = document.activeElement === main || document.activeElement === document.body;
    if (isLost) focused = focus();
    if (document.activeElement !== focused || isLoaded(main)) observer.disconnect();
  });
  if (!isLoaded(main)) observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function isLoaded(main: HTMLElement): boolean {
  return main.querySelector("h1") !== null && main.querySelector(".loading") === null;
}
