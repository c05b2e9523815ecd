import type { Endpoint } from "@wrapsody/shared/api/endpoint.ts";
import { patchAlbum, postAlbum } from "@wrapsody/shared/catalogue/albums.ts";
import { postSongNft } from "@wrapsody/shared/catalogue/wnft.ts";
import { postComponent, postDrop, postMint } from "@wrapsody/shared/experiences/campaigns.ts";
import { getMySubscription } from "@wrapsody/shared/payments/subscriptions.ts";
import { getReceivedClaims } from "@wrapsody/shared/rewards/claims.ts";
import { patchArtist, postArtist, postSong } from "@wrapsody/shared/studio/studio.ts";
import { useTranslation } from "react-i18next";
import { Link, Outlet, useLocation } from "react-router";
import { removeExpiredDrafts } from "../../../lib/drafts/stored-drafts.ts";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { actingAccount } from "../../../lib/storage/session.ts";
import { paths } from "../../../paths.ts";
import { Permitted, useMay, WorkingFor } from "../../accounts/index.ts";
import { AdministratorNavigation } from "./administrator-navigation.tsx";
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
