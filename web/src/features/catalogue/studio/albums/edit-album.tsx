import { getMyAlbum, type OwnAlbumAnswer, patchAlbum } from "@wrapsody/shared/catalogue/albums.ts";
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { uploadFiles } from "../../../../lib/api/upload-files.ts";
import { validate } from "../../../../lib/forms/validate.ts";
import { textIn } from "../../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { paths } from "../../../../paths.ts";
import { type PageHandle, QueryPage, useAuthedQuery } from "../../../accounts/index.ts";
import type { Route } from "./+types/edit-album";
import { type TypedAlbum, toBody, toDraftTrack } from "./album-draft.ts";
import { AlbumForm } from "./album-form.tsx";
import { DeleteAlbum } from "./delete-album.tsx";
import { trackDetail } from "./track-fields.tsx";

export const handle = { loading: { shape: "form" } } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("albums.edit.title"), language);
}

export default function EditAlbumPage({ params: { albumId: id } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { data, error, refetch, isFetchedAfterMount } = useAuthedQuery(getMyAlbum, { params: { id } });
  // Wraps change their albums too, and the form would send back the tracks that an earlier visit has seen.
  const query = { data: isFetchedAfterMount ? data : undefined, error, refetch };
  const link = { to: paths.myAlbums(), label: t("albums.showAll") };
  return (
    <QueryPage
      query={query}
      title={t("albums.edit.title")}
      missing={{ title: t("album.missing"), text: t("albums.edit.missing"), link }}
      shape="form"
    >
      {({ album, tracks }) => (
        <>
          <header className="page-h">
            <div>
              <h1 className="title">{t("albums.edit.title")}</h1>
              <p className="small dim">
                {album.public_tracks === 0 ? (
                  t("albums.edit.noPage")
                ) : (
                  <Link className="u" to={paths.album(album.pretty_id)}>
                    {t("albums.edit.page")} <ArrowUpRight className="i edit-page" aria-hidden="true" />
                  </Link>
                )}
              </p>
            </div>
          </header>
          <section className="sec studio-sec" aria-label={t("albums.edit.title")}>
            <Edit key={album.id} album={album} tracks={tracks} />
          </section>
          <section className="sec" aria-label={t("albums.delete.title")}>
            <DeleteAlbum album={album} tracks={tracks} />
          </section>
        </>
      )}
    </QueryPage>
  );
}

function Edit({ album, tracks }: OwnAlbumAnswer) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const params = { id: String(album.id) };
  const send = async ({ image, ...typed }: TypedAlbum, onProgress: (sent: number) => void) => {
    const body = await validate(patchAlbum.body, toBody(typed));
    return uploadFiles(patchAlbum, { params, body, files: { image } }, { onProgress });
  };
  return (
    <AlbumForm
      initial={{
        artist: String(album.artist_id),
        name: album.name,
        type: album.type,
        releaseDate: album.release_date ?? "",
        tracks: tracks.map((track, at) =>
          toDraftTrack(track, at + 1, trackDetail(t, track.song_id, track.status)),
        ),
        image: album.image,
      }}
      draftName={`album-${album.id}`}
      label={t("albums.edit.send")}
      send={send}
      onSaved={({ album: { name } }) => {
        void navigate(paths.myAlbums({ success: t("albums.edit.done", { name }) }));
      }}
    />
  );
}
