import { HydrationBoundary, useQuery } from "@tanstack/react-query";
import { getSong, type Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import { useTranslation } from "react-i18next";
import type { MetaDescriptor } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { pageData, readLoaded, required } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import { PlayButton } from "../../../shell/player/play-button.tsx";
import { SongWaveform } from "../../../shell/player/song-waveform.tsx";
import { formatDuration } from "../../../ui/format/format.ts";
import { EmbedFrame, EmbedMissing } from "../../../ui/layout/embed-frame.tsx";
import { songOptions, songQuery } from "../wrap/wrap-data.ts";
import { usePlaybackPosition } from "../wrap/wrap-wave.tsx";
import type { Route } from "./+types/embed";

/** Hides the header and the player bar, because other sites embed the page. */
export const handle = { bare: true };

const page = pageData(({ params: { songId: id = "" } }) => [required(getSong, songOptions(id))]);
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export function meta({ loaderData, matches, params }: Route.MetaArgs): MetaDescriptor[] {
  const { publicUrl, language } = siteOf(matches);
  const text = textIn(language);
  const song = loaderData && readLoaded(loaderData.dehydrated, getSong, songOptions(params.songId))?.song;
  if (song === undefined) return titleOnly(text("wrap.missingTitle"), language);
  return [
    ...titleOnly(text("wrap.embedTitle", { name: song.name, artist: song.artist }), language),
    { tagName: "link", rel: "canonical", href: `${publicUrl}${paths.wrap(song.pretty_id)}` },
  ];
}

export function ErrorBoundary() {
  const { t } = useTranslation();
  return <EmbedMissing text={t("wrap.missing")} />;
}

export default function EmbedPage({ loaderData, params }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData.dehydrated}>
      <Embed reference={params.songId} />
    </HydrationBoundary>
  );
}

function Embed({ reference }: { reference: string }) {
  const { data } = useQuery(songQuery(reference));
  if (data === undefined) return null;
  const { song, peaks = [] } = data;
  return (
    <EmbedFrame
      image={song.image}
      name={song.name}
      by={song.artist}
      path={paths.wrap(song.pretty_id)}
      lead={<PlayButton song={song} className="sq embed-play" />}
    >
      <EmbedWave song={song} peaks={peaks} />
    </EmbedFrame>
  );
}

function EmbedWave({ song, peaks }: { song: Song; peaks: number[] }) {
  const { t } = useTranslation();
  const { position, duration } = usePlaybackPosition(song);
  if (song.audio_uri === null) return <p className="code">{t("wrap.noAudio")}</p>;
  return (
    <div className="embed-wave">
      <SongWaveform songId={song.id} peaks={peaks} />
      <span className="code">
        {formatDuration(position)} / {formatDuration(duration)}
      </span>
    </div>
  );
}
