import type { OwnSong, OwnSongAnswer } from "@wrapsody/shared/studio/studio.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { paths } from "../../../../paths.ts";
import { StatusMessage } from "../../../../ui/feedback/status-message.tsx";
import { QueryPage } from "../../../accounts/index.ts";
import { WrapPreview } from "../../wrap/wrap-preview.tsx";
import { NextStepLink } from "../my-wraps/next-step.tsx";
import type { Route } from "./+types/preview";
import { useListing } from "./listing-section.tsx";
import { missingWrap, useOwnSong } from "./own-song.ts";
import "./preview.css";

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("manage.preview.title"), language);
}

export default function PreviewPage({ params }: Route.ComponentProps) {
  return <PreviewedWrap key={params.songId} reference={params.songId} />;
}

function PreviewedWrap({ reference }: { reference: string }) {
  const { t } = useTranslation();
  const query = useOwnSong(reference);
  return (
    <QueryPage query={query} title={t("manage.preview.title")} missing={missingWrap(t)} height="8rem">
      {(data) => <Preview {...data} />}
    </QueryPage>
  );
}

function Preview({ song, detail }: OwnSongAnswer) {
  const address = useCallback(
    (tab?: number) => paths.preview(song.id, tab === undefined ? {} : { tab }),
    [song.id],
  );
  return (
    <>
      <PreviewBar song={song} />
      <WrapPreview detail={detail} address={address} />
    </>
  );
}

/** Explains that the page is a preview, with links back and to the next step. */
function PreviewBar({ song }: { song: OwnSong }) {
  const { t } = useTranslation();
  const [newStatus, setNewStatus] = useState<OwnSong["status"]>();
  const { submit, busy, failure } = useListing(song, setNewStatus);
  const isPublic = song.status === "ACTIVE";
  const submittable = song.next_step === "SUBMIT" || song.next_step === "MEND";
  return (
    <aside className="preview-bar" aria-label={t("manage.preview.title")}>
      <Link className="row small" to={paths.manage(song.id)}>
        <ArrowLeft className="i" aria-hidden="true" /> {t("manage.preview.back")}
      </Link>
      <p className="small b">{t(isPublic ? "manage.preview.public" : "manage.preview.text")}</p>
      <div className="row">
        <StatusMessage text={newStatus === undefined ? undefined : t(`manage.message.${newStatus}`)} />
        {failure === undefined ? null : (
          <p className="small b" role="alert">
            {failure}
          </p>
        )}
        {isPublic ? (
          <Link className="u small" to={paths.wrap(song.pretty_id)}>
            {t("manage.publicPage")}
          </Link>
        ) : submittable ? (
          <button type="button" className="btn s" aria-disabled={busy || undefined} onClick={submit}>
            {t(song.status === "HIDDEN" ? "manage.next.SHOW" : "manage.next.SUBMIT")}
          </button>
        ) : (
          <NextStepLink song={song} />
        )}
      </div>
    </aside>
  );
}
