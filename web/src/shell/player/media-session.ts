import type { Song } from "@wrapsody/shared/catalogue.ts";
import { imagePath } from "@wrapsody/shared/media.ts";

/** Publishes the song to the Media Session API, for lock screens and media keys. There is no skip and no seek. */
export function updateMediaSession(
  song: Song,
  { play, pause }: { play: () => void; pause: () => void },
): void {
  if (!("mediaSession" in navigator)) return;
  const { image } = song;
  navigator.mediaSession.metadata = new MediaMetadata({
    title: song.name,
    artist: song.artist,
    artwork:
      image === null
        ? []
        : [96, 320, 640].map((width) => ({
            src: imagePath(image.id, width, "jpeg"),
            sizes: `${width}x${width}`,
            type: "image/jpeg",
          })),
  });
  navigator.mediaSession.setActionHandler("play", play);
  navigator.mediaSession.setActionHandler("pause", pause);
  for (const action of ["seekbackward", "seekforward", "seekto", "previoustrack", "nexttrack"] as const) {
    navigator.mediaSession.setActionHandler(action, null);
  }
}
