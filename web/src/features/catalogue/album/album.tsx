import { HydrationBoundary, useQuery } from "@tanstack/react-query";
import { type AlbumPage, getAlbum } from "@wrapsody/shared/catalogue/catalogue.ts";
import { useTranslation } from "react-i18next";
import type { MetaDescriptor } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { pageMeta, siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { readLoaded } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import { FailurePage } from "../../../shell/failure-page.tsx";
import { formatCount } from "../../../ui/format/format.ts";
import type { Route } from "./+types/album";
import { albumQuery, loadAlbum, loadAlbumInBrowser } from "./album-data.ts";
import { AlbumHero } from "./album-hero.tsx";
import { musicAlbum } from "./album-json-ld.ts";
import { AlbumMore } from "./album-more.tsx";
import { AlbumTracks } from "./album-tracks.tsx";

export const loader = loadAlbum;
export const clientLoader = loadAlbumInBrowser;

export function meta({ loaderData, matches, params }: Route.MetaArgs): MetaDescriptor[] {
  const { publicUrl, language } = siteOf(matches);
  const text = textIn(language);
  const album = loaderData && readLoaded(loaderData.dehydrated, getAlbum, { params: { id: params.albumId } });
  if (album === undefined) return titleOnly(text("album.missingTitle"), language);
  const { name, tracks } = album;
  const artist = album.artist.name;
  const count = { count: tracks.length, total: formatCount(tracks.length, language) };
  return [
    ...pageMeta({
      title: `${name}, ${artist}`,
      description: text("album.description", {
        name,
        artist,
        type: text(`album.type.${album.type}`),
        tracks: text("album.tracks", count),
      }),
      path: paths.album(album.pretty_id),
      image: paths.card("album", album.id),
      type: "music.album",
      jsonLd: musicAlbum(album, publicUrl),
      publicUrl,
      language,
    }),
    { property: "music:musician", content: `${publicUrl}${paths.artist(album.artist.artist_clean_id)}` },
    ...(album.release_date === null ? [] : [{ property: "music:release_date", content: album.release_date }]),
  ];
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AlbumMissing error={error} />;
}

export default function AlbumRoute({ loaderData, params }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData.dehydrated}>
      <AlbumLoaded key={params.albumId} reference={params.albumId} />
    </HydrationBoundary>
  );
}

function AlbumLoaded({ reference }: { reference: string }) {
  const { data, error } = useQuery(albumQuery(reference));
  if (data === undefined) return error === null ? null : <AlbumMissing error={error} />;
  return <AlbumView album={data} />;
}

function AlbumView({ album }: { album: AlbumPage }) {
  return (
    <div className="album-page">
      <AlbumHero album={album} />
      <AlbumTracks album={album} />
      <AlbumMore album={album} />
    </div>
  );
}

/** Error page of an album. A missing album and one without public tracks look the same. */
function AlbumMissing({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const link = { to: paths.wraps(), label: t("wrap.browse") };
  return (
    <FailurePage error={error} missing={{ title: t("album.missing"), text: t("album.missingNote"), link }} />
  );
}
