import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import type { KeyboardEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useLazyModule } from "../../lib/lazy-module.ts";
import { useSignedIn } from "../../lib/storage/session.ts";
import { paths } from "../../paths.ts";
import { Mark } from "../../ui/graphics/shapes.tsx";
import { SearchButton } from "../search/search-button.tsx";
import type { Site } from "../site.ts";
import { CompanionLink } from "./companion-link.tsx";
import { type Section, sectionOf, sectionPath } from "./sections.ts";
import { ThemeSwitch } from "./theme.tsx";

export function Header({ site }: { site: Site }) {
  const { t } = useTranslation();
  return (
    <header className="top">
      <Link className="logo" to={paths.home} aria-label={t("shell.home")}>
        <Mark />
        <span>{site.name}</span>
      </Link>
      <Sections site={site} />
      <div className="top-end">
        <SmallMenu wraps={site.wraps} />
        <Notifications />
        {site.companionUrl === undefined ? null : (
          <CompanionLink className="comp-l" url={site.companionUrl}>
            {t("shell.companion")} <ArrowUpRight className="i" aria-hidden="true" />
          </CompanionLink>
        )}
        <SearchButton />
        <ThemeSwitch />
      </div>
    </header>
  );
}

const loadPointTotal = async () => (await import("./point-total.tsx")).PointTotal;

/** The main links: above the page, on phones below it. Art is for phones, which have no menu in view. */
function Sections({ site: { companionUrl, signUp } }: { site: Site }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const signedIn = useSignedIn();
  const { part: PointTotal } = useLazyModule("point-total", loadPointTotal, signedIn);
  return (
    <nav className="sections" aria-label={t("shell.main")}>
      <SectionLink section="wraps" />
      <SectionLink section="dapps" />
      {signedIn ? (
        <>
          <Link
            className="nav-art"
            to={paths.myArt()}
            aria-current={pathname === paths.myArt() ? "page" : undefined}
          >
            {t("shell.art")} <span className="gloss">{t("shell.gloss.art")}</span>
          </Link>
          <SectionLink section="you">
            {PointTotal === undefined ? undefined : <PointTotal key={pathname} />}
          </SectionLink>
        </>
      ) : (
        <>
          <SectionLink section="start" />
          {signUp === "open" ? (
            <Link
              className="nav-sign-up"
              to={paths.signUp()}
              aria-current={pathname === paths.signUp() ? "page" : undefined}
            >
              {t("shell.signUp")} <span className="gloss">{t("shell.gloss.signUp")}</span>
            </Link>
          ) : null}
        </>
      )}
      {companionUrl === undefined ? null : (
        <CompanionLink className="only-m" url={companionUrl}>
          {t("shell.companionShort")}
        </CompanionLink>
      )}
    </nav>
  );
}

/** A section with its explanation, or with `children` instead. */
function SectionLink({ section, children }: { section: Section; children?: ReactNode }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const path = sectionPath[section];
  const current = pathname === path ? "page" : "true";
  return (
    <Link
      className={`nav-${section}`}
      to={path}
      aria-current={sectionOf(pathname) === section ? current : undefined}
    >
      {t(`shell.${section}`)} <span className="gloss">{children ?? t(`shell.gloss.${section}`)}</span>
    </Link>
  );
}

/** A chunk of its own: nothing but the place of the bell is there before. */
const loadBellLink = () => import("./bell.tsx").then(({ loadBell: load }) => load());

function Notifications() {
  const signedIn = useSignedIn();
  const { part: BellLink } = useLazyModule("bell", loadBellLink, signedIn);
  return <span className="bell">{signedIn && BellLink !== undefined ? <BellLink /> : null}</span>;
}

const loadMenu = () => import("./menu.tsx").then(({ loadMenu: load }) => load());

/** The place of the menu of signed-in readers. Visitors have none: the header has all that they need. */
export function MenuSlot({ wraps }: { wraps: number | undefined }) {
  const { t } = useTranslation();
  const { part: Menu } = useLazyModule("menu", loadMenu, useSignedIn());
  return <nav aria-label={t("shell.library")}>{Menu === undefined ? null : <Menu wraps={wraps} />}</nav>;
}

/** The library on small screens. Navigation and Escape close it. */
function SmallMenu({ wraps }: { wraps: number | undefined }) {
  const { t } = useTranslation();
  const { key } = useLocation();
  return (
    <details key={key} className="menu" onKeyDown={closeOnEscape}>
      <summary>{t("shell.menu")}</summary>
      <MenuSlot wraps={wraps} />
    </details>
  );
}

function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>): void {
  if (event.key !== "Escape" || !event.currentTarget.open) return;
  event.currentTarget.open = false;
  event.currentTarget.querySelector("summary")?.focus();
}
