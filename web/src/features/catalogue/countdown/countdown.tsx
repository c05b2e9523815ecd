import { HydrationBoundary, useQuery } from "@tanstack/react-query";
import { type Countdown, getCountdown } from "@wrapsody/shared/catalogue/catalogue.ts";
import { wrapNumber } from "@wrapsody/shared/catalogue/catalogue-numbers.ts";
import { useTranslation } from "react-i18next";
import { type data, Link, type MetaDescriptor, redirect } from "react-router";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { textIn } from "../../../lib/language/language.ts";
import { pageMeta, siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { pageData, queryOf, readLoaded, required } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import { FailurePage } from "../../../shell/failure-page.tsx";
import { titleLength } from "../../../ui/format/format.ts";
import { formatRelease } from "../../../ui/format/release-time.ts";
import { Hero } from "../../../ui/layout/hero.tsx";
import type { Route } from "./+types/countdown";
import { Clock } from "./clock.tsx";
import { NotifyMe } from "./notify-me.tsx";
import "./countdown.css";

const countdownOptions = (id: string) => ({ params: { id } });
const page = pageData(({ params: { songId = "" } }) => [required(getCountdown, countdownOptions(songId))]);

/** A wrap that is not scheduled has its own page, which also says that there is none. */
function toWrap(reference: string) {
  return (error: unknown): never => {
    const { init } = error as Partial<ReturnType<typeof data>>;
    throw init?.status === 404 ? redirect(paths.wrap(reference)) : error;
  };
}

export const loader = (call: Route.LoaderArgs) => page.loader(call).catch(toWrap(call.params.songId));
export const clientLoader = (call: Route.ClientLoaderArgs) =>
  page.clientLoader(call).catch(toWrap(call.params.songId));

export function meta({ loaderData, matches, params }: Route.MetaArgs): MetaDescriptor[] {
  const { publicUrl, language } = siteOf(matches);
  const text = textIn(language);
  const countdown =
    loaderData && readLoaded(loaderData.dehydrated, getCountdown, countdownOptions(params.songId));
  if (countdown === undefined) return titleOnly(text("wrap.missingTitle"), language);
  const { name, artist, listed_from, time_zone } = countdown;
  const { day } = formatRelease(listed_from, language, time_zone);
  return [
    ...pageMeta({
      title: text("countdown.title", { name, artist }),
      description: text("countdown.description", { name, artist, day }),
      path: paths.wrap(countdown.pretty_id),
      image: paths.card("wrap", countdown.id),
      publicUrl,
      language,
    }),
    // The wrap itself is found from its release on.
    { name: "robots", content: "noindex" },
  ];
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useTranslation();
  const link = { to: paths.wraps(), label: t("wrap.browse") };
  return (
    <FailurePage error={error} missing={{ title: t("wrap.missing"), text: t("wrap.missingNote"), link }} />
  );
}

export default function CountdownPage({ loaderData, params }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData.dehydrated}>
      <ScheduledWrap key={params.songId} reference={params.songId} />
    </HydrationBoundary>
  );
}

function ScheduledWrap({ reference }: { reference: string }) {
  const { t } = useTranslation();
  const { data, refetch } = useQuery(queryOf(getCountdown, countdownOptions(reference), apiFetch));
  if (data === undefined) return null;
  return (
    <div className="wrap-page countdown-page">
      <Hero
        image={data.image}
        alt={t("wrap.cover", { name: data.name })}
        top={<span className="code">{t("wrap.number", { number: wrapNumber(data.id) })}</span>}
      >
        <Title countdown={data} />
        <Clock countdown={data} onChange={refetch} />
        <NotifyMe countdown={data} />
      </Hero>
    </div>
  );
}

function Title({ countdown: { name, artist, artist_clean_id } }: { countdown: Countdown }) {
  const { t } = useTranslation();
  return (
    <div>
      <p className="small b">{t("countdown.heading")}</p>
      <h1 className={`display ${titleLength(name)}`}>{name}</h1>
      <p className="lead">
        <Link className="u" to={paths.artist(artist_clean_id)}>
          {artist}
        </Link>
      </p>
    </div>
  );
}
