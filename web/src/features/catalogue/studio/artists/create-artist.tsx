import { useQueryClient } from "@tanstack/react-query";
import { getMyPlan } from "@wrapsody/shared/payments/subscriptions.ts";
import { getMyArtists, postArtist, studioTexts } from "@wrapsody/shared/studio/studio.ts";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { newIdempotencyKey } from "../../../../lib/api/idempotency-key.ts";
import { invalidateQueries } from "../../../../lib/api/invalidate.ts";
import { uploadFiles } from "../../../../lib/api/upload-files.ts";
import { validate } from "../../../../lib/forms/validate.ts";
import { textIn } from "../../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { paths } from "../../../../paths.ts";
import type { PageHandle } from "../../../accounts/index.ts";
import type { Route } from "./+types/create-artist";
import { ArtistForm, type TypedArtist } from "./artist-form.tsx";
import { toLinks } from "./link-fields.tsx";

export const handle = { loading: { shape: "form" } } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("artistForm.create.title"), language);
}

export default function CreateArtistPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const send = useCreateArtist();
  return (
    <>
      <header className="page-h">
        <div>
          <h1 className="title">{t("artistForm.create.title")}</h1>
          <p className="small">
            <Link className="u" to={paths.createArtists}>
              {t("artistForm.create.bulk")}
            </Link>
          </p>
        </div>
      </header>
      <section className="sec studio-sec" aria-label={t("artistForm.create.title")}>
        <ArtistForm
          draftName="artist-new"
          label={t("artistForm.create.send")}
          send={send}
          onSaved={({ name }) => {
            invalidateQueries(client, getMyArtists, getMyPlan);
            void navigate(paths.myArtists({ success: t("artistForm.create.done", { name }) }));
          }}
        />
      </section>
    </>
  );
}

/**
 * Creates an artist. Keeps the idempotency key until the form changes, so that a repeat after a lost response creates
 * no second artist.
 */
function useCreateArtist() {
  const latest = useRef<{ sent: string; image: File | undefined; key: string }>(undefined);
  return async (
    { image, name, description, links: typedLinks }: TypedArtist,
    onProgress: (sent: number) => void,
  ) => {
    const missing = image === undefined ? [{ field: "image", message: studioTexts.noImage }] : [];
    const links = toLinks(typedLinks);
    // Nodes of the previous version do not know the key.
    const artist = { name, description, ...(links.length === 0 ? {} : { links }) };
    const body = await validate(postArtist.body, artist, missing);
    const sent = JSON.stringify(body);
    if (latest.current?.sent !== sent || latest.current.image !== image)
      latest.current = { sent, image, key: newIdempotencyKey() };
    return uploadFiles(postArtist, { body, files: { image }, key: latest.current.key }, { onProgress });
  };
}
