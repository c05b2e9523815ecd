import { HydrationBoundary, useQuery } from "@tanstack/react-query";
import { getSongs, type Song } from "@wrapsody/shared/catalogue.ts";
import type { Filter } from "@wrapsody/shared/page.ts";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { readLoaded } from "../../../lib/pages/loaded.ts";
import { pageMeta, siteOf } from "../../../lib/pages/meta.ts";
import { pageData, queryOf, required } from "../../../lib/pages/page-data.ts";
import { pageNumber, rowsOfPage } from "../../../lib/pages/page-number.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { formatCount, formatTotal } from "../../../ui/format/format.ts";
import { Pager } from "../../../ui/layout/pager.tsx";
import type { Route } from "./+types/wraps";
import { SearchBar } from "./search-bar.tsx";
import { SleeveWall } from "./sleeve-wall.tsx";
import "./wraps.css";

const pageSize = 14;
/** Maximum length of a filter. Further characters do not change the result. */
const MAX_TERM_LENGTH = 200;

/** Search parameters of the URL. */
type WrapSearch = { q: string; artist: string; page: number };

const page = pageData(({ url }) => [required(getSongs, toListQuery(parseSearch(url.searchParams)))]);
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export function meta({ loaderData, matches, location }: Route.MetaArgs) {
  const { publicUrl, language } = siteOf(matches);
  const t = textIn(language);
  const search = parseSearch(new URLSearchParams(location.search));
  const first = loaderData && readLoaded(loaderData.dehydrated, getSongs, toListQuery(search))?.data[0];
  return pageMeta({
    title: headingText(t, search),
    description: t("wraps.description"),
    path: pathOf(search, search.page),
    ...(first === undefined ? {} : { image: paths.card("wrap", first.id) }),
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
  const [query] = useSearchParams();
  const search = parseSearch(query);
  const { data } = useQuery(queryOf(getSongs, toListQuery(search)));
  const songs = data?.data ?? [];
  const { q, artist } = search;
  return (
    <>
      <SearchBar q={q} {...(artist === "" ? {} : { artist })} />
      <header className="page-h">
        <h1 className="title wraps-h">{headingText(t, search)}</h1>
        {q === "" && artist === "" ? null : (
          <p className="row small">
            <Link className="u b" to={paths.wraps()}>
              {t("wraps.showAll")}
            </Link>
          </p>
        )}
      </header>
      <section className="sec wraps-found" aria-label={headingText(t, search)}>
        {songs.length === 0 ? (
          <EmptyState title={t("wraps.none")}>
            {t(q === "" && artist === "" ? "home.emptyTitle" : "wraps.noneHint")}
          </EmptyState>
        ) : (
          <SleeveWall
            songs={songs}
            heading={<SearchResults songs={songs} total={data?.total ?? 0} search={search} />}
            priority
          />
        )}
        <Pager
          page={search.page}
          hasNext={songs.length === pageSize}
          href={(number) => pathOf(search, number)}
        />
      </section>
    </>
  );
}

/** Number of results, and the range on this page. */
function SearchResults({
  songs,
  total,
  search,
}: {
  songs: readonly Song[];
  total: number;
  search: WrapSearch;
}) {
  const { t, i18n } = useTranslation();
  const { offset } = rowsOfPage(search.page, pageSize);
  const format = search.q === "" && search.artist === "" ? formatCount : formatTotal;
  const shown = { from: offset + 1, to: offset + songs.length };
  return (
    <>
      <p className="no wraps-total">{format(total, i18n.language)}</p>
      <p className="small">
        <span className="b">{t("wraps.found", { count: total })}</span>
        <br />
        <span className="dim">{songs.length === total ? t("wraps.allShown") : t("wraps.shown", shown)}</span>
      </p>
    </>
  );
}

function headingText(t: TFunction, { q, artist }: WrapSearch): string {
  if (q !== "" && artist !== "") return t("wraps.likeBy", { q, artist });
  if (q !== "") return t("wraps.like", { q });
  return artist === "" ? t("wraps.latest") : t("wraps.by", { artist });
}

function parseSearch(query: URLSearchParams): WrapSearch {
  return {
    q: (query.get("q") ?? "").trim().slice(0, MAX_TERM_LENGTH),
    artist: (query.get("artist") ?? "").slice(0, MAX_TERM_LENGTH),
    page: pageNumber(query),
  };
}

function toListQuery({ q, artist, page: number }: WrapSearch) {
  const filters: Filter[] = [];
  if (q !== "") filters.push({ key: "name", operator: "~~", value: q });
  if (artist !== "") filters.push({ key: "artist", operator: "==", value: artist });
  return { list: { ...rowsOfPage(number, pageSize), filters } };
}

function pathOf({ q, artist }: WrapSearch, number: number): string {
  return paths.wraps({ q, artist, ...(number > 1 ? { page: number } : {}) });
}
