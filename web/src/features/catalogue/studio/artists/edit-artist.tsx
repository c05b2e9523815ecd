import { useQueryClient } from "@tanstack/react-query";
import {
  getMyArtist,
  getMyArtists,
  getMySongs,
  type OwnArtist,
  patchArtist,
} from "@wrapsody/shared/studio/studio.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { isNotFound } from "../../../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../../../lib/api/invalidate.ts";
import { uploadFiles } from "../../../../lib/api/upload-files.ts";
import { validate } from "../../../../lib/forms/validate.ts";
import { textIn } from "../../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { queryOf } from "../../../../lib/pages/page-data.ts";
import { paths } from "../../../../paths.ts";
import { type PageHandle, QueryState, useAuthedQuery } from "../../../accounts/index.ts";
import { Restricted } from "../../../takedown/index.ts";
import type { Route } from "./+types/edit-artist";
import { ArtistForm, type TypedArtist } from "./artist-form.tsx";
import { DeleteArtist } from "./delete-artist.tsx";
import { Followers } from "./followers.tsx";
import { toLinks } from "./link-fields.tsx";

export const handle = { loading: { shape: "form" } } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("artistForm.edit.title"), language);
}

export default function EditArtistPage({ params: { artistId: id } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useAuthedQuery(getMyArtist, { params: { id } });
  if (data === undefined && isNotFound(error)) return <ArtistNotFound />;
  return (
    <>
      <header className="page-h">
        <div>
          <p className="small">
            <Link className="row back" to={paths.myArtists()}>
              <ArrowLeft className="i" aria-hidden="true" /> {t("studio.artists.title")}
            </Link>
          </p>
          <h1 className="title edit-title">{t("artistForm.edit.title")}</h1>
          {data === undefined || data.public_songs === 0 ? null : (
            <p className="small">
              <Link to={paths.artist(data.artist_clean_id)}>
                <span className="u">{t("artistForm.edit.page")}</span>{" "}
                <ArrowUpRight className="i edit-page" aria-hidden="true" />
              </Link>
            </p>
          )}
        </div>
      </header>
      {data === undefined ? (
        <section className="sec studio-sec" aria-label={t("artistForm.edit.title")}>
          <QueryState error={error} refetch={refetch} shape="form" />
        </section>
      ) : (
        <>
          <Restricted things={[{ kind: "artist", target: data.id }]} />
          <section className="sec studio-sec" aria-label={t("artistForm.edit.title")}>
            <Edit key={data.id} artist={data} />
          </section>
          <section className="sec" aria-labelledby="followers">
            <h2 id="followers" className="head">
              {t("studio.followers.title")}
            </h2>
            <Followers artist={data} />
          </section>
          <section className="sec" aria-label={t("artistForm.delete.title")}>
            <DeleteArtist artist={data} />
          </section>
        </>
      )}
    </>
  );
}

function Edit({ artist }: { artist: OwnArtist }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const params = { id: String(artist.id) };
  const send = async (
    { image, name, description, links }: TypedArtist,
    onProgress: (sent: number) => void,
  ) => {
    const body = await validate(patchArtist.body, { name, description, links: toLinks(links) });
    return uploadFiles(patchArtist, { params, body, files: { image } }, { onProgress });
  };
  return (
    <ArtistForm
      initial={artist}
      draftName={`artist-${artist.id}`}
      label={t("artistForm.edit.send")}
      send={send}
      onSaved={(changed) => {
        client.setQueryData(queryOf(getMyArtist, { params }).queryKey, changed);
        invalidateQueries(client, getMyArtist, getMyArtists, getMySongs);
        void navigate(paths.myArtists({ success: t("artistForm.edit.done", { name: changed.name }) }));
      }}
    />
  );
}

function ArtistNotFound() {
  const { t } = useTranslation();
  return (
    <section className="sec">
      <div className="void">
        <h1 className="title">{t("wrapForm.notYours")}</h1>
        <Link className="btn" to={paths.myArtists()}>
          {t("wrapForm.draft.toArtists")}
        </Link>
      </div>
    </section>
  );
}
