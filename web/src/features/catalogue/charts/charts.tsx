import { HydrationBoundary, useQuery } from "@tanstack/react-query";
import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import { getChart } from "@wrapsody/shared/catalogue/charts.ts";
import { getTags } from "@wrapsody/shared/catalogue/tags.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { pageMeta, siteOf } from "../../../lib/pages/meta.ts";
import { optional, pageData, queryOf, readLoaded, required } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import { PlayAll, PlayButton } from "../../../shell/player/play-button.tsx";
import { originOfList } from "../../../shell/player/play-origin.ts";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { formatDuration } from "../../../ui/format/format.ts";
import { CoverLink } from "../../../ui/pictures/cover-link.tsx";
import { Picture } from "../../../ui/pictures/picture.tsx";
import type { Route } from "./+types/charts";

const chart = { list: { limit: 50 } };
const mostUsed = { query: { limit: 30 } };

const page = pageData(() => [required(getChart, chart), optional(getTags, mostUsed)]);
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { publicUrl, language } = siteOf(matches);
  const t = textIn(language);
  const songs = (loaderData && readLoaded(loaderData.dehydrated, getChart, chart)?.data) ?? [];
  return pageMeta({
    title: t("charts.title"),
    description: t("charts.description"),
    path: paths.charts,
    ...(songs[0] === undefined ? {} : { image: paths.card("wrap", songs[0].id) }),
    jsonLd: rankedList(songs, { name: t("charts.title"), publicUrl }),
    publicUrl,
    language,
  });
}

/** Builds the schema.org ItemList of the chart. */
function rankedList(
  songs: readonly Song[],
  { name, publicUrl }: { name: string; publicUrl: string },
): object {
  return {
    "@context": "https://schema.org",
    "@type": "ItemList",
    name,
    url: `${publicUrl}${paths.charts}`,
    itemListOrder: "https://schema.org/ItemListOrderDescending",
    itemListElement: songs.map(({ pretty_id }, at) => ({
      "@type": "ListItem",
      position: at + 1,
      url: `${publicUrl}${paths.wrap(pretty_id)}`,
    })),
  };
}

export default function ChartsPage({ loaderData }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData.dehydrated}>
      <Charts />
    </HydrationBoundary>
  );
}

/** The most heard wraps, and the tags to look further. */
function Charts() {
  const { t } = useTranslation();
  const songs = useQuery(queryOf(getChart, chart)).data?.data ?? [];
  const from = originOfList(getChart, chart, songs);
  return (
    <>
      <header className="page-h">
        <div>
          <h1 className="title">{t("charts.title")}</h1>
          <p className="small dim">{t("charts.text")}</p>
        </div>
        <div className="row small">
          {songs.length === 0 ? null : <PlayAll name={t("charts.title")} from={from} />}
          <Link className="u b" to={paths.wraps()}>
            {t("wraps.showAll")}
          </Link>
        </div>
      </header>
      <section className="sec chart-songs" aria-label={t("charts.title")}>
        {songs.length === 0 ? (
          <EmptyState title={t("charts.none")}>{t("charts.noneText")}</EmptyState>
        ) : (
          <ol className="chart">
            {songs.map((song, at) => (
              <li key={song.id} className="played-here">
                <span className="no chart-rank" aria-hidden="true">
                  {at + 1}
                </span>
                <span className="chart-cover">
                  <Picture image={song.image} alt="" sizes="64px" priority={at < 6} />
                </span>
                <span className="chart-text">
                  <CoverLink className="b" to={paths.wrap(song.pretty_id)}>
                    {song.name}
                  </CoverLink>
                  <span className="small dim">{song.artist}</span>
                </span>
                <span className="code dim">{formatDuration(song.duration)}</span>
                <PlayButton song={song} from={from} className="sq" />
              </li>
            ))}
          </ol>
        )}
      </section>
      <MostUsedTags />
    </>
  );
}

function MostUsedTags() {
  const { t } = useTranslation();
  const tags = useQuery(queryOf(getTags, mostUsed)).data?.data ?? [];
  if (tags.length === 0) return null;
  return (
    <section className="sec" aria-labelledby="tags">
      <h2 className="head" id="tags">
        {t("charts.tags")}
      </h2>
      <ul className="chart-tags">
        {tags.map(({ key, name, songs }) => (
          <li key={key}>
            <Link to={paths.tag(key)}>
              {name}{" "}
              <span className="code dim" title={t("charts.tagged", { count: songs })}>
                <span aria-hidden="true">{songs}</span>
                <span className="vh">{t("charts.tagged", { count: songs })}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
