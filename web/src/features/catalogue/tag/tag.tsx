import { HydrationBoundary, useQuery } from "@tanstack/react-query";
import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import { getTag, getTagSongs, getTags } from "@wrapsody/shared/catalogue/tags.ts";
import { useTranslation } from "react-i18next";
import { type MetaDescriptor, redirect } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { useLazyModule } from "../../../lib/lazy-module.ts";
import {
  choiceParam,
  type ListParams,
  parseListParams,
  useListParams,
} from "../../../lib/pages/list-params.ts";
import { pageMeta, siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import {
  optional,
  pageData,
  queryClient,
  queryOf,
  readLoaded,
  required,
} from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import { FailurePage } from "../../../shell/failure-page.tsx";
import { PlayAll } from "../../../shell/player/play-button.tsx";
import { originOfList } from "../../../shell/player/play-origin.ts";
import { formatTotal } from "../../../ui/format/format.ts";
import { ListPage, SortLinks } from "../../../ui/lists/paged-list.tsx";
import { SleeveWall } from "../wraps/sleeve-wall.tsx";
import { TagLinks, tagLinksOptions } from "../wraps/tag-links.tsx";
import type { Route } from "./+types/tag";

const listOf = (tag: string) => ({
  pageSize: 14,
  params: { sort: choiceParam(["name"]) },
  path: (query?: { sort?: string; page?: number }) => paths.tag(tag, query),
});

type TagListParams = ListParams<ReturnType<typeof listOf>["params"]>;

const toRequest = (tag: string, { list, filters: { sort } }: TagListParams) => ({
  params: { tag },
  list: sort === undefined ? list : { ...list, sortKey: sort, sortDir: "ASC" as const },
});

const page = pageData(({ params: { tag = "" }, url }) => [
  required(getTag, { params: { tag } }),
  optional(getTags, tagLinksOptions),
  required(getTagSongs, toRequest(tag, parseListParams(url.searchParams, listOf(tag)))),
]);
/** Every spelling leads to the same page. */
export async function loader(args: Route.LoaderArgs) {
  const loaded = await page.loader(args);
  const { tag } = args.params;
  const key = readLoaded(loaded.dehydrated, getTag, { params: { tag } })?.key;
  if (key !== undefined && key !== tag) throw redirectTo(key, args.request);
  return loaded;
}

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const loaded = await page.clientLoader(args);
  const { tag } = args.params;
  const key = queryClient().getQueryData(queryOf(getTag, { params: { tag } }).queryKey)?.key;
  if (key !== undefined && key !== tag) throw redirectTo(key, args.request);
  return loaded;
}

function redirectTo(key: string, { url }: Request): Response {
  return redirect(`${paths.tag(key)}${new URL(url).search}`, 301);
}

export function meta({ loaderData, matches, params: { tag }, location }: Route.MetaArgs): MetaDescriptor[] {
  const { publicUrl, language } = siteOf(matches);
  const text = textIn(language);
  const loaded = loaderData?.dehydrated;
  const match = loaded && readLoaded(loaded, getTag, { params: { tag } });
  if (match === undefined) return titleOnly(text("tag.missing"), language);
  const { key, name } = match;
  const params = parseListParams(new URLSearchParams(location.search), listOf(key));
  const songs = readLoaded(loaded, getTagSongs, toRequest(tag, params))?.data ?? [];
  const path = params.pathOfPage(params.page);
  return pageMeta({
    title: text("tag.title", { name }),
    description: text("tag.description", { name }),
    path,
    image: paths.card("tag", key),
    jsonLd: collectionPage({ name, path, songs, publicUrl }),
    publicUrl,
    language,
  });
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useTranslation();
  const link = { to: paths.wraps(), label: t("wraps.showAll") };
  return (
    <FailurePage error={error} missing={{ title: t("tag.missing"), text: t("tag.missingText"), link }} />
  );
}

export default function TagPage({ loaderData, params: { tag } }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData.dehydrated}>
      <TagSongs key={tag} tag={tag} />
    </HydrationBoundary>
  );
}

const loadMore = () => import("../wrap/wrap-more.tsx");

function TagSongs({ tag }: { tag: string }) {
  const { t, i18n } = useTranslation();
  const params = useListParams(listOf(tag));
  const request = toRequest(tag, params);
  const { data: shownTag } = useQuery(queryOf(getTag, { params: { tag } }));
  const { data } = useQuery(queryOf(getTagSongs, request));
  // A single wrap leaves room for others.
  const only = data?.total === 1 ? data.data[0] : undefined;
  const { part: more } = useLazyModule("wrap-more", loadMore, only !== undefined);
  if (shownTag === undefined) return null;
  const { name } = shownTag;
  const from = originOfList(getTagSongs, request, data?.data ?? []);
  return (
    <>
      <header className="page-h">
        <h1 className="title wraps-h">{t("tag.title", { name })}</h1>
        <div className="row small">
          {from.songs.length === 0 ? null : <PlayAll name={name} from={from} />}
          {(data?.total ?? 0) > 1 ? (
            <SortLinks
              label={t("wraps.sort")}
              sorts={["newest", "name"]}
              current={params.filters.sort}
              textOf={(sort) => t(`wraps.sorts.${sort}`)}
              pathOf={(sort = "") => paths.tag(tag, { sort })}
            />
          ) : null}
        </div>
      </header>
      <TagLinks current={shownTag} />
      <section
        className={only === undefined ? "sec wraps-results" : "sec wraps-results tag-only"}
        aria-label={t("tag.title", { name })}
      >
        <ListPage
          rows={data?.data ?? []}
          {...(data === undefined ? {} : { total: data.total })}
          params={params}
          empty={<p className="small dim">{t("tag.missingText")}</p>}
        >
          {(songs) => (
            <>
              <SleeveWall
                songs={songs}
                from={from}
                heading={
                  <>
                    <p className="no wraps-total" data-result-count>
                      {formatTotal(data?.total ?? 0, i18n.language)}
                    </p>
                    <p className="small b" data-result-count>
                      {t("wraps.found", { count: data?.total ?? 0 })}
                    </p>
                  </>
                }
                priority
              />
              {only && more && <more.WrapMore song={only} />}
            </>
          )}
        </ListPage>
      </section>
    </>
  );
}

type Shown = { name: string; path: string; songs: readonly Song[]; publicUrl: string };

/** Builds the schema.org CollectionPage of a tag. */
function collectionPage({ name, path, songs, publicUrl }: Shown): object {
  return {
    "@context": "https://schema.org",
    "@type": "CollectionPage",
    name,
    url: `${publicUrl}${path}`,
    mainEntity: {
      "@type": "ItemList",
      itemListElement: songs.map((song, at) => ({
        "@type": "ListItem",
        position: at + 1,
        item: {
          "@type": "MusicRecording",
          name: song.name,
          url: `${publicUrl}${paths.wrap(song.pretty_id)}`,
          byArtist: { "@type": "MusicGroup", name: song.artist },
        },
      })),
    },
  };
}
