import { imagePath } from "@wrapsody/shared/api/media.ts";
import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";

type Controls = { play: () => void; pause: () => void; seek: (position: number) => void };

/** Publishes the song to the Media Session API, for lock screens and media keys. There is no skip. */
export function updateMediaSession(song: Song, { play, pause, seek }: Controls): void {
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
  navigator.mediaSession.setActionHandler("seekto", ({ seekTime }) => seek(seekTime ?? 0));
  for (const action of ["seekbackward", "seekforward", "previoustrack", "nexttrack"] as const) {
    navigator.mediaSession.setActionHandler(action, null);
  }
}

/** Publishes the position, which the system counts on from. */
export function updatePositionState({ currentTime, duration }: HTMLAudioElement): void {
  if (!("mediaSession" in navigator) || !Number.isFinite(duration)) return;
  navigator.mediaSession.setPositionState({ duration, position: Math.min(currentTime, duration) });
}
