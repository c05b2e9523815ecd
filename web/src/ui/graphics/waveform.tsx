import { type CSSProperties, useMemo } from "react";

const step = 3;
const bar = 2;
const mostBars = 260;

/**
 * The loudness of a track, and how much of it was played. It shows progress and cannot be sought in.
 * `peaks` are 0 to 255; `played` is 0 to 1. Without `played` the share is taken from `--played` of an ancestor, so that
 * it can move without rendering.
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
  const loud = peaks.length > 0 ? thin(peaks) : new Array<number>(mostBars).fill(0);
  const bars = loud.map((peak, at) => {
    const height = Math.max(3, Math.round((Math.min(255, peak) / 255) * 96));
    return `M${at * step} ${(100 - height) / 2}h${bar}v${height}h-${bar}z`;
  });
  return { path: bars.join(""), width: loud.length * step - (step - bar) };
}

/** Reduces the peaks to distinguishable bars, each the maximum of its range. */
function thin(peaks: number[]): number[] {
  if (peaks.length <= mostBars) return peaks;
  return Array.from({ length: mostBars }, (_, at) => {
    const from = Math.floor((at * peaks.length) / mostBars);
    const to = Math.floor(((at + 1) * peaks.length) / mostBars);
    return Math.max(...peaks.slice(from, to));
  });
}
