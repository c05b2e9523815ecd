import Repeat from "lucide-react/icons/repeat";
import Volume2 from "lucide-react/icons/volume-2";
import VolumeX from "lucide-react/icons/volume-x";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { playerActions, usePlayerPart } from "./player.ts";

/** Loop, mute and volume: in the player, and in the queue where the player has no room for them. */
export function VolumeControls() {
  const { t } = useTranslation();
  const loop = usePlayerPart((player) => player.loop);
  const muted = usePlayerPart((player) => player.muted);
  const volume = usePlayerPart((player) => player.volume);
  const effectiveVolume = muted ? 0 : volume;
  return (
    <>
      <button
        type="button"
        className="sq loop"
        aria-label={t("shell.player.loop")}
        aria-pressed={loop}
        onClick={playerActions.toggleLoop}
      >
        <Repeat className="i" aria-hidden="true" />
      </button>
      <button
        type="button"
        className="sq mute"
        aria-label={t("shell.player.mute")}
        aria-pressed={muted}
        onClick={playerActions.toggleMuted}
      >
        {effectiveVolume === 0 ? (
          <VolumeX className="i" aria-hidden="true" />
        ) : (
          <Volume2 className="i" aria-hidden="true" />
        )}
      </button>
      <input
        type="range"
        aria-label={t("shell.player.volume")}
        min="0"
        max="1"
        step="0.1"
        value={effectiveVolume}
        style={{ "--v": `${effectiveVolume * 100}%` } as CSSProperties}
        onChange={(event) => playerActions.setVolume(Number(event.currentTarget.value))}
      />
    </>
  );
}
