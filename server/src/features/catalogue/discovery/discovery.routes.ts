import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import { wrapNumber } from "@wrapsody/shared/catalogue/catalogue-numbers.ts";
import type { FastifyInstance } from "fastify";
import type { Context } from "../../../platform/context.ts";
import { notFound } from "../../../platform/failure.ts";
import type { SitemapSection } from "../../../platform/pages/sitemap.ts";
import { addCards } from "../../artwork/index.ts";
import { showAlbum } from "../albums/albums.ts";
import { listPublicPlaylistsBetween, readLastPlaylistNumber } from "../playlists/playlists.data.ts";
import { showPlaylist } from "../playlists/playlists.ts";
import { findCountdown } from "../scheduled/schedule.data.ts";
import { listSongs } from "../search/ranked-search.data.ts";
import { showArtist } from "../songs/artists.ts";
import { presentCover, presentSong } from "../songs/song-presenter.ts";
import { findPublicSong } from "../songs/songs.data.ts";
import { showTag } from "../tags/routes.ts";
import { listTagSongs, listTagsBetween } from "../tags/tags.data.ts";
import {
  listPublicAlbumsBetween,
  listPublicArtistsBetween,
  listPublicSongsBetween,
  readLastAlbumId,
  readLastArtistId,
  readLastSongId,
} from "./sitemap.data.ts";

const newest: ListQuery = { limit: 4, offset: 0, sortKey: "created_at", sortDir: "DESC", filters: [] };

/** Adds the social cards of the catalogue, and that of the home page and of lists (`/cards/wraps/newest.png`): its newest covers and their artists. */
export function addCatalogueDiscovery(app: FastifyInstance, context: Context): void {
  addCards(app, context, "wrap", async ({ replica }, id) => {
    const row = await findPublicSong(replica, id);
    const song = row === undefined ? await findCountdown(replica, id) : presentSong(row);
    if (song === undefined) throw notFound();
    return {
      image: song.image,
      number: wrapNumber(song.id),
      title: song.name,
      subtitle: song.artist,
    };
  });
  addCards(app, context, "artist", async (reading, id) => {
    const artist = await showArtist(reading, id);
    return {
      image: artist.image,
      number: "",
      title: artist.name,
      subtitle: "",
      description: artist.metadata.description,
    };
  });
  addCards(app, context, "album", async (reading, id) => {
    const album = await showAlbum(reading, id);
    return { image: album.image, number: "", title: album.name, subtitle: album.artist.name };
  });
  addCards(app, context, "playlist", async (reading, id) => {
    const { covers, name, owner } = await showPlaylist(reading, id);
    return { image: covers[0] ?? null, number: "", title: name, subtitle: owner };
  });
  addCards(app, context, "wraps", async (reading, id) => {
    if (id !== "newest") throw notFound();
    const { data } = await listSongs(reading.replica, newest, []);
    const { name } = await reading.site.read();
    const wall = data.flatMap((row) => presentCover(row) ?? []);
    const artists = [...new Set(data.map(({ artist }) => artist))];
    return { image: wall[0] ?? null, wall, number: "", title: name, subtitle: artists.join(", ") };
  });
  addCards(app, context, "tag", async (reading, id) => {
    const { name } = await showTag(reading, id);
    const { data } = await listTagSongs(reading.replica, id, { ...newest, limit: 3 });
    const artists = [...new Set(data.map(({ artist }) => artist))];
    const [first] = data;
    const image = first === undefined ? null : presentCover(first);
    return { image, number: "", title: name, subtitle: artists.join(", ") };
  });
}

export const catalogueSitemap: readonly SitemapSection[] = [
  {
    name: "wraps",
    lastId: ({ replica }) => readLastSongId(replica),
    entries: async ({ replica }, from, to) =>
      (await listPublicSongsBetween(replica, from, to)).map(({ reference, changedAt }) => ({
        path: `/wrap/${reference}`,
        changedAt,
      })),
  },
  {
    name: "artists",
    lastId: ({ replica }) => readLastArtistId(replica),
    entries: async ({ replica }, from, to) =>
      (await listPublicArtistsBetween(replica, from, to)).map(({ reference, changedAt }) => ({
        path: `/artist/${reference}`,
        changedAt,
      })),
  },
  {
    name: "albums",
    lastId: ({ replica }) => readLastAlbumId(replica),
    entries: async ({ replica }, from, to) =>
      (await listPublicAlbumsBetween(replica, from, to)).map(({ reference, changedAt }) => ({
        path: `/album/${reference}`,
        changedAt,
      })),
  },
  {
    name: "tags",
    lastId: ({ replica }) => readLastSongId(replica),
    entries: async ({ replica }, from, to) =>
      (await listTagsBetween(replica, from, to)).map(({ reference, changedAt }) => ({
        path: `/tag/${encodeURIComponent(reference)}`,
        changedAt,
      })),
  },
  {
    name: "playlists",
    lastId: ({ replica }) => readLastPlaylistNumber(replica),
    entries: async ({ replica }, from, to) =>
      (await listPublicPlaylistsBetween(replica, from, to)).map(({ reference, changedAt }) => ({
        path: `/playlist/${reference}`,
        changedAt,
      })),
  },
];
