import type { Song } from "@wrapsody/shared/catalogue.ts";
import { useContext } from "react";
import { useTranslation } from "react-i18next";
import { PlayShape } from "../../ui/graphics/shapes.tsx";
import { isLoaded, PreviewPlaybackContext, playerActions, usePlayerPart } from "./player.ts";

/**
 * Plays a song, or pauses it if it is playing. `label` is the visible text; without it, the accessible name contains
 * the title, because a page may have many such buttons.
 */
export function PlayButton({
  song,
  label = false,
  className = "btn",
}: {
  song: Song;
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
      disabled={song.audio_uri === null}
      aria-label={playing ? t("ui.pauseSong", { name: song.name }) : t("ui.playSong", { name: song.name })}
      onClick={() => playerActions.chooseSong(song, { by: "reader", quiet })}
    >
      {label ? word : null}
      <PlayShape playing={playing} />
    </button>
  );
}
