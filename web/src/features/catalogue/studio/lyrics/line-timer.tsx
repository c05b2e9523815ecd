import { type LyricLine, parseLyrics } from "@wrapsody/shared/catalogue/lrc.ts";
import type { OwnSong } from "@wrapsody/shared/studio/studio.ts";
import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import { memo, useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../../../paths.ts";
import { getAudioElement, isLoaded, playerActions, usePlayerPart } from "../../../../shell/player/player.ts";
import { DisclosureButton } from "../../../../ui/layout/disclosure.tsx";
import { findNextLine, formatTime, removeAllTimes, removeLastTime, setLineTime } from "./line-times.ts";

type LineTimerProps = {
  song: OwnSong;
  peaks: number[];
  text: string;
  onText: (text: string) => void;
};

/** Sets the times of lines while the recording plays. The text is the only state. */
export function LineTimer(props: LineTimerProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <div className="row">
        <DisclosureButton
          id={id}
          open={open}
          label={t(open ? "lyrics.tap.close" : "lyrics.tap.open")}
          onToggle={setOpen}
        />
      </div>
      <div id={id} hidden={!open}>
        {open ? <Timer {...props} /> : null}
      </div>
    </>
  );
}

/** Milliseconds of one correction. */
const CORRECTION_MS = 100;

function Timer({ song, peaks, text, onText }: LineTimerProps) {
  const { t } = useTranslation();
  const { lines } = useMemo(() => parseLyrics(text), [text]);
  const [announcement, setAnnouncement] = useState("");
  const recording = useRecording(song, peaks);
  const next = findNextLine(lines);
  const mark = () => {
    const line = lines[next];
    if (line === undefined || !recording.isReady) return;
    const time = recording.position();
    onText(setLineTime(text, next, time));
    setAnnouncement(t("lyrics.tap.marked", { time: formatTime(time), text: line.text }));
  };
  const latest = useRef({ text, onText });
  useEffect(() => {
    latest.current = { text, onText };
  });
  const set = useCallback((at: number, time: number) => {
    latest.current.onText(setLineTime(latest.current.text, at, time));
  }, []);
  const { playFrom } = recording;
  return (
    <div className="lyrics-timer">
      <p className="small dim">{t("lyrics.tap.hint")}</p>
      <p className="b lyrics-next" role="status">
        {next < 0 ? t("lyrics.tap.done") : t("lyrics.tap.next", { text: lines[next]?.text })}
      </p>
      <div className="row">
        <button type="button" className="btn" onClick={recording.toggle}>
          {t(recording.isPlaying ? "lyrics.tap.pause" : "lyrics.tap.play")}
        </button>
        <button
          type="button"
          className="btn go"
          aria-disabled={next < 0 || !recording.isReady || undefined}
          onClick={mark}
        >
          {t("lyrics.tap.mark")}
        </button>
        <button type="button" className="btn s" onClick={() => onText(removeLastTime(text))}>
          {t("lyrics.tap.undo")}
        </button>
        <button type="button" className="btn s" onClick={() => onText(removeAllTimes(text))}>
          {t("lyrics.tap.clear")}
        </button>
      </div>
      <p className="vh" role="status">
        {announcement}
      </p>
      <ol className="lyrics-times" aria-label={t("lyrics.tap.lines")}>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a refrain repeats word for word
          <TimedLine key={at} at={at} line={line} isNext={at === next} onTime={set} onPlay={playFrom} />
        ))}
      </ol>
    </div>
  );
}

type TimedLineProps = {
  at: number;
  line: LyricLine;
  isNext: boolean;
  onTime: (at: number, time: number) => void;
  onPlay: (time: number) => void;
};

const TimedLine = memo(function TimedLine({
  at,
  line: { time, text },
  isNext,
  onTime,
  onPlay,
}: TimedLineProps) {
  const { t } = useTranslation();
  if (text === "") return null;
  return (
    <li aria-current={isNext || undefined}>
      {time === null ? (
        <span />
      ) : (
        <span className="lyrics-time">
          <button
            type="button"
            className="sq"
            aria-label={t("lyrics.tap.earlier", { text })}
            onClick={() => onTime(at, time - CORRECTION_MS)}
          >
            <Minus className="i" aria-hidden="true" />
          </button>
          <button
            type="button"
            className="code-l u"
            aria-label={`${formatTime(time)} ${t("lyrics.tap.from", { text })}`}
            onClick={() => onPlay(time)}
          >
            {formatTime(time)}
          </button>
          <button
            type="button"
            className="sq"
            aria-label={t("lyrics.tap.later", { text })}
            onClick={() => onTime(at, time + CORRECTION_MS)}
          >
            <Plus className="i" aria-hidden="true" />
          </button>
        </span>
      )}
      <span>{text}</span>
    </li>
  );
});

/** Controls the recording of a wrap as a preview, which counts no plays. */
function useRecording(song: OwnSong, peaks: number[]) {
  const preview = useMemo(() => ({ peaks, page: paths.manage(song.id) }), [peaks, song.id]);
  const isReady = usePlayerPart((player) => isLoaded(player, song, preview));
  const isPlaying = usePlayerPart((player) => player.playing) && isReady;
  const toggle = useCallback(
    () => playerActions.chooseSong(song, { by: "reader", quiet: preview }),
    [song, preview],
  );
  const playFrom = useCallback(
    (time: number) => {
      if (!isReady) toggle();
      const audio = getAudioElement();
      audio.currentTime = time / 1000;
      if (isReady && audio.paused) toggle();
    },
    [isReady, toggle],
  );
  const position = () => Math.round(getAudioElement().currentTime * 1000);
  return { isReady, isPlaying, toggle, playFrom, position };
}
