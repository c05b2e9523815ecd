import { useQuery } from "@tanstack/react-query";
import { getRandomSong, getSong, type Song } from "@wrapsody/shared/catalogue.ts";
import Repeat from "lucide-react/icons/repeat";
import RotateCw from "lucide-react/icons/rotate-cw";
import Volume2 from "lucide-react/icons/volume-2";
import VolumeX from "lucide-react/icons/volume-x";
import { type CSSProperties, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { apiFetch } from "../../lib/api/api-fetch.ts";
import { queryOf } from "../../lib/pages/page-data.ts";
import { paths } from "../../paths.ts";
import { formatDuration } from "../../ui/format/format.ts";
import { PlayShape } from "../../ui/graphics/shapes.tsx";
import { Picture } from "../../ui/pictures/picture.tsx";
import { playerActions, restoreVolume, usePlayerPart } from "./player.ts";
import { useShortcuts } from "./shortcuts.ts";
import { SongWaveform } from "./song-waveform.tsx";
import "./player.css";

/**
 * The player at the foot of every page. It shows progress and has neither skip nor seek. `stocked`: the catalogue has a
 * song to preload.
 */
export function PlayerBar({ stocked }: { stocked: boolean }) {
  const { t } = useTranslation();
  const song = usePlayerPart((player) => player.song);
  const failure = usePlayerPart((player) => player.failure);
  useRandomSong(stocked && song === undefined);
  useShortcuts();
  return (
    <section className="player" aria-label={t("shell.player.label")}>
      {song === undefined ? <span className="cover" /> : <Cover song={song} />}
      <PlayToggle />
      {song === undefined ? <NoSong /> : <SongCredit song={song} />}
      {failure === undefined ? <Progress song={song} /> : <PlayerFailure failure={failure} />}
      <VolumeControls />
    </section>
  );
}

/** Loads a random song, without playing it, if the visitor has chosen none. */
function useRandomSong(enabled: boolean): void {
  useEffect(restoreVolume, []);
  useEffect(() => {
    if (!enabled) return;
    const stop = new AbortController();
    // The page goes first: it may offer a song itself, and still loads its own data.
    const timer = setTimeout(() => {
      apiFetch(getRandomSong, {}, stop.signal)
        .then(({ song }) => {
          if (!stop.signal.aborted) playerActions.chooseSong(song, { by: "chance" });
        })
        .catch(() => undefined);
    }, 1200);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [enabled]);
}

function Cover({ song }: { song: Song }) {
  return <Picture image={song.image} alt="" sizes="72px" className="cover" />;
}

function PlayToggle() {
  const { t } = useTranslation();
  const playing = usePlayerPart((player) => player.playing);
  const empty = usePlayerPart((player) => player.song === undefined);
  return (
    <button
      type="button"
      className="play"
      disabled={empty}
      aria-label={t(playing ? "ui.pause" : "ui.play")}
      onClick={playerActions.togglePlayback}
    >
      <PlayShape playing={playing} />
    </button>
  );
}

function NoSong() {
  const { t } = useTranslation();
  return (
    <div className="who">
      <p className="b">{t("shell.player.nothing")}</p>
      <p>{t("shell.player.hint")}</p>
    </div>
  );
}

function SongCredit({ song }: { song: Song }) {
  const page = usePlayerPart((player) => player.preview?.page) ?? paths.wrap(song.pretty_id);
  return (
    <div className="who">
      <Link className="b" to={page}>
        {song.name}
      </Link>
      <Link to={paths.artist(song.artist_clean_id)}>{song.artist}</Link>
    </div>
  );
}

const noPeaks: number[] = [];

function Progress({ song }: { song: Song | undefined }) {
  const { t } = useTranslation();
  const quiet = usePlayerPart((player) => player.preview);
  const { data } = useQuery({
    ...queryOf(getSong, { params: { id: song?.pretty_id ?? "" }, query: { detail: "true" } }),
    enabled: song !== undefined && quiet === undefined,
  });
  const position = usePlayerPart((player) => Math.floor(player.position));
  const duration = usePlayerPart((player) => Math.floor(player.duration));
  const times = { position: formatDuration(position), duration: formatDuration(duration) };
  return (
    <>
      <div
        className="wv"
        role="progressbar"
        aria-label={t("shell.player.progress")}
        aria-valuemin={0}
        aria-valuemax={Math.max(1, duration)}
        aria-valuenow={Math.min(position, Math.max(1, duration))}
        aria-valuetext={t("shell.player.progressValue", times)}
      >
        <SongWaveform songId={song?.id ?? 0} peaks={quiet?.peaks ?? data?.peaks ?? noPeaks} />
      </div>
      <p className="time code-l">
        <b>{times.position}</b> / {times.duration}
      </p>
    </>
  );
}

function PlayerFailure({ failure }: { failure: "missing" | "unreachable" }) {
  const { t } = useTranslation();
  return (
    <div className="fails" role="alert">
      <span>{t(`shell.player.${failure}`)}</span>
      {failure === "unreachable" ? (
        <button type="button" className="btn s" onClick={playerActions.retryPlayback}>
          {t("ui.retry")} <RotateCw className="i" aria-hidden="true" />
        </button>
      ) : null}
    </div>
  );
}

function VolumeControls() {
  const { t } = useTranslation();
  const loop = usePlayerPart((player) => player.loop);
  const muted = usePlayerPart((player) => player.muted);
  const volume = usePlayerPart((player) => player.volume);
  const effectiveVolume = muted ? 0 : volume;
  return (
    <div className="vol">
      <button
        type="button"
        className="sq"
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
    </div>
  );
}
