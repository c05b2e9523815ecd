import type { Song, SongDetail } from "@wrapsody/shared/catalogue/catalogue.ts";
import {
  type CurrentLines,
  findCurrentLines,
  findLeadingLine,
  type LyricLine,
  NO_LINES,
  parseLyrics,
} from "@wrapsody/shared/catalogue/lrc.ts";
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

/** Synced lyrics: the lines that are sung stand out, and each line is a button that seeks to it. */
export function SyncedLines({ detail: { song, lyrics_synced } }: { detail: SongDetail }) {
  const preview = useContext(PreviewPlaybackContext);
  const lines = useMemo(() => parseLyrics(lyrics_synced ?? "").lines, [lyrics_synced]);
  const current = useCurrentLines(lines, song, preview);
  // A screen reader knows one current line.
  const leading = findLeadingLine(lines, current);
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
    <ol ref={list} className={current.first < 0 ? "lyr-lines" : "lyr-lines on"}>
      {lines.map((line, at) => {
        const key = `${at}`;
        return (
          <Line
            key={key}
            line={line}
            isSung={at >= current.first && at <= current.last}
            isCurrent={at === leading}
            onSeek={song.audio_uri === null ? null : seek}
          />
        );
      })}
    </ol>
  );
}

type LineProps = {
  line: LyricLine;
  isSung: boolean;
  isCurrent: boolean;
  onSeek: ((time: number) => void) | null;
};

const Line = memo(function Line({ line: { time, text }, isSung, isCurrent, onSeek }: LineProps) {
  return (
    <li className={isSung ? "sung" : undefined}>
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

/** Returns the lines that are sung, read from the audio element in each frame. Hidden pages have no frames. */
function useCurrentLines(lines: readonly LyricLine[], song: Song, preview: Preview): CurrentLines {
  const [current, setCurrent] = useState(NO_LINES);
  const isHere = usePlayerPart((player) => isLoaded(player, song, preview));
  const isMoving = usePlayerPart((player) => player.playing) && isHere;
  const restingAt = usePlayerPart((player) => (player.playing ? 0 : player.position));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position of a paused song is read again after every change
  useEffect(() => {
    const update = () => {
      const sung = isHere ? findCurrentLines(lines, positionOf(getAudioElement())) : NO_LINES;
      setCurrent((before) => (before.first === sung.first && before.last === sung.last ? before : sung));
    };
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
 * Keeps the current lines in the middle of the scrollable box around the list, and their beginning in view if there are more of them than
 * fit. Stops once the reader scrolls or moves the focus there; choosing a line or pressing Play again resumes it, by the returned function.
 */
function useFollowing(list: RefObject<HTMLOListElement | null>, { first, last }: CurrentLines): () => void {
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
    const [start, end] = [list.current?.children[first], list.current?.children[last]];
    if (box == null || !(start instanceof HTMLElement) || !(end instanceof HTMLElement)) return;
    if (!isFollowing.current) return;
    const height = end.offsetTop + end.offsetHeight - start.offsetTop;
    const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
    box.scrollTo({
      top: start.offsetTop - Math.max(0, box.clientHeight - height) / 2,
      behavior: reduced ? "instant" : "smooth",
    });
  }, [list, first, last]);
  return follow;
}
