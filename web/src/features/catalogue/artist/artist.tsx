import { HydrationBoundary, useQuery } from "@tanstack/react-query";
import {
  type Artist,
  getArtist,
  getArtistAlbums,
  getArtistSongs,
} from "@wrapsody/shared/catalogue/catalogue.ts";
import { getArtistExperiences } from "@wrapsody/shared/experiences/experiences.ts";
import { useTranslation } from "react-i18next";
import type { MetaDescriptor } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { pageMeta, siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { pageData, queryOf, readLoaded, required } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import { FailurePage } from "../../../shell/failure-page.tsx";
import { PlayAll } from "../../../shell/player/play-button.tsx";
import { originOfList, type PlayOrigin } from "../../../shell/player/play-origin.ts";
import { ShareLink } from "../../../shell/share-link.tsx";
import { Hero } from "../../../ui/layout/hero.tsx";
import { FollowButton } from "../library/song-actions.tsx";
import { dspName } from "../wrap/dsp-names.ts";
import { pictureOf } from "../wrap/wrap-json-ld.ts";
import type { Route } from "./+types/artist";
import { ArtistAlbums, ArtistDrops, ArtistSongs } from "./artist-columns.tsx";

const listed = { limit: 10 };

const page = pageData(({ params: { artistId: id = "" } }) => [
  required(getArtist, { params: { id } }),
  required(getArtistSongs, { params: { id }, list: listed }),
  required(getArtistExperiences, { params: { id }, list: listed }),
  required(getArtistAlbums, { params: { id }, list: listed }),
]);
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export function meta({ loaderData, matches, params }: Route.MetaArgs): MetaDescriptor[] {
  const { publicUrl, language } = siteOf(matches);
  const text = textIn(language);
  const artist =
    loaderData && readLoaded(loaderData.dehydrated, getArtist, { params: { id: params.artistId } });
  if (artist === undefined) return titleOnly(text("artist.missingTitle"), language);
  const name = artistName(artist);
  return pageMeta({
    title: text("artist.title", { name }),
    description: artist.metadata.description || text("artist.description", { name }),
    path: paths.artist(artist.artist_clean_id),
    image: paths.card("artist", artist.id),
    type: "profile",
    feed: { title: name, path: paths.artist(artist.artist_clean_id) },
    jsonLd: musicGroup(artist, publicUrl),
    publicUrl,
    language,
  });
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useTranslation();
  const link = { to: paths.wraps(), label: t("artist.browse") };
  return (
    <FailurePage
      error={error}
      missing={{ title: t("artist.missing"), text: t("artist.missingNote"), link }}
    />
  );
}

export default function ArtistPage({ loaderData, params }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData.dehydrated}>
      <ArtistView id={params.artistId} />
    </HydrationBoundary>
  );
}

function ArtistView({ id }: { id: string }) {
  const { data: artist } = useQuery(queryOf(getArtist, { params: { id } }));
  const songs = useQuery(queryOf(getArtistSongs, { params: { id }, list: listed }));
  const drops = useQuery(queryOf(getArtistExperiences, { params: { id }, list: listed }));
  const albums = useQuery(queryOf(getArtistAlbums, { params: { id }, list: listed }));
  if (artist === undefined) return null;
  const from = originOfList(getArtistSongs, { params: { id }, list: listed }, songs.data?.data ?? []);
  return (
    <div className="artist-page">
      <ArtistHead artist={artist} from={from} />
      <div className="artist-cols">
        <ArtistSongs
          id={artist.id}
          artist={artistName(artist)}
          songs={songs.data}
          from={from}
          failed={songs.isError}
        />
        <ArtistDrops drops={drops.data} failed={drops.isError} />
        <ArtistAlbums albums={albums.data} failed={albums.isError} />
      </div>
    </div>
  );
}

function ArtistHead({ artist, from }: { artist: Artist; from: PlayOrigin }) {
  const { t } = useTranslation();
  const name = artistName(artist);
  const description = artist.metadata.description?.trim() ?? "";
  return (
    <Hero
      className="artist-hero"
      image={artist.image}
      alt={t("artist.picture", { name })}
      top={<p className="code">{t("artist.kind")}</p>}
      action={
        <div className="row hero-do">
          {from.songs.length === 0 ? null : <PlayAll name={name} from={from} />}
          <FollowButton artist={{ id: artist.id, name }} />
          <ShareLink
            title={name}
            text={t("artist.description", { name })}
            page={(query) => paths.artist(artist.artist_clean_id, query)}
          />
        </div>
      }
      below={
        <div className="artist-about">
          <p className="lead">{description === "" ? t("artist.noDescription") : description}</p>
          <ArtistLinks links={artist.links} />
        </div>
      }
    >
      <h1 className={name.length <= 24 ? "display" : "display len-l"}>{name}</h1>
    </Hero>
  );
}

function ArtistLinks({ links }: { links: Artist["links"] }) {
  const { t } = useTranslation();
  if (links.length === 0) return null;
  return (
    <ul className="row artist-links" aria-label={t("wrap.elsewhere")}>
      {links.map(({ dsp, name, link }) => (
        <li key={link}>
          <a className="small u" href={link} target="_blank" rel="noreferrer">
            {dsp === null ? name : dspName(dsp)}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Returns the title of an artist: the name from the metadata, else the clean id. */
function artistName(artist: Artist): string {
  return artist.metadata.name || artist.artist_clean_id;
}

/** Builds the schema.org MusicGroup of an artist. */
function musicGroup(artist: Artist, publicUrl: string): object {
  return {
    "@context": "https://schema.org",
    "@type": "MusicGroup",
    name: artistName(artist),
    url: `${publicUrl}${paths.artist(artist.artist_clean_id)}`,
    description: artist.metadata.description || undefined,
    image: pictureOf(artist.image, publicUrl),
    sameAs: artist.links.length === 0 ? undefined : artist.links.map(({ link }) => link),
  };
}
