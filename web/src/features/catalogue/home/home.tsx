import { HydrationBoundary, useQuery } from "@tanstack/react-query";
import { getFeaturedSongs, getSongs, type Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import { type Campaign, getDrops } from "@wrapsody/shared/experiences/experiences.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, useRouteLoaderData } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { pageMeta, siteOf } from "../../../lib/pages/meta.ts";
import { pageData, queryOf, required } from "../../../lib/pages/page-data.ts";
import { useSignedIn } from "../../../lib/storage/session.ts";
import { paths } from "../../../paths.ts";
import { useLoginPrompt } from "../../../shell/login-prompt.ts";
import { originOfList } from "../../../shell/player/play-origin.ts";
import type { Site } from "../../../shell/site.ts";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { formatCount } from "../../../ui/format/format.ts";
import { Programme } from "../../experiences/programme/index.ts";
import { SearchBar } from "../wraps/search-bar.tsx";
import { SleeveWall } from "../wraps/sleeve-wall.tsx";
import type { Route } from "./+types/home";
import { EmptyCatalogue } from "./empty-catalogue.ts";
import { FeaturedSpread } from "./home-spread.tsx";

const newest = { list: { limit: 8 } };
const featured = { query: { limit: 2 } };
const page = pageData(() => [
  required(getSongs, newest),
  required(getDrops, newest),
  required(getFeaturedSongs, featured),
]);
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export function meta({ matches }: Route.MetaArgs) {
  const { publicUrl, language, name } = siteOf(matches);
  const t = textIn(language);
  return pageMeta({
    title: t("home.title"),
    description: t("home.description"),
    path: paths.home,
    image: paths.card("wraps", "newest"),
    feed: { title: name, path: paths.home },
    publicUrl,
    language,
    jsonLd: siteOnSearch(publicUrl, t("home.heading")),
  });
}

/** Builds the schema.org WebSite with the search action. */
function siteOnSearch(publicUrl: string, name: string): object {
  return {
    "@context": "https://schema.org",
    "@type": "WebSite",
    name,
    url: `${publicUrl}${paths.home}`,
    potentialAction: {
      "@type": "SearchAction",
      target: `${publicUrl}${paths.wraps()}?q={search_term_string}`,
      "query-input": "required name=search_term_string",
    },
  };
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData.dehydrated}>
      <Home />
    </HydrationBoundary>
  );
}

function Home() {
  const { t } = useTranslation();
  const songs = useQuery(queryOf(getSongs, newest)).data;
  const drops = useQuery(queryOf(getDrops, newest)).data;
  const [first, second] = useQuery(queryOf(getFeaturedSongs, featured)).data?.data ?? [];
  const empty = songs?.total === 0;
  const spreads = second === undefined ? 1 : 2;
  return (
    <>
      <h1 className="vh">{t("home.heading")}</h1>
      <About />
      {first === undefined ? null : <FeaturedSpread song={first} place={1} of={spreads} />}
      {empty ? (
        <Suspense>
          <EmptyCatalogue />
        </Suspense>
      ) : (
        <WrapsForYou songs={songs?.data ?? []} total={songs?.total ?? 0} />
      )}
      {empty ? null : <DappsForYou campaigns={drops?.data ?? []} />}
      {second === undefined ? null : <FeaturedSpread song={second} place={2} of={spreads} />}
      {empty ? null : <SearchBar end={<GetStarted />} />}
    </>
  );
}

/** Says what the site is, and leads visitors to the sign-up if it is open. */
function About() {
  const { t } = useTranslation();
  const isOpen = useRouteLoaderData<Site>("root")?.signUp === "open";
  const signedIn = useSignedIn();
  return (
    <p className="home-about">
      {t("home.about")}{" "}
      {isOpen && !signedIn ? (
        <Link className="u b" to={paths.signUp({ for: "start" })}>
          {t("shell.signUp")}
        </Link>
      ) : null}
    </p>
  );
}

function WrapsForYou({ songs, total }: { songs: readonly Song[]; total: number }) {
  const { t, i18n } = useTranslation();
  return (
    <section className="sec home-wraps" aria-labelledby="wraps-for-you">
      <SleeveWall
        songs={songs}
        from={originOfList(getSongs, newest, songs)}
        heading={
          <>
            <h2 className="title" id="wraps-for-you">
              {t("home.wrapsForYou")}
            </h2>
            <p className="small">
              <span className="dim">
                {t("home.newestOf", { count: songs.length, total: formatCount(total, i18n.language) })}
              </span>
              <br />
              <Link className="u b" to={paths.wraps()}>
                {t("home.allWraps")}
              </Link>
              <br />
              <Link className="u b" to={paths.charts}>
                {t("charts.link")}
              </Link>
            </p>
          </>
        }
      />
    </section>
  );
}

function DappsForYou({ campaigns }: { campaigns: readonly Campaign[] }) {
  const { t } = useTranslation();
  return (
    <section className="sec home-dapps" aria-labelledby="dapps-for-you">
      <div className="sec-h">
        <h2 className="title" id="dapps-for-you">
          {t("home.dappsForYou")}
        </h2>
        {campaigns.length === 0 ? null : (
          <Link className="u b small" to={paths.experiences()}>
            {t("home.allExperiences")}
          </Link>
        )}
      </div>
      {campaigns.length === 0 ? (
        <EmptyState title={t("experiences.none")}>{t("experiences.noneHint")}</EmptyState>
      ) : (
        <Programme campaigns={campaigns} />
      )}
    </section>
  );
}

function GetStarted() {
  const { t } = useTranslation();
  const promptLogin = useLoginPrompt();
  return (
    <Link
      className="btn go"
      to={paths.you}
      onClick={(event) => promptLogin(event, { purpose: "start", returnTo: paths.you })}
    >
      {t("home.getStarted")} <ArrowRight className="i" aria-hidden="true" />
    </Link>
  );
}
