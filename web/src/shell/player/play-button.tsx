import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import { useContext } from "react";
import { useTranslation } from "react-i18next";
import { PlayShape } from "../../ui/graphics/shapes.tsx";
import type { PlayOrigin } from "./play-origin.ts";
import { isLoaded, PreviewPlaybackContext, playerActions, playFrom, usePlayerPart } from "./player.ts";

/**
 * Plays a song, or pauses it if it is playing. `label` is the visible text; without it, the accessible name contains
 * the title, because a page may have many such buttons. Playback continues with what follows the song in `from`.
 */
export function PlayButton({
  song,
  from,
  label = false,
  className = "btn",
}: {
  song: Song;
  from?: PlayOrigin | undefined;
  label?: boolean;
  className?: string;
}) {
  const { t } = useTranslation();
  const quiet = useContext(PreviewPlaybackContext);
  const playing = usePlayerPart((player) => player.playing && isLoaded(player, song, quiet));
  const word = playing ? t("ui.pause") : t("ui.play");
  return (
    <button
      type="button"
      className={className}
      data-playing={playing || undefined}
      disabled={song.audio_uri === null}
      aria-label={playing ? t("ui.pauseSong", { name: song.name }) : t("ui.playSong", { name: song.name })}
      onClick={() => playerActions.chooseSong(song, { by: "reader", quiet, from })}
    >
      {label ? word : null}
      <PlayShape playing={playing} />
    </button>
  );
}

/** Plays the songs of an artist, an album or a list from the first one on. Pauses and resumes them while one is loaded. */
export function PlayAll({
  name,
  from,
  className = "btn go",
}: {
  name: string;
  from: PlayOrigin;
  className?: string;
}) {
  const { t } = useTranslation();
  const isHere = usePlayerPart(
    ({ song, start }) => start?.origin.id === from.id && from.songs.some(({ id }) => id === song?.id),
  );
  const playing = usePlayerPart((player) => player.playing) && isHere;
  return (
    <button
      type="button"
      className={className}
      data-playing={playing || undefined}
      disabled={from.songs.every((song) => song.audio_uri === null)}
      aria-label={playing ? t("ui.pauseSong", { name }) : t("ui.playAllOf", { name })}
      onClick={() => (isHere ? playerActions.togglePlayback() : playFrom(from))}
    >
      {playing ? t("ui.pause") : t("ui.playAll")} <PlayShape playing={playing} />
    </button>
  );
}
