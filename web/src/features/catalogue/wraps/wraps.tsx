import { HydrationBoundary, useQuery } from "@tanstack/react-query";
import { getArtist, getCreditedArtists, getSongs, type Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import { getTag, getTags } from "@wrapsody/shared/catalogue/tags.ts";
import type { TFunction } from "i18next";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import {
  choiceParam,
  idParam,
  type ListParams,
  parseListParams,
  textParam,
  useListParams,
} from "../../../lib/pages/list-params.ts";
import { pageMeta, siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { optional, pageData, queryOf, readLoaded, required } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import { originOfList } from "../../../shell/player/play-origin.ts";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { formatCount, formatTotal } from "../../../ui/format/format.ts";
import { ListPage, SortLinks } from "../../../ui/lists/paged-list.tsx";
import { EmptyCatalogue } from "../home/empty-catalogue.ts";
import type { Route } from "./+types/wraps";
import { findCorrectedText } from "./corrected-text.ts";
import { Namesakes } from "./namesakes.tsx";
import { SearchBar } from "./search-bar.tsx";
import { SleeveWall } from "./sleeve-wall.tsx";
import { TagLinks, tagLinksOptions } from "./tag-links.tsx";

const listSorts = ["newest", "name"] as const;
const searchSorts = ["closest", ...listSorts] as const;

const list = {
  pageSize: 14,
  params: {
    q: textParam("text", "~~"),
    artist: textParam("artist", "=="),
    artist_id: idParam("artist_id"),
    tag: textParam("tag", "=="),
    sort: choiceParam(listSorts),
  },
  path: paths.wraps,
};

type WrapListParams = ListParams<typeof list.params>;

/** Without a choice, a search puts the closest matches first, and other lists the newest. */
const orders = {
  newest: { sortKey: "created_at", sortDir: "DESC", sortRequested: true },
  name: { sortKey: "name", sortDir: "ASC", sortRequested: true },
} as const;

function toListQuery({ list: query, filters: { sort } }: WrapListParams) {
  return sort === undefined ? query : { ...query, ...orders[sort] };
}

/** Tags combine with a search, and narrow the whole list on pages of their own. */
function showsTags({ filters: { artist, artist_id } }: WrapListParams): boolean {
  return artist === undefined && artist_id === undefined;
}

const tagOptions = (tag: string) => ({ params: { tag } });
const artistOptions = (id: number) => ({ params: { id: String(id) } });

const page = pageData(({ url }) => {
  const params = parseListParams(url.searchParams, list);
  const { filters } = params;
  return [
    required(getSongs, { list: toListQuery(params) }),
    ...(showsTags(params) ? [optional(getTags, tagLinksOptions)] : []),
    ...(filters.tag === undefined ? [] : [optional(getTag, tagOptions(filters.tag))]),
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
  const { artist_id: id, tag } = params.filters;
  // Tags have pages of their own to be found by.
  if (tag !== undefined) return titleOnly(headingText(t, params.filters), language);
  const artist =
    loaderData && id !== undefined
      ? readLoaded(loaderData.dehydrated, getArtist, artistOptions(id))
      : undefined;
  return pageMeta({
    title: headingText(t, { ...params.filters, ...(artist && { artist: artist.name }) }),
    description: t("wraps.description"),
    path: params.pathOfPage(params.page),
    image: artist ? paths.card("artist", artist.id) : paths.card("wraps", "newest"),
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
  const { t, i18n } = useTranslation();
  const params = useListParams(list);
  const query = toListQuery(params);
  const { data } = useQuery(queryOf(getSongs, { list: query }));
  const { q = "", artist, artist_id: id, tag: tagKey } = params.filters;
  const chosen = useQuery({ ...queryOf(getArtist, artistOptions(id ?? 0)), enabled: id !== undefined }).data;
  const tag = useShownTag(tagKey);
  const isFiltered = params.list.filters.length > 0;
  const meant = findCorrectedText(
    q,
    params.page === 1 && params.filters.sort === undefined ? data?.data[0] : undefined,
  );
  const heading = headingText(t, {
    ...params.filters,
    ...(chosen && { artist: chosen.name }),
    ...(meant && { q: meant }),
    ...(tag && { tag: tag.name }),
  });
  if (data?.total === 0 && !isFiltered)
    return (
      <>
        <h1 className="vh">{heading}</h1>
        <Suspense>
          <EmptyCatalogue text={t("wraps.none")} />
        </Suspense>
      </>
    );
  return (
    <>
      <SearchBar
        q={q}
        {...(artist === undefined ? {} : { artist })}
        {...(id === undefined ? {} : { artistId: id })}
        {...(tagKey === undefined ? {} : { tag: tagKey })}
      />
      <header className="page-h">
        <div>
          <h1 className="title wraps-h">{heading}</h1>
          {data === undefined || data.total === 0 ? null : (
            <p className="code wraps-count">
              {totalText(params, data.total, i18n.language)}
              <span className="vh"> {t("wraps.found", { count: data.total })}</span>
            </p>
          )}
          {meant === undefined ? null : <p className="small dim">{t("wraps.corrected", { q })}</p>}
        </div>
        <div className="row small">
          {isFiltered ? <WayBack q={q} tag={tag} /> : null}
          {(data?.total ?? 0) > 1 ? <WrapSorts params={params} /> : null}
        </div>
        {artist === undefined ? null : <Namesakes name={artist} />}
      </header>
      {showsTags(params) ? <TagLinks current={tag} q={q} /> : null}
      <section className="sec wraps-results" aria-label={heading}>
        <ListPage
          rows={data?.data ?? []}
          {...(data === undefined ? {} : { total: data.total })}
          params={params}
          empty={
            <EmptyState title={t("wraps.none")}>
              {tag === undefined ? t("wraps.noneHint") : <ClearLinks q={q} tag={tag} />}
            </EmptyState>
          }
        >
          {(songs) => (
            <SleeveWall
              songs={songs}
              from={originOfList(getSongs, { list: query }, songs)}
              heading={<SearchResults songs={songs} total={data?.total ?? 0} params={params} />}
              priority
            />
          )}
        </ListPage>
      </section>
    </>
  );
}

type Tag = { key: string; name: string };

/** Returns the tag of the list. A tag that no wrap has is shown as in the address. */
function useShownTag(tag: string | undefined): Tag | undefined {
  const { data } = useQuery({ ...queryOf(getTag, tagOptions(tag ?? "")), enabled: tag !== undefined });
  return tag === undefined ? undefined : (data ?? { key: tag, name: tag });
}

/** Clears the search; without a tag, that is the whole list. */
function WayBack({ q, tag }: { q: string; tag: Tag | undefined }) {
  const { t } = useTranslation();
  const isCombined = tag !== undefined && q !== "";
  return (
    <Link className="u b" to={isCombined ? paths.tag(tag.key) : paths.wraps()}>
      {t(isCombined ? "wraps.clearSearch" : "wraps.showAll")}
    </Link>
  );
}

/** Leads out of a combination that finds nothing. */
function ClearLinks({ q, tag }: { q: string; tag: Tag }) {
  const { t } = useTranslation();
  return (
    <span className="row">
      {q === "" ? null : (
        <Link className="u b" to={paths.wraps({ q })}>
          {t("wraps.clearTag", { tag: tag.name })}
        </Link>
      )}
      <WayBack q={q} tag={tag} />
    </span>
  );
}

function WrapSorts({ params: { filters } }: { params: WrapListParams }) {
  const { t } = useTranslation();
  return (
    <SortLinks<(typeof searchSorts)[number]>
      label={t("wraps.sort")}
      sorts={filters.q === undefined ? listSorts : searchSorts}
      current={filters.sort}
      textOf={(sort) => t(`wraps.sorts.${sort}`)}
      pathOf={(sort = "") => paths.wraps({ ...filters, sort })}
    />
  );
}

/** Formats the number of results, which searches count up to a limit. */
function totalText({ list: { filters } }: WrapListParams, total: number, language: string): string {
  return (filters.length === 0 ? formatCount : formatTotal)(total, language);
}

/** Number of results, and the range on this page. On phones the number stands beside the title. */
function SearchResults({
  songs,
  total,
  params,
}: {
  songs: readonly Song[];
  total: number;
  params: WrapListParams;
}) {
  const { t, i18n } = useTranslation();
  const { offset } = params.list;
  const range = { from: offset + 1, to: offset + songs.length };
  return (
    <>
      <p className="no wraps-total" data-result-count>
        {totalText(params, total, i18n.language)}
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

function headingText(
  t: TFunction,
  { q, artist, tag, sort }: Pick<WrapListParams["filters"], "q" | "artist" | "tag" | "sort">,
): string {
  if (q !== undefined && artist !== undefined) return t("wraps.likeBy", { q, artist });
  if (q !== undefined) return t("wraps.like", { q });
  if (artist !== undefined) return t("wraps.by", { artist });
  if (tag !== undefined) return t("tag.title", { name: tag });
  return t(sort === "name" ? "wraps.byTitle" : "wraps.latest");
}
