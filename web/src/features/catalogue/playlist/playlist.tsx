import { HydrationBoundary, useQuery } from "@tanstack/react-query";
import { getPlaylist, type PlaylistPage } from "@wrapsody/shared/catalogue/playlists.ts";
import { useTranslation } from "react-i18next";
import type { MetaDescriptor } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { useLazyModule } from "../../../lib/lazy-module.ts";
import { pageMeta, siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { readLoaded } from "../../../lib/pages/page-data.ts";
import { useSignedIn } from "../../../lib/storage/session.ts";
import { paths } from "../../../paths.ts";
import { FailurePage } from "../../../shell/failure-page.tsx";
import { formatCount } from "../../../ui/format/format.ts";
import { isoDuration, pictureOf } from "../wrap/wrap-json-ld.ts";
import type { Route } from "./+types/playlist";
import { playlistOptions, playlistPage, playlistQuery } from "./playlist-data.ts";
import { PlaylistHero } from "./playlist-hero.tsx";
import { PlaylistTracks } from "./playlist-tracks.tsx";
import "./playlist.css";

export const loader = playlistPage.loader;
export const clientLoader = playlistPage.clientLoader;

/** Unlisted playlists, and those without a public song, stay out of search engines. */
export function meta({ loaderData, matches, params }: Route.MetaArgs): MetaDescriptor[] {
  const { publicUrl, language } = siteOf(matches);
  const text = textIn(language);
  const playlist =
    loaderData && readLoaded(loaderData.dehydrated, getPlaylist, playlistOptions(params.playlistId));
  if (playlist === undefined) return titleOnly(text("playlist.missingTitle"), language);
  const { id, name, owner, songs, description } = playlist;
  const count = { count: songs.length, total: formatCount(songs.length, language) };
  const isListed = playlist.is_public && songs.length > 0;
  return [
    ...pageMeta({
      title: text("playlist.title", { name, owner }),
      description:
        description === ""
          ? text("playlist.description", { name, owner, songs: text("playlist.count", count) })
          : description.replaceAll(/\s+/g, " ").slice(0, 200),
      path: paths.playlist(id),
      image: paths.card("playlist", id),
      type: "music.playlist",
      ...(isListed ? { jsonLd: musicPlaylist(playlist, publicUrl) } : {}),
      publicUrl,
      language,
    }),
    ...(isListed ? [] : [{ name: "robots", content: "noindex" }]),
  ];
}

/** Builds the schema.org MusicPlaylist of a playlist. */
function musicPlaylist({ id, name, owner, songs, covers }: PlaylistPage, publicUrl: string): object {
  return {
    "@context": "https://schema.org",
    "@type": "MusicPlaylist",
    name,
    url: `${publicUrl}${paths.playlist(id)}`,
    image: pictureOf(covers[0] ?? null, publicUrl),
    creator: { "@type": "Person", name: owner },
    numTracks: songs.length,
    track: songs.map((song) => ({
      "@type": "MusicRecording",
      name: song.name,
      url: `${publicUrl}${paths.wrap(song.pretty_id)}`,
      duration: isoDuration(song.duration),
      byArtist: { "@type": "MusicGroup", name: song.artist },
    })),
  };
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PlaylistMissing error={error} />;
}

export default function PlaylistRoute({ loaderData, params }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData.dehydrated}>
      <LoadedPlaylist key={params.playlistId} id={params.playlistId} />
    </HydrationBoundary>
  );
}

function LoadedPlaylist({ id }: { id: string }) {
  const { data, error } = useQuery(playlistQuery(id));
  if (data === undefined) return error === null ? null : <PlaylistMissing error={error} />;
  return <PlaylistView playlist={data} />;
}

/** The owner's part: few readers of a playlist own it. */
const loadOwnPlaylist = () => import("./own-playlist.tsx").then(({ loadOwnPlaylist: load }) => load());

function PlaylistView({ playlist }: { playlist: PlaylistPage }) {
  const { part: OwnPlaylist } = useLazyModule("own playlist", loadOwnPlaylist, useSignedIn());
  const view = (
    <>
      <PlaylistHero playlist={playlist} />
      <PlaylistTracks playlist={playlist} />
    </>
  );
  return (
    <div className="playlist-page">
      {OwnPlaylist === undefined ? view : <OwnPlaylist page={playlist} otherwise={view} />}
    </div>
  );
}

/** Error page of a playlist. One that never was and one that is gone look the same. */
function PlaylistMissing({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const link = { to: paths.wraps(), label: t("wrap.browse") };
  return (
    <FailurePage
      error={error}
      missing={{ title: t("playlist.missing"), text: t("playlist.missingNote"), link }}
    />
  );
}
