import { type Image, imagePath } from "@wrapsody/shared/media.ts";
import { paths } from "../../../paths.ts";
import type { SongAnswer } from "./wrap-data.ts";

/** Builds the schema.org MusicRecording of a song. */
export function musicRecording({ song, artists, albums = [] }: SongAnswer, publicUrl: string): object {
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
    inAlbum: album === undefined ? undefined : { "@type": "MusicAlbum", name: album.name },
    recordingOf:
      song.iswc === null ? undefined : { "@type": "MusicComposition", name: song.name, iswcCode: song.iswc },
    audio: song.audio_uri === null ? undefined : new URL(song.audio_uri, publicUrl).href,
  };
}

export function pictureOf(image: Image | null, publicUrl: string): string | undefined {
  return image === null ? undefined : `${publicUrl}${imagePath(image.id, 640, "jpeg")}`;
}

/** Formats a duration as ISO 8601: 221 seconds become PT3M41S. */
function isoDuration(seconds: number): string {
  return `PT${Math.floor(seconds / 60)}M${seconds % 60}S`;
}
