import { useQueryClient } from "@tanstack/react-query";
import { getMyPlan } from "@wrapsody/shared/payments/subscriptions.ts";
import {
  getMyArtist,
  getMyArtists,
  getMySongs,
  type OwnArtist,
  type OwnSong,
} from "@wrapsody/shared/studio/studio.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";
import { ApiError } from "../../../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../../../lib/api/invalidate.ts";
import { textIn } from "../../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { paths } from "../../../../paths.ts";
import { type PageHandle, QueryState, useAuthedQuery } from "../../../accounts/index.ts";
import { WrapForm } from "../wrap-form/wrap-form.tsx";
import type { Route } from "./+types/create-wrap";
import { ArtistChoice, useListedArtists } from "./artist-choice.tsx";

export const handle = { loading: { shape: "form" } } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("wrapForm.title"), language);
}

export default function CreateWrapPage() {
  const [query] = useSearchParams();
  const artist = query.get("aid")?.trim() ?? "";
  if (artist === "") return <NoArtist text="wrapForm.missingArtist" />;
  return <ForArtist key={artist} id={artist} name={query.get("an") ?? ""} />;
}

/** `name` comes from the link and is shown until the artist is loaded. */
function ForArtist({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useAuthedQuery(getMyArtist, { params: { id } });
  const openNewWrap = useOpenNewWrap();
  if (data === undefined && error instanceof ApiError && error.status >= 400 && error.status < 500)
    return <NoArtist text="wrapForm.notYours" />;
  return (
    <>
      <header className="page-h">
        <div>
          <h1 className="title">{t("wrapForm.title")}</h1>
          <p className="dim wrap-for">{t("wrapForm.for", { name: data?.name ?? name.slice(0, 200) })}</p>
        </div>
      </header>
      <section className="sec studio-sec" aria-label={t("wrapForm.title")}>
        {data === undefined ? (
          <QueryState error={error} refetch={refetch} shape="form" />
        ) : (
          <WrapForm key={data.id} artist={data} onCreated={(song) => openNewWrap(data, song)} />
        )}
      </section>
    </>
  );
}

/** Returns a function that opens the artists page, which announces the new wrap. */
function useOpenNewWrap() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  return (artist: OwnArtist, { name }: OwnSong) => {
    invalidateQueries(client, getMySongs, getMyArtists, getMyArtist, getMyPlan);
    void navigate(paths.myArtists({ success: t("wrapForm.added", { name, artist: artist.name }) }));
  };
}

function NoArtist({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <>
      <header className="page-h">
        <div>
          <p className="small">
            <Link className="row back" to={paths.create}>
              <ArrowLeft className="i" aria-hidden="true" /> {t("studio.create.title")}
            </Link>
          </p>
          <h1 className="title">{t(text)}</h1>
          <p className="dim ways-lead">{t("wrapForm.missingText")}</p>
        </div>
      </header>
      <section className="sec studio-sec" aria-labelledby="artist">
        <h2 id="artist" className="head way-question">
          {t("studio.create.choose")}
        </h2>
        <ArtistChoice query={useListedArtists()} isLarge />
      </section>
    </>
  );
}
