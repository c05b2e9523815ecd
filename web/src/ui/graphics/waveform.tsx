import { type CSSProperties, useMemo } from "react";

const step = 3;
const bar = 2;
const MAX_BARS = 260;

/**
 * The loudness of a track with its played share. It shows progress and has no seek. `peaks` are 0 to 255; `played` is 0
 * to 1. Without `played` the share comes from `--played` of an ancestor, which can change without rendering.
 */
export function Waveform({
  peaks,
  played,
  className,
}: {
  peaks: number[];
  played?: number;
  className?: string;
}) {
  const { path, width } = useMemo(() => drawBars(peaks), [peaks]);
  const style = played === undefined ? {} : ({ "--played": played } as CSSProperties);
  return (
    <svg
      className={`wave${className === undefined ? "" : ` ${className}`}`}
      viewBox={`0 0 ${width} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
      style={style}
    >
      <path className="wave-rest" d={path} />
      <path className="wave-played" d={path} />
    </svg>
  );
}

function drawBars(peaks: number[]): { path: string; width: number } {
  // Every page has a player, so silence is one line instead of 260 bars.
  if (peaks.length === 0) return { path: "M0 48.5h100v3h-100z", width: 100 };
  const loud = reducePeaks(peaks);
  const bars = loud.map((peak, at) => {
    const height = Math.max(3, Math.round((Math.min(255, peak) / 255) * 96));
    return `M${at * step} ${(100 - height) / 2}h${bar}v${height}h-${bar}z`;
  });
  return { path: bars.join(""), width: loud.length * step - (step - bar) };
}

/** Reduces the peaks to distinguishable bars, each the maximum of its range. */
function reducePeaks(peaks: number[]): number[] {
  if (peaks.length <= MAX_BARS) return peaks;
  return Array.from({ length: MAX_BARS }, (_, at) => {
    const from = Math.floor((at * peaks.length) / MAX_BARS);
    const to = Math.floor(((at + 1) * peaks.length) / MAX_BARS);
    return Math.max(...peaks.slice(from, to));
  });
}
