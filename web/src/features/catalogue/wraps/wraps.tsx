import { HydrationBoundary, useQuery } from "@tanstack/react-query";
import { getArtist, getCreditedArtists, getSongs, type Song } from "@wrapsody/shared/catalogue.ts";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import {
  idParam,
  type ListParams,
  parseListParams,
  textParam,
  useListParams,
} from "../../../lib/pages/list-params.ts";
import { pageMeta, siteOf } from "../../../lib/pages/meta.ts";
import { optional, pageData, queryOf, readLoaded, required } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import { originOfList } from "../../../shell/player/play-origin.ts";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { formatCount, formatTotal } from "../../../ui/format/format.ts";
import { ListPage } from "../../../ui/lists/paged-list.tsx";
import type { Route } from "./+types/wraps";
import { Namesakes } from "./namesakes.tsx";
import { SearchBar } from "./search-bar.tsx";
import { SleeveWall } from "./sleeve-wall.tsx";
import "./wraps.css";

const list = {
  pageSize: 14,
  params: {
    q: textParam("text", "~~"),
    artist: textParam("artist", "=="),
    artist_id: idParam("artist_id"),
  },
  path: paths.wraps,
};

type WrapListParams = ListParams<typeof list.params>;

const artistOptions = (id: number) => ({ params: { id: String(id) } });

const page = pageData(({ url }) => {
  const { list: query, filters } = parseListParams(url.searchParams, list);
  return [
    required(getSongs, { list: query }),
    ...(filters.artist === undefined
      ? []
      : [optional(getCreditedArtists, { query: { name: filters.artist } })]),
    ...(filters.artist_id === undefined ? [] : [required(getArtist, artistOptions(filters.artist_id))]),
  ];
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export function meta({ loaderData, matches, location }: Route.MetaArgs) {
  const { publicUrl, language, name } = siteOf(matches);
  const t = textIn(language);
  const params = parseListParams(new URLSearchParams(location.search), list);
  const first = loaderData && readLoaded(loaderData.dehydrated, getSongs, { list: params.list })?.data[0];
  const { artist_id: id } = params.filters;
  const artist =
    loaderData && id !== undefined
      ? readLoaded(loaderData.dehydrated, getArtist, artistOptions(id))
      : undefined;
  return pageMeta({
    title: headingText(t, { ...params.filters, ...(artist && { artist: artist.name }) }),
    description: t("wraps.description"),
    path: params.pathOfPage(params.page),
    ...(first === undefined ? {} : { image: paths.card("wrap", first.id) }),
    feed: { title: name, path: paths.home },
    publicUrl,
    language,
  });
}

export default function WrapsPage({ loaderData }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData.dehydrated}>
      <Wraps />
    </HydrationBoundary>
  );
}

function Wraps() {
  const { t } = useTranslation();
  const params = useListParams(list);
  const { data } = useQuery(queryOf(getSongs, { list: params.list }));
  const { q = "", artist, artist_id: id } = params.filters;
  const chosen = useQuery({ ...queryOf(getArtist, artistOptions(id ?? 0)), enabled: id !== undefined }).data;
  const isFiltered = params.list.filters.length > 0;
  const heading = headingText(t, { ...params.filters, ...(chosen && { artist: chosen.name }) });
  return (
    <>
      <SearchBar
        q={q}
        {...(artist === undefined ? {} : { artist })}
        {...(id === undefined ? {} : { artistId: id })}
      />
      <header className="page-h">
        <h1 className="title wraps-h">{heading}</h1>
        <p className="row small">
          <Link className="u b" to={isFiltered ? paths.wraps() : paths.charts}>
            {t(isFiltered ? "wraps.showAll" : "charts.link")}
          </Link>
        </p>
        {artist === undefined ? null : <Namesakes name={artist} />}
      </header>
      <section className="sec wraps-results" aria-label={heading}>
        <ListPage
          rows={data?.data ?? []}
          params={params}
          empty={
            <EmptyState title={t("wraps.none")}>
              {t(isFiltered ? "wraps.noneHint" : "home.emptyTitle")}
            </EmptyState>
          }
        >
          {(songs) => (
            <SleeveWall
              songs={songs}
              from={originOfList(getSongs, { list: params.list }, songs)}
              heading={<SearchResults songs={songs} total={data?.total ?? 0} params={params} />}
              priority
            />
          )}
        </ListPage>
      </section>
    </>
  );
}

/** Number of results, and the range on this page. */
function SearchResults({
  songs,
  total,
  params: { list: query },
}: {
  songs: readonly Song[];
  total: number;
  params: WrapListParams;
}) {
  const { t, i18n } = useTranslation();
  const format = query.filters.length === 0 ? formatCount : formatTotal;
  const range = { from: query.offset + 1, to: query.offset + songs.length };
  return (
    <>
      <p className="no wraps-total" data-result-count>
        {format(total, i18n.language)}
      </p>
      <p className="small">
        <span className="b" data-result-count>
          {t("wraps.found", { count: total })}
        </span>
        <br />
        <span className="dim">{songs.length === total ? t("wraps.allShown") : t("wraps.range", range)}</span>
      </p>
    </>
  );
}

function headingText(t: TFunction, { q, artist }: Pick<WrapListParams["filters"], "q" | "artist">): string {
  if (q !== undefined && artist !== undefined) return t("wraps.likeBy", { q, artist });
  if (q !== undefined) return t("wraps.like", { q });
  return artist === undefined ? t("wraps.latest") : t("wraps.by", { artist });
}
