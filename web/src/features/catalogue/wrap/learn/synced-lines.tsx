import type { Song, SongDetail } from "@wrapsody/shared/catalogue.ts";
import { findCurrentLine, type LyricLine, parseLyrics } from "@wrapsody/shared/lrc.ts";
import { memo, type RefObject, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import {
  getAudioElement,
  getPlayer,
  isLoaded,
  PreviewPlaybackContext,
  playerActions,
  usePlayerPart,
} from "../../../../shell/player/player.ts";
import "./synced-lines.css";

type Preview = Parameters<typeof isLoaded>[2];

/** Synced lyrics: the line that is sung stands out, and each line is a button that seeks to it. */
export function SyncedLines({ detail: { song, lyrics_synced } }: { detail: SongDetail }) {
  const preview = useContext(PreviewPlaybackContext);
  const lines = useMemo(() => parseLyrics(lyrics_synced ?? "").lines, [lyrics_synced]);
  const current = useCurrentLine(lines, song, preview);
  const list = useRef<HTMLOListElement>(null);
  const follow = useFollowing(list, current);
  const seek = useCallback(
    (time: number) => {
      playFrom(song, preview, time);
      follow();
    },
    [song, preview, follow],
  );
  return (
    <ol ref={list} className={current < 0 ? "lyr-lines" : "lyr-lines on"}>
      {lines.map((line, at) => {
        const key = `${at}`;
        return (
          <Line
            key={key}
            line={line}
            isCurrent={at === current}
            onSeek={song.audio_uri === null ? null : seek}
          />
        );
      })}
    </ol>
  );
}

type LineProps = { line: LyricLine; isCurrent: boolean; onSeek: ((time: number) => void) | null };

const Line = memo(function Line({ line: { time, text }, isCurrent, onSeek }: LineProps) {
  return (
    <li>
      {time === null || text === "" || onSeek === null ? (
        text
      ) : (
        <button type="button" aria-current={isCurrent || undefined} onClick={() => onSeek(time)}>
          {text}
        </button>
      )}
    </li>
  );
});

/** Returns the line that is sung, read from the audio element in each frame; -1 for none. Hidden pages have no frames. */
function useCurrentLine(lines: readonly LyricLine[], song: Song, preview: Preview): number {
  const [current, setCurrent] = useState(-1);
  const isHere = usePlayerPart((player) => isLoaded(player, song, preview));
  const isMoving = usePlayerPart((player) => player.playing) && isHere;
  const restingAt = usePlayerPart((player) => (player.playing ? 0 : player.position));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position of a paused song is read again after every change
  useEffect(() => {
    const update = () => setCurrent(isHere ? findCurrentLine(lines, positionOf(getAudioElement())) : -1);
    update();
    if (!isMoving) return;
    let frame = requestAnimationFrame(function move() {
      update();
      frame = requestAnimationFrame(move);
    });
    return () => cancelAnimationFrame(frame);
  }, [lines, isHere, isMoving, restingAt]);
  return current;
}

/** Milliseconds. Rounded, because after a seek the element may be a fraction before the time that was set. */
function positionOf({ currentTime }: HTMLAudioElement): number {
  return Math.round(currentTime * 1000);
}

function playFrom(song: Song, preview: Preview, time: number): void {
  const isHere = isLoaded(getPlayer(), song, preview);
  if (!isHere) playerActions.chooseSong(song, { by: "reader", quiet: preview });
  const audio = getAudioElement();
  audio.currentTime = time / 1000;
  if (isHere && audio.paused) playerActions.togglePlayback();
}

/** Events of readers who look at other lines. Scrolling by the program causes none of these. */
const READER_MOVES = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/**
 * Keeps the current line in the middle of the scrollable box around the list. Stops once the reader scrolls or moves
 * the focus there; choosing a line or pressing Play again resumes it, by the returned function.
 */
function useFollowing(list: RefObject<HTMLOListElement | null>, current: number): () => void {
  const isFollowing = useRef(true);
  const isPlaying = usePlayerPart((player) => player.playing);
  const follow = useCallback(() => {
    isFollowing.current = true;
  }, []);
  useEffect(() => {
    if (isPlaying) follow();
  }, [isPlaying, follow]);
  useEffect(() => {
    const box = list.current?.parentElement;
    if (box == null) return;
    const listening = new AbortController();
    const release = () => {
      isFollowing.current = false;
    };
    for (const move of READER_MOVES)
      box.addEventListener(move, release, { passive: true, signal: listening.signal });
    return () => listening.abort();
  }, [list]);
  useEffect(() => {
    const box = list.current?.parentElement;
    const line = list.current?.children[current];
    if (box == null || !(line instanceof HTMLElement) || !isFollowing.current) return;
    const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
    box.scrollTo({
      top: line.offsetTop - (box.clientHeight - line.offsetHeight) / 2,
      behavior: reduced ? "instant" : "smooth",
    });
  }, [list, current]);
  return follow;
}
