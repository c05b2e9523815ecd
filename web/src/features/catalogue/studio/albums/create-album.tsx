import { postAlbum } from "@wrapsody/shared/catalogue/albums.ts";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { newIdempotencyKey } from "../../../../lib/api/idempotency-key.ts";
import { uploadFiles } from "../../../../lib/api/upload-files.ts";
import { validate } from "../../../../lib/forms/validate.ts";
import { textIn } from "../../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { paths } from "../../../../paths.ts";
import type { PageHandle } from "../../../accounts/index.ts";
import type { Route } from "./+types/create-album";
import { type TypedAlbum, toBody } from "./album-draft.ts";
import { AlbumForm } from "./album-form.tsx";

export const handle = { loading: { shape: "form" } } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("albums.create.title"), language);
}

export default function CreateAlbumPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const send = useCreateAlbum();
  return (
    <>
      <header className="page-h">
        <h1 className="title">{t("albums.create.title")}</h1>
      </header>
      <section className="sec studio-sec" aria-label={t("albums.create.title")}>
        <AlbumForm
          initial={{
            artist: /^\d{1,9}$/.exec(query.get("artist") ?? "")?.[0] ?? "",
            name: "",
            type: "ALBUM",
            releaseDate: "",
            tracks: [],
            image: null,
          }}
          choosesArtist
          draftName="album-new"
          label={t("albums.create.send")}
          send={send}
          onSaved={({ album }) => {
            void navigate(paths.myAlbums({ success: t("albums.create.done", { name: album.name }) }));
          }}
        />
      </section>
    </>
  );
}

/** Creates an album. Keeps the idempotency key until the form changes, so that a repeat after a lost response creates no second one. */
function useCreateAlbum() {
  const latest = useRef<{ sent: string; image: File | undefined; key: string }>(undefined);
  return async ({ artist, image, ...typed }: TypedAlbum, onProgress: (sent: number) => void) => {
    const missing = artist === "" ? [{ field: "artist", message: "Required" }] : [];
    const body = await validate(postAlbum.body, toBody(typed), missing);
    const sent = JSON.stringify([artist, body]);
    if (latest.current?.sent !== sent || latest.current.image !== image)
      latest.current = { sent, image, key: newIdempotencyKey() };
    const { key } = latest.current;
    return uploadFiles(postAlbum, { params: { id: artist }, body, files: { image }, key }, { onProgress });
  };
}
