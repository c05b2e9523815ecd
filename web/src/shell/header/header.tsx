import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useLazyModule } from "../../lib/lazy-module.ts";
import { useSignedIn } from "../../lib/storage/session.ts";
import { paths } from "../../paths.ts";
import { Mark } from "../../ui/graphics/shapes.tsx";
import { SearchButton } from "../search/search-button.tsx";
import type { Site } from "../site.ts";
import { CompanionLink } from "./companion-link.tsx";
import { LibraryMenu } from "./menu.tsx";
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
      <Sections companionUrl={site.companionUrl} />
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

function Sections({ companionUrl }: { companionUrl: string | undefined }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const own: Section = useSignedIn() ? "you" : "start";
  const active = sectionOf(pathname);
  const { part: PointTotal } = useLazyModule("point-total", loadPointTotal, own === "you");
  return (
    <nav aria-label={t("shell.main")}>
      {(["wraps", "dapps", own] as const).map((section) => (
        <Link
          key={section}
          to={sectionPath[section]}
          aria-current={
            section === active ? (pathname === sectionPath[section] ? "page" : "true") : undefined
          }
        >
          {t(`shell.${section}`)}{" "}
          <span className="gloss">
            {section === "you" && PointTotal !== undefined ? (
              <PointTotal key={pathname} />
            ) : (
              t(`shell.gloss.${section}`)
            )}
          </span>
        </Link>
      ))}
      {companionUrl === undefined ? null : (
        <CompanionLink className="only-m" url={companionUrl}>
          {t("shell.companionShort")}
        </CompanionLink>
      )}
    </nav>
  );
}

/** A chunk of its own: nothing but the place of the bell is there before. */
const loadBellLink = () => import("./bell.tsx").then(({ loadBell: load }) => load());

function Notifications() {
  const signedIn = useSignedIn();
  const { part: BellLink } = useLazyModule("bell", loadBellLink, signedIn);
  return <span className="bell">{signedIn && BellLink !== undefined ? <BellLink /> : null}</span>;
}

/** The library on small screens. Navigation and Escape close it. */
function SmallMenu({ wraps }: { wraps: number | undefined }) {
  const { t } = useTranslation();
  const { key } = useLocation();
  return (
    <details key={key} className="menu" onKeyDown={closeOnEscape}>
      <summary>{t("shell.menu")}</summary>
      <nav aria-label={t("shell.library")}>
        <LibraryMenu wraps={wraps} />
      </nav>
    </details>
  );
}

function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>): void {
  if (event.key !== "Escape" || !event.currentTarget.open) return;
  event.currentTarget.open = false;
  event.currentTarget.querySelector("summary")?.focus();
}
