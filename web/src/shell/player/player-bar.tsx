import { useMutation, useQuery } from "@tanstack/react-query";
import { getRandomSong, getSong, type Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import RotateCw from "lucide-react/icons/rotate-cw";
import { type KeyboardEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { apiFetch } from "../../lib/api/api-fetch.ts";
import { queryOf } from "../../lib/pages/page-data.ts";
import { paths } from "../../paths.ts";
import { formatDuration } from "../../ui/format/format.ts";
import { PlayShape } from "../../ui/graphics/shapes.tsx";
import { Picture } from "../../ui/pictures/picture.tsx";
import { type BarAtRest, barAtRest } from "./bar-at-rest.ts";
import { useContinuedPlayback } from "./continued-playback.ts";
import { ListenPointsSlot } from "./listen-points-slot.tsx";
import { getAudioElement, playerActions, restoreVolume, usePlayerPart } from "./player.ts";
import { QueueToggle } from "./queue-toggle.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { SongWaveform } from "./song-waveform.tsx";
import { VolumeControls } from "./volume-controls.tsx";

/** The player at the foot of the page. It seeks, but does not skip. `stocked`: the catalogue has a song to offer. */
export function PlayerBar({ stocked }: { stocked: boolean }) {
  const { t } = useTranslation();
  const song = usePlayerPart((player) => player.song);
  const failure = usePlayerPart((player) => player.failure);
  const random = useRandomSong();
  const rest = useBarAtRest(stocked);
  useEffect(restoreVolume, []);
  useShortcuts();
  useContinuedPlayback();
  return (
    <section className="player" data-rest={rest} aria-label={t("shell.player.label")}>
      <Picture image={song?.image ?? null} alt="" sizes="72px" className="cover" />
      {song === undefined ? (
        <PlayShapeButton disabled={random.loading} onClick={random.play} />
      ) : (
        <PlayToggle song={song} />
      )}
      {song === undefined ? <NoSong /> : <SongCredit song={song} />}
      {failure !== undefined ? (
        <PlayerFailure failure={failure} retry={playerActions.retryPlayback} />
      ) : song === undefined && random.failed ? (
        <PlayerFailure failure="unreachable" retry={random.play} />
      ) : (
        <Progress song={song} />
      )}
      <div className="vol">
        <VolumeControls />
        <QueueToggle />
      </div>
    </section>
  );
}

/** Returns what the bar shows instead of a song; undefined if it shows one. */
function useBarAtRest(stocked: boolean): BarAtRest | undefined {
  const { pathname } = useLocation();
  const hasSong = usePlayerPart(({ song }) => song !== undefined);
  const sounds = usePlayerPart(({ playing, failure }) => playing || failure !== undefined);
  // A page offers its song when it becomes interactive.
  const [isInteractive, setInteractive] = useState(false);
  useEffect(() => setInteractive(true), []);
  // The bar stays under the hand that pauses it.
  const [soundedAt, setSoundedAt] = useState<string>();
  useEffect(() => {
    if (sounds) setSoundedAt(pathname);
  }, [sounds, pathname]);
  const rest = barAtRest(pathname);
  if (hasSong) return rest === "none" && !sounds && soundedAt !== pathname ? "none" : undefined;
  if (!stocked && rest !== "none") return "heard";
  return rest === "own" && isInteractive ? "offer" : rest;
}

/** Plays a random song for a visitor who has chosen none. Nothing is loaded before: the bar would change under their hand. */
function useRandomSong(): { play: () => void; failed: boolean; loading: boolean } {
  const { mutate, isError, isPending } = useMutation({
    mutationFn: () => apiFetch(getRandomSong, {}),
    onSuccess({ song }) {
      playerActions.chooseSong(song, { by: "chance" });
      playerActions.togglePlayback();
    },
  });
  return { play: mutate, failed: isError, loading: isPending };
}

function PlayToggle({ song }: { song: Song }) {
  const playing = usePlayerPart((player) => player.playing);
  return <PlayShapeButton song={song} playing={playing} onClick={playerActions.togglePlayback} />;
}

function PlayShapeButton({
  song,
  playing = false,
  disabled = false,
  onClick,
}: {
  song?: Song;
  playing?: boolean;
  disabled?: boolean;
  onClick: () => void;
}) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={playing ? "play on" : "play"}
      disabled={disabled}
      aria-label={
        song === undefined ? t("ui.play") : t(playing ? "ui.pauseSong" : "ui.playSong", { name: song.name })
      }
      onClick={onClick}
    >
      <PlayShape playing={playing} />
    </button>
  );
}

function NoSong() {
  const { t } = useTranslation();
  return (
    <div className="who">
      <p className="b">{t("shell.player.random")}</p>
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
      <ListenPointsSlot />
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
  const duration = usePlayerPart((player) => Math.round(player.duration));
  const times = { position: formatDuration(position), duration: formatDuration(duration) };
  return (
    <>
      <div className="wv">
        <SongWaveform songId={song?.id ?? 0} peaks={quiet?.peaks ?? data?.peaks ?? noPeaks} />
        <input
          type="range"
          className="seek"
          aria-label={t("shell.player.progress")}
          aria-valuetext={t("shell.player.progressValue", times)}
          disabled={song === undefined}
          min={0}
          max={Math.max(1, duration)}
          step="any"
          value={Math.min(position, Math.max(1, duration))}
          onChange={(event) => playerActions.seekTo(Number(event.currentTarget.value))}
          onKeyDown={seekByKey}
        />
      </div>
      <p className="time code-l">
        <b>{times.position}</b> / {times.duration}
      </p>
    </>
  );
}

/** Seconds that an arrow key moves, and Page Up and Page Down. The browser’s own step is a fraction of the song. */
const seekSteps: Record<string, number> = {
  ArrowRight: 5,
  ArrowUp: 5,
  ArrowLeft: -5,
  ArrowDown: -5,
  PageUp: 30,
  PageDown: -30,
};

function seekByKey(event: KeyboardEvent): void {
  const step = seekSteps[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  playerActions.seekTo(getAudioElement().currentTime + step);
}

function PlayerFailure({ failure, retry }: { failure: "missing" | "unreachable"; retry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="fails" role="alert">
      <span>{t(`shell.player.${failure}`)}</span>
      {failure === "unreachable" ? (
        <button type="button" className="btn s" onClick={retry}>
          {t("ui.retry")} <RotateCw className="i" aria-hidden="true" />
        </button>
      ) : null}
    </div>
  );
}
