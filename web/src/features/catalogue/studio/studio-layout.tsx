import { patchAlbum, postAlbum } from "@wrapsody/shared/albums.ts";
import { postComponent, postDrop, postMint } from "@wrapsody/shared/campaigns.ts";
import { getReceivedClaims } from "@wrapsody/shared/claims.ts";
import type { Endpoint } from "@wrapsody/shared/endpoint.ts";
import { patchArtist, postArtist, postSong } from "@wrapsody/shared/studio.ts";
import { getMySubscription } from "@wrapsody/shared/subscriptions.ts";
import { postSongNft } from "@wrapsody/shared/wnft.ts";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, Outlet, useLocation } from "react-router";
import { removeExpiredDrafts } from "../../../lib/drafts/stored-drafts.ts";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { actingAccount } from "../../../lib/storage/session.ts";
import { paths } from "../../../paths.ts";
import { LoadingRows } from "../../../ui/feedback/states.tsx";
import { scrollIntoRow } from "../../../ui/layout/scroll-into-row.ts";
import { Permitted, useMay, WorkingFor } from "../../accounts/index.ts";
import "../../../ui/forms/form-note.css";
import "./studio-layout.css";

/** Loads the studio texts before any of its pages renders, and removes drafts of forms that are too old. */
export async function clientLoader() {
  removeExpiredDrafts(Date.now());
  await loadNamespaces(
    "studio",
    "crop",
    "draft",
    ...(actingAccount() === undefined ? [] : (["members"] as const)),
  );
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
  const { pathname } = useLocation();
  const isPublishing = !pathname.startsWith("/admin");
  return (
    <>
      {isPublishing ? <WorkingFor /> : <AdministratorNavigation />}
      {isPublishing ? <PermittedPage /> : <Outlet />}
    </>
  );
}

/** Pages that serve one call. Where the reader's role does not allow it, they say so instead. */
const pageCalls: readonly { page: RegExp; call: Endpoint }[] = [
  { page: /^\/create(\/|$)/, call: postSong },
  { page: /^\/my\/artists\/(create|bulk)/, call: postArtist },
  { page: /^\/my\/artist\//, call: patchArtist },
  { page: /^\/my\/albums\/create/, call: postAlbum },
  { page: /^\/my\/album\//, call: patchAlbum },
  { page: /^\/my\/experiences\/create/, call: postDrop },
  { page: /^\/my\/experiences\/[^/]+\/components/, call: postComponent },
  { page: /^\/my\/experiences\/[^/]+\/mint/, call: postMint },
  { page: /^\/my\/wrap\/[^/]+\/wnft/, call: postSongNft },
  { page: /^\/my\/claims/, call: getReceivedClaims },
  { page: /^\/(my\/subscription|subscription\/confirm)/, call: getMySubscription },
];

function PermittedPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const may = useMay();
  const call = pageCalls.find(({ page }) => page.test(pathname))?.call;
  if (call === undefined || may(call)) return <Outlet />;
  return (
    <section className="sec">
      <div className="void">
        <h1 className="title">{t("members.deniedTitle")}</h1>
        <Permitted call={call}>{null}</Permitted>
        <Link className="btn" to={paths.myWraps()}>
          {t("manage.back")}
        </Link>
      </div>
    </section>
  );
}

type NavItem = { name: string; to: string; holds: RegExp };

/** Sections of the administration, each with the pages that belong to it. Those of the studio are in the menu. */
const administratorItems: readonly NavItem[] = [
  { name: "reviews", to: paths.reviews(), holds: /^\/admin(\/review\/.*)?$/ },
  { name: "changes", to: paths.changes(), holds: /^\/admin\/changes$/ },
  { name: "reports", to: paths.reports(), holds: /^\/admin\/reports?(\/|$)/ },
  { name: "users", to: paths.users(), holds: /^\/admin\/users?(\/|$)/ },
  { name: "payments", to: paths.payments(), holds: /^\/admin\/payments$/ },
  { name: "holds", to: paths.holds(), holds: /^\/admin\/holds$/ },
  { name: "site", to: paths.siteSettings, holds: /^\/admin\/site$/ },
  { name: "jobs", to: paths.jobs(), holds: /^\/admin\/jobs$/ },
  { name: "audit", to: paths.audit(), holds: /^\/admin\/audit$/ },
];

function AdministratorNavigation() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const here = pathname.replace(/(?<=.)\/$/, "");
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => showNavItem(row.current, here), [here]);
  return (
    <nav className="studio-nav" aria-label={t("studio.nav.admin")}>
      <ul ref={row}>
        {administratorItems.map(({ name, to, holds }) => (
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
