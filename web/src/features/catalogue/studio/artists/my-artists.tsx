import { getMyArtists, postArtist } from "@wrapsody/shared/studio/studio.ts";
import Plus from "lucide-react/icons/plus";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../../../lib/language/language.ts";
import { useFlashParam } from "../../../../lib/pages/flash-param.ts";
import { useListParams } from "../../../../lib/pages/list-params.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { paths } from "../../../../paths.ts";
import { EmptyState, FirstStep } from "../../../../ui/feedback/states.tsx";
import { PagedList, type PageHandle, useAuthedQuery, useMay } from "../../../accounts/index.ts";
import { PlanLine } from "../create/plan-limit.tsx";
import { ExportCatalogue } from "../export-catalogue.tsx";
import { WrapTerms } from "../my-wraps/wrap-rows.tsx";
import type { Route } from "./+types/my-artists";
import { ArtistWithTracks } from "./artist-with-tracks.tsx";
import "./my-artists.css";

const list = { pageSize: 10, params: {}, path: paths.myArtists };

const loading = { rows: 5, height: "5rem" };
export const handle = { loading } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("studio.artists.title"), language);
}

/** Lists the publisher's artists with their latest tracks and the next step of each. */
export default function MyArtistsPage() {
  const { t } = useTranslation();
  const params = useListParams(list);
  const success = useFlashParam("success");
  const query = useAuthedQuery(getMyArtists, { list: params.list });
  const total = query.data?.total;
  const mayAdd = useMay()(postArtist);
  return (
    <>
      <header className="page-h">
        <div className="my-artists-line">
          <h1 className="title">{t("studio.artists.title")}</h1>
          <PlanLine />
        </div>
        {total === 0 ? null : (
          <div className="row my-artists-do">
            <ExportCatalogue what="ARTISTS" />
            {mayAdd && (
              <Link className="btn" to={paths.createArtist}>
                {t("studio.artists.new")} <Plus className="i" aria-hidden="true" />
              </Link>
            )}
          </div>
        )}
      </header>
      <div role="status" className="studio-message">
        {success === undefined ? null : <p>{success}</p>}
      </div>
      {/* Without artists, the header loses its buttons. */}
      <section
        key={total === 0 ? "empty" : "list"}
        className="sec studio-sec my-artists in-order"
        aria-label={t("studio.artists.title")}
      >
        <PagedList
          query={query}
          params={params}
          loading={loading}
          empty={total === 0 ? <NoArtistsYet /> : <EmptyState title={t("studio.artists.noMore")} />}
        >
          {(artists) => (
            <>
              {artists.map((artist) => (
                <ArtistWithTracks key={artist.id} artist={artist} />
              ))}
              {artists.some(({ songs }) => songs > 0) ? <WrapTerms /> : null}
            </>
          )}
        </PagedList>
      </section>
    </>
  );
}

function NoArtistsYet() {
  const { t } = useTranslation();
  return (
    <FirstStep
      title={t("studio.artists.none")}
      text={t("studio.artists.noneText")}
      to={paths.createArtist}
      label={t("studio.artists.first")}
    />
  );
}
