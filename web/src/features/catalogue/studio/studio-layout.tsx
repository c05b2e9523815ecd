import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, Outlet, useLocation } from "react-router";
import { removeExpiredDrafts } from "../../../lib/drafts/stored-drafts.ts";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { paths } from "../../../paths.ts";
import { LoadingRows } from "../../../ui/feedback/states.tsx";
import { scrollIntoRow } from "../../../ui/layout/scroll-into-row.ts";
import "./studio-layout.css";

/** Loads the studio texts before any of its pages renders, and removes drafts of forms that are too old. */
export async function clientLoader() {
  removeExpiredDrafts(Date.now());
  await loadNamespaces("studio", "crop", "draft");
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <section className="sec">
      <LoadingRows />
    </section>
  );
}

/** Layout of the pages of publishers and administrators. */
export default function StudioLayout() {
  return (
    <>
      <StudioNavigation />
      <Outlet />
    </>
  );
}

type NavItem = { name: string; to: string; holds: RegExp };

/** Sections of the studio, each with the pages that belong to it. */
const publisherItems: readonly NavItem[] = [
  { name: "wraps", to: paths.myWraps(), holds: /^\/(my\/wraps?|create)(\/|$)/ },
  { name: "artists", to: paths.myArtists(), holds: /^\/my\/artists?(\/|$)/ },
  { name: "experiences", to: paths.myExperiences(), holds: /^\/my\/experiences(\/|$)/ },
  { name: "claims", to: paths.receivedClaims(), holds: /^\/my\/claims$/ },
  { name: "earnings", to: paths.earnings(), holds: /^\/my\/earnings$/ },
  { name: "statistics", to: paths.statistics(), holds: /^\/my\/statistics$/ },
  { name: "subscription", to: paths.subscription, holds: /^\/my\/subscription$/ },
];
const administratorItems: readonly NavItem[] = [
  { name: "reviews", to: paths.reviews(), holds: /^\/admin(\/review\/.*)?$/ },
  { name: "reports", to: paths.reports(), holds: /^\/admin\/reports?(\/|$)/ },
  { name: "users", to: paths.users(), holds: /^\/admin\/users?(\/|$)/ },
  { name: "payments", to: paths.payments(), holds: /^\/admin\/payments$/ },
  { name: "holds", to: paths.holds(), holds: /^\/admin\/holds$/ },
  { name: "site", to: paths.siteSettings, holds: /^\/admin\/site$/ },
  { name: "jobs", to: paths.jobs(), holds: /^\/admin\/jobs$/ },
  { name: "audit", to: paths.audit(), holds: /^\/admin\/audit$/ },
];

function StudioNavigation() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const administrator = pathname.startsWith("/admin");
  const here = pathname.replace(/(?<=.)\/$/, "");
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => showNavItem(row.current, here), [here]);
  return (
    <nav className="studio-nav" aria-label={t(administrator ? "studio.nav.admin" : "studio.nav.label")}>
      <ul ref={row}>
        {(administrator ? administratorItems : publisherItems).map(({ name, to, holds }) => (
          <li key={name}>
            <Link to={to} aria-current={here === to ? "page" : holds.test(here) ? "true" : undefined}>
              {t(`studio.nav.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls the current section into view on phones, which do not show all of them. */
function showNavItem(row: HTMLUListElement | null, here: string): void {
  const room = row?.querySelector<HTMLElement>("[aria-current]");
  if (row !== null && room != null && here !== "") scrollIntoRow(row, room);
}
