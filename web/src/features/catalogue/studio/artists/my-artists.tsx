import { getMyArtists, type OwnArtist } from "@wrapsody/shared/studio.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import Plus from "lucide-react/icons/plus";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { textIn } from "../../../../lib/language/language.ts";
import { useFlashParam } from "../../../../lib/pages/flash-param.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { pageNumber, rowsOfPage } from "../../../../lib/pages/page-number.ts";
import { paths } from "../../../../paths.ts";
import { EmptyState } from "../../../../ui/feedback/states.tsx";
import { Pager } from "../../../../ui/layout/pager.tsx";
import { QueryState, useAuthedQuery } from "../../../accounts/index.ts";
import { PlanLine } from "../create/plan-line.tsx";
import type { Route } from "./+types/my-artists";
import { ArtistWithTracks } from "./artist-with-tracks.tsx";
import "./my-artists.css";

const pageSize = 10;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("studio.artists.title"), language);
}

/** Lists the publisher's artists with their latest tracks and the next step of each. */
export default function MyArtistsPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const number = pageNumber(query);
  const success = useFlashParam("success");
  const { data, error, refetch } = useAuthedQuery(getMyArtists, { list: rowsOfPage(number, pageSize) });
  return (
    <>
      <header className="page-h">
        <div>
          <h1 className="title">{t("studio.artists.title")}</h1>
          <PlanLine />
        </div>
        {data === undefined || data.total === 0 ? null : (
          <Link className="btn" to={paths.createArtist}>
            {t("studio.artists.new")} <Plus className="i" aria-hidden="true" />
          </Link>
        )}
      </header>
      <div role="status" className="studio-told">
        {success === undefined ? null : <p>{success}</p>}
      </div>
      <section className="sec studio-sec my-artists" aria-label={t("studio.artists.title")}>
        {data === undefined ? (
          <QueryState error={error} refetch={refetch} rows={5} height="5rem" />
        ) : (
          <Artists artists={data.data} total={data.total} number={number} />
        )}
      </section>
    </>
  );
}

type ArtistsPage = { artists: readonly OwnArtist[]; total: number; number: number };

function Artists({ artists, total, number }: ArtistsPage) {
  const { t } = useTranslation();
  if (total === 0) return <NoArtistsYet />;
  return (
    <>
      {artists.length === 0 ? <EmptyState title={t("studio.artists.noMore")} /> : null}
      {artists.map((artist) => (
        <ArtistWithTracks key={artist.id} artist={artist} />
      ))}
      {number === 1 && total <= pageSize ? null : (
        <Pager
          page={number}
          hasNext={number * pageSize < total}
          href={(next) => paths.myArtists(next > 1 ? { page: next } : {})}
        />
      )}
    </>
  );
}

function NoArtistsYet() {
  const { t } = useTranslation();
  return (
    <div className="void">
      <p className="lead">{t("studio.artists.none")}</p>
      <p className="small dim">{t("studio.artists.noneText")}</p>
      <Link className="btn go" to={paths.createArtist}>
        {t("studio.artists.first")} <ArrowRight className="i" aria-hidden="true" />
      </Link>
    </div>
  );
}
