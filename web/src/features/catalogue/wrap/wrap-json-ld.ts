import { type Image, imagePath } from "@wrapsody/shared/api/media.ts";
import { paths } from "../../../paths.ts";
import type { SongAnswer } from "./wrap-data.ts";

/** Builds the schema.org MusicRecording of a song. `nameRole` names a contributor's role in the language of the page. */
export function musicRecording(
  { song, artists, albums = [], credits = [] }: SongAnswer,
  publicUrl: string,
  nameRole: (role: string) => string,
): object {
  const album = albums[0];
  return {
    "@context": "https://schema.org",
    "@type": "MusicRecording",
    name: song.name,
    url: `${publicUrl}${paths.wrap(song.pretty_id)}`,
    description: song.metadata.description || undefined,
    duration: isoDuration(song.duration),
    isrcCode: albums.find(({ isrc }) => isrc !== null)?.isrc ?? undefined,
    datePublished: album?.release_date ?? undefined,
    image: pictureOf(song.image, publicUrl),
    byArtist: artists.map((artist) => ({
      "@type": "MusicGroup",
      name: artist.name,
      url: `${publicUrl}${paths.artist(artist.artist_clean_id)}`,
    })),
    contributor: credits.map(({ role, value }) => ({
      "@type": "Role",
      roleName: nameRole(role),
      contributor: { "@type": "Person", name: value },
    })),
    inAlbum: album && {
      "@type": "MusicAlbum",
      name: album.name,
      url: album.pretty_id === null ? undefined : `${publicUrl}${paths.album(album.pretty_id)}`,
    },
    recordingOf:
      song.iswc === null ? undefined : { "@type": "MusicComposition", name: song.name, iswcCode: song.iswc },
    audio: song.audio_uri === null ? undefined : new URL(song.audio_uri, publicUrl).href,
  };
}

export function pictureOf(image: Image | null, publicUrl: string): string | undefined {
  return image === null ? undefined : `${publicUrl}${imagePath(image.id, 640, "jpeg")}`;
}

/** Formats a duration as ISO 8601: 221 seconds become PT3M41S. */
export function isoDuration(seconds: number): string {
  return `PT${Math.floor(seconds / 60)}M${seconds % 60}S`;
}
