import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useSignedIn } from "../../lib/storage/session.ts";
import { paths } from "../../paths.ts";
import { Mark } from "../../ui/graphics/shapes.tsx";
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
        {site.companionUrl === undefined ? null : (
          <CompanionLink className="comp-l" url={site.companionUrl}>
            {t("shell.companion")} <ArrowUpRight className="i" aria-hidden="true" />
          </CompanionLink>
        )}
        <ThemeSwitch />
      </div>
    </header>
  );
}

function Sections({ companionUrl }: { companionUrl: string | undefined }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const own: Section = useSignedIn() ? "you" : "start";
  const active = sectionOf(pathname);
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
          {t(`shell.${section}`)}
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
