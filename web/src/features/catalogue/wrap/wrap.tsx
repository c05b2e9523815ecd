import { HydrationBoundary, useQuery } from "@tanstack/react-query";
import { getSong, type SongDetail } from "@wrapsody/shared/catalogue/catalogue.ts";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { MetaDescriptor, ShouldRevalidateFunctionArgs } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { pageMeta, siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { readLoaded } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import { FailurePage } from "../../../shell/failure-page.tsx";
import { usePlayerPart } from "../../../shell/player/player.ts";
import type { Route } from "./+types/wrap";
import { loadWrap, loadWrapInBrowser, type SongAnswer, songOptions, songQuery } from "./wrap-data.ts";
import { WrapHero } from "./wrap-hero.tsx";
import { musicRecording } from "./wrap-json-ld.ts";
import { WrapMore } from "./wrap-more.tsx";
import { WrapTabs } from "./wrap-tabs.tsx";

export const loader = loadWrap;
export const clientLoader = loadWrapInBrowser;

/** Skips the loader if only the tab changes. */
export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) {
  return currentParams.songId !== nextParams.songId;
}

export function meta({ loaderData, matches, params }: Route.MetaArgs): MetaDescriptor[] {
  const { publicUrl, language } = siteOf(matches);
  const text = textIn(language);
  const detail = loaderData && readLoaded(loaderData.dehydrated, getSong, songOptions(params.songId));
  if (detail === undefined) return titleOnly(text("wrap.missingTitle"), language);
  const { song } = detail;
  const description = song.metadata.description.replaceAll(/\s+/g, " ").trim();
  return pageMeta({
    title: `${song.name}, ${song.artist}`,
    description:
      description === ""
        ? text("wrap.shareText", { name: song.name, artist: song.artist })
        : shortenText(description),
    path: paths.wrap(song.pretty_id),
    image: paths.card("wrap", song.id),
    type: "music.song",
    feed: { title: song.artist, path: paths.artist(song.artist_clean_id) },
    jsonLd: musicRecording(detail, publicUrl, (role) => text(`wrap.role.${role}`, { defaultValue: role })),
    publicUrl,
    language,
  });
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <WrapMissing error={error} />;
}

export default function WrapPage({ loaderData, params }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData.dehydrated}>
      <Wrap key={params.songId} reference={params.songId} />
    </HydrationBoundary>
  );
}

function Wrap({ reference }: { reference: string }) {
  const { data, error } = useQuery(songQuery(reference));
  const offerSong = usePlayerPart((player) => player.offerSong);
  const song = data?.song;
  useEffect(() => {
    if (song !== undefined) offerSong(song);
  }, [song, offerSong]);
  if (data === undefined) return error === null ? null : <WrapMissing error={error} />;
  const detail = toSongDetail(data);
  return (
    <div className="wrap-page">
      <WrapHero detail={detail} />
      <WrapTabs detail={detail} />
      <WrapMore song={detail.song} />
    </div>
  );
}

function toSongDetail(answer: SongAnswer): SongDetail {
  return {
    song: answer.song,
    artists: answer.artists,
    tags: answer.tags ?? [],
    albums: answer.albums ?? [],
    lyrics: answer.lyrics ?? [],
    lyrics_synced: answer.lyrics_synced ?? null,
    lyrics_language: answer.lyrics_language ?? null,
    credits: answer.credits ?? [],
    dates: answer.dates ?? [],
    owners: answer.owners ?? [],
    dsps: answer.dsps ?? [],
    audioFootprints: answer.audioFootprints ?? [],
    rewards: answer.rewards ?? [],
    peaks: answer.peaks ?? [],
  };
}

function shortenText(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 199).replace(/\s+\S*$/, "")}…`;
}

/** Error page of a wrap. A missing wrap and a non-public one look the same. */
function WrapMissing({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const link = { to: paths.wraps(), label: t("wrap.browse") };
  return (
    <FailurePage error={error} missing={{ title: t("wrap.missing"), text: t("wrap.missingNote"), link }} />
  );
}
