import type { AlbumPage, AlbumType } from "@wrapsody/shared/catalogue/catalogue.ts";
import { paths } from "../../../paths.ts";
import { isoDuration, pictureOf } from "../wrap/wrap-json-ld.ts";

const releaseTypes = {
  SINGLE: "https://schema.org/SingleRelease",
  EP: "https://schema.org/EPRelease",
  ALBUM: "https://schema.org/AlbumRelease",
} satisfies Record<AlbumType, string>;

/** Builds the schema.org MusicAlbum of an album with its public tracks. */
export function musicAlbum(album: AlbumPage, publicUrl: string): object {
  const { artist, tracks } = album;
  return {
    "@context": "https://schema.org",
    "@type": "MusicAlbum",
    name: album.name,
    url: `${publicUrl}${paths.album(album.pretty_id)}`,
    image: pictureOf(album.image, publicUrl),
    datePublished: album.release_date ?? undefined,
    albumReleaseType: releaseTypes[album.type],
    byArtist: {
      "@type": "MusicGroup",
      name: artist.name,
      url: `${publicUrl}${paths.artist(artist.artist_clean_id)}`,
    },
    numTracks: tracks.length,
    track: {
      "@type": "ItemList",
      numberOfItems: tracks.length,
      itemListElement: tracks.map(({ track_number, isrc, song }) => ({
        "@type": "ListItem",
        position: track_number,
        item: {
          "@type": "MusicRecording",
          name: song.name,
          url: `${publicUrl}${paths.wrap(song.pretty_id)}`,
          duration: isoDuration(song.duration),
          isrcCode: isrc ?? undefined,
        },
      })),
    },
  };
}
