import { type ReactNode, useLayoutEffect } from "react";
import { useTranslation } from "react-i18next";
import { NavigationType, useLocation, useNavigation, useNavigationType } from "react-router";
import { isSignedIn, useSignedIn } from "../lib/storage/session.ts";
import { Footer } from "./footer/footer.tsx";
import { Header, MenuSlot } from "./header/header.tsx";
import { Notices } from "./notices.tsx";
import { setArrival } from "./player/player.ts";
import { PlayerBar } from "./player/player-bar.tsx";
import { useRouteFocus } from "./route-focus.ts";
import { RoutePrefetch } from "./route-prefetch.tsx";
import { useSessionEndRedirect } from "./session-end.ts";
import { useReferrer } from "./sharer.ts";
import type { Site } from "./site.ts";

/** Returns true if a route renders without the shell: `export const handle = { bare: true }` (the embedded player). */
export function isBare(handle: unknown): boolean {
  return typeof handle === "object" && handle !== null && "bare" in handle && handle.bare === true;
}

/** The layout around every page. It survives navigation. */
export function Shell({ site, children }: { site: Site; children: ReactNode }) {
  const { t } = useTranslation();
  useArrival();
  useReferrer();
  useSessionEndRedirect();
  useMemberMark();
  return (
    <>
      <a className="skip" href="#main">
        {t("shell.skip")}
      </a>
      {site.notices.map(({ label, className, html }) => (
        <aside
          key={label}
          className={`notice ${className}`}
          aria-label={label}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders it without raw HTML
          dangerouslySetInnerHTML={{ __html: html }}
        />
      ))}
      <Header site={site} />
      <div className="shell">
        <div className="side">
          <MenuSlot wraps={site.wraps} />
        </div>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Footer site={site} />
      <PlayerBar stocked={site.wraps !== undefined && site.wraps > 0} />
      <RoutePrefetch />
      <NavigationProgress />
      <Notices unknownLanguage={site.unknownLanguage} />
    </>
  );
}

/**
 * Shows a line at the top of the window while a page loads, then announces its number of results. CSS delays the line, so that
 * fast pages never show it.
 */
function NavigationProgress() {
  const { t } = useTranslation();
  const isNavigating = useNavigation().state !== "idle";
  const resultCount = useRouteFocus();
  return (
    <div role="status">
      {isNavigating ? (
        <span className="on-the-way">
          <span className="vh">{t("ui.loading")}</span>
        </span>
      ) : (
        <span className="vh">{resultCount}</span>
      )}
    </div>
  );
}

/** Marks the document of a signed-in reader, after whom the styles lay out the menu. A script does it before the first paint. */
function useMemberMark(): void {
  const signedIn = useSignedIn();
  useLayoutEffect(() => {
    // Hydration begins as a visitor, also for members.
    if (signedIn || isSignedIn()) document.documentElement.dataset.member = "";
    else delete document.documentElement.dataset.member;
  }, [signedIn]);
}

let first = true;

/** Tells the player, before the effects of a page run, whether the reader navigated to it. */
function useArrival(): void {
  const { key } = useLocation();
  const type = useNavigationType();
  useLayoutEffect(() => {
    setArrival(key, type === NavigationType.Pop ? first && wasOpened() : true);
    first = false;
  }, [key, type]);
}

/** Returns true if a link or URL opened the document, rather than a reload or the history. */
function wasOpened(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type === "navigate";
}
