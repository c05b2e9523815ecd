import type { Image } from "@wrapsody/shared/api/media.ts";
import type { Context } from "../../../platform/context.ts";
import { notFound } from "../../../platform/failure.ts";
import type { Embedded, EmbeddedKind } from "../../../platform/pages/oembed.ts";
import { showAlbum } from "../albums/albums.ts";
import { showPlaylist } from "../playlists/playlists.ts";
import { findCountdown } from "../scheduled/schedule.data.ts";
import { showArtist } from "../songs/artists.ts";
import { presentSong } from "../songs/song-presenter.ts";
import { findPublicSong } from "../songs/songs.data.ts";

/** Pixels of a player with a list: it has room for the cover and some rows; the others are scrolled to. */
const listSize = { width: 560, height: 384 };

/** The pages of the catalogue that other sites embed. */
export const catalogueEmbeds: readonly EmbeddedKind[] = [
  { path: /^\/wrap\/([^/]+)(?:\/countdown)?\/?$/, find: findWrap },
  { path: /^\/album\/([^/]+)\/?$/, find: findAlbum },
  { path: /^\/artist\/([^/]+)\/?$/, find: findArtist },
  { path: /^\/playlist\/([^/]+)\/?$/, find: findPlaylist },
];

const artistPath = (reference: string) => `/artist/${encodeURIComponent(reference)}`;

/** A scheduled wrap is a link until it is listed. */
async function findWrap({ replica }: Context, reference: string): Promise<Embedded> {
  const row = await findPublicSong(replica, reference);
  if (row !== undefined) {
    const song = presentSong(row);
    const path = `/embed/wrap/${encodeURIComponent(song.pretty_id)}`;
    return { ...describeWrap(song), player: { path, width: 560, height: 152 } };
  }
  const countdown = await findCountdown(replica, reference);
  if (countdown === undefined) throw notFound();
  return { ...describeWrap(countdown), listedFrom: countdown.listed_from };
}

type Wrap = { name: string; artist: string; artist_clean_id: string; image: Image | null };

const describeWrap = ({ name, artist, artist_clean_id, image }: Wrap) => ({
  title: `${name}, ${artist}`,
  author: { name: artist, path: artistPath(artist_clean_id) },
  image,
});

/** @throws Failure E0001 without a public track */
async function findAlbum(context: Context, reference: string): Promise<Embedded> {
  const { pretty_id, name, artist, image } = await showAlbum(context, reference);
  return {
    title: `${name}, ${artist.name}`,
    author: { name: artist.name, path: artistPath(artist.artist_clean_id) },
    image,
    player: { path: `/embed/album/${encodeURIComponent(pretty_id)}`, ...listSize },
  };
}

async function findArtist(context: Context, reference: string): Promise<Embedded> {
  const { artist_clean_id, name, image } = await showArtist(context, reference);
  const path = artistPath(artist_clean_id);
  return { title: name, author: { name, path }, image, player: { path: `/embed${path}`, ...listSize } };
}

async function findPlaylist(context: Context, id: string): Promise<Embedded> {
  const { name, owner, covers } = await showPlaylist(context, id);
  return {
    title: `${name}, ${owner}`,
    author: { name: owner },
    image: covers[0] ?? null,
    player: { path: `/embed/playlist/${encodeURIComponent(id)}`, ...listSize },
  };
}
