import { type PointerEvent, useState } from "react";
import { scaleOf } from "./scale.ts";
import "./charts.css";

/** `label` names the bar where it is read out, `short` below the chart. */
export type Bar = { key: string; label: string; short: string; value: number };

type BarChartProps = {
  bars: readonly Bar[];
  /** Description of the chart for screen readers. */
  label: string;
  /** Says before the readout whether its bar is the highest one or selected; `none`: every bar is 0. */
  readout: { highest: string; selected: string; none: string };
  format: (value: number) => string;
  /** Formats the numbers of the scale, which are round. */
  formatScale?: (value: number) => string;
  /** The last bar is outlined, because its time is not over. This text says so. */
  open?: string | undefined;
};

/** Omits gaps between bars from this number on, because they would be narrower than a pixel. */
const MANY_BARS = 120;

/**
 * Bar chart. A pointer, a touch or the arrow keys select a bar; without a selection the chart shows the highest one. Uses ink only, so
 * that it can be printed. Bars below 0 hang from the line of 0. Offer the same numbers as a table beside it.
 */
export function BarChart({ bars, open, formatScale, ...chart }: BarChartProps) {
  const [chosen, setChosen] = useState<number>();
  const values = bars.map(({ value }) => value);
  const scale = scaleOf(values);
  const [first, middle, last] = [bars[0], bars[Math.floor(bars.length / 2)], bars.at(-1)];
  if (first === undefined || middle === undefined || last === undefined) return null;
  // A new range may be shorter than the one with the selected bar.
  const at = chosen === undefined || chosen >= bars.length ? undefined : chosen;
  const point = (event: PointerEvent<Element>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const place = Math.floor(((event.clientX - left) / width) * bars.length);
    setChosen(Math.min(bars.length - 1, Math.max(0, place)));
  };
  const closed = open === undefined ? values.length : values.length - 1;
  return (
    <figure className="bar-chart">
      <Readout bars={bars} at={at} {...chart} />
      <div className="plot">
        <Marks scale={scale} format={formatScale ?? chart.format} />
        <svg
          viewBox={`0 0 ${bars.length} 1`}
          preserveAspectRatio="none"
          aria-hidden="true"
          onPointerDown={point}
          onPointerMove={point}
          onPointerLeave={({ pointerType }) => pointerType === "mouse" && setChosen(undefined)}
        >
          {at !== undefined && <rect className="chosen" x={at} y={0} width={1} height={1} />}
          <path className="over" d={barsOf(values.slice(0, closed), scale, { place: 0, of: bars.length })} />
          <path
            className="open"
            d={barsOf(values.slice(closed), scale, { place: closed, of: bars.length })}
          />
        </svg>
        <Slider bars={bars} at={at} onChoice={setChosen} {...chart} />
      </div>
      <div className="ends code dim" aria-hidden="true">
        <span>{first.short}</span>
        {bars.length > 2 && <span>{middle.short}</span>}
        {bars.length > 1 && <span>{last.short}</span>}
      </div>
      {open !== undefined && (
        <figcaption className="meta dim">
          <span className="state">{open}</span>
        </figcaption>
      )}
    </figure>
  );
}

type Scale = ReturnType<typeof scaleOf>;

/** Builds one path for bars from bar `place` of `of` on. Each is one unit wide; the whole scale is one unit high. */
function barsOf(
  values: readonly number[],
  scale: Scale,
  { place, of }: { place: number; of: number },
): string {
  const inset = of > MANY_BARS ? 0 : 0.12;
  return values
    .map((value, index) => {
      if (value === 0) return "";
      const left = place + index + inset;
      return `M${left} ${scale.y(0)}V${scale.y(value)}H${left + 1 - 2 * inset}V${scale.y(0)}Z`;
    })
    .join("");
}

function Marks({ scale, format }: { scale: Scale; format: (value: number) => string }) {
  return (
    <ol className="scale code dim" aria-hidden="true">
      {scale.marks.map((mark) => (
        <li key={mark} className={mark === 0 ? "zero" : undefined} style={{ top: `${scale.y(mark) * 100}%` }}>
          <span>{format(mark)}</span>
        </li>
      ))}
    </ol>
  );
}

type PartProps = Pick<BarChartProps, "bars" | "label" | "readout" | "format"> & { at: number | undefined };

/** Shows the selected bar, else the highest. */
function Readout({ bars, readout, format, at }: PartProps) {
  const highest = bars.reduce((max, each) => (each.value > max.value ? each : max));
  const bar = at === undefined ? highest : (bars[at] ?? highest);
  if (at === undefined && bars.every(({ value }) => value === 0))
    return <p className="bar-readout small">{readout.none}</p>;
  return (
    <p className="bar-readout small">
      <span className="dim">{at === undefined ? readout.highest : readout.selected}</span> {bar.label}{" "}
      <b className="num">{format(bar.value)}</b>
    </p>
  );
}

type SliderProps = PartProps & { onChoice: (place: number | undefined) => void };

/** Invisible range input over the chart, for the keyboard and for screen readers. */
function Slider({ bars, label, format, at, onChoice }: SliderProps) {
  const place = at ?? bars.length - 1;
  const bar = bars[place];
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={bar && `${bar.label}: ${format(bar.value)}`}
      min={0}
      max={bars.length - 1}
      value={place}
      onChange={(event) => onChoice(Number(event.target.value))}
      onFocus={() => onChoice(place)}
      onBlur={() => onChoice(undefined)}
    />
  );
}
