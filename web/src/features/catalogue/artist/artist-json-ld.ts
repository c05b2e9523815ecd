import type { Artist } from "@wrapsody/shared/catalogue.ts";
import { paths } from "../../../paths.ts";
import { pictureOf } from "../wrap/wrap-json-ld.ts";

/** Returns the title of an artist: the name from the metadata, else the clean id. */
export function artistName(artist: Artist): string {
  return artist.metadata.name || artist.artist_clean_id;
}

/** Builds the schema.org MusicGroup of an artist. */
export function musicGroup(artist: Artist, publicUrl: string): object {
  return {
    "@context": "https://schema.org",
    "@type": "MusicGroup",
    name: artistName(artist),
    url: `${publicUrl}${paths.artist(artist.artist_clean_id)}`,
    description: artist.metadata.description || undefined,
    image: pictureOf(artist.image, publicUrl),
  };
}
