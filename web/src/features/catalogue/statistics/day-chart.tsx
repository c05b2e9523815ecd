import type { Statistics } from "@wrapsody/shared/statistics.ts";
import { type PointerEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../ui/format/format.ts";
import { dayText, weekdayText } from "./day-text.ts";
import { type Measure, scaleTop } from "./measures.ts";

type Days = Statistics["days"];
type ChartProps = { days: Days; measure: Measure };

/** Omits gaps between bars from this number of days on, because they would be narrower than a pixel. */
const MANY_DAYS = 120;

/**
 * Bar chart of days. The bar of today is outlined, because the day is not over. A pointer, a touch or the arrow keys
 * select a day; without a selection the chart shows the best one. Uses ink only, so that it can be printed.
 */
export function DayChart({ days, measure }: ChartProps) {
  const { i18n } = useTranslation();
  const [chosen, setChosen] = useState<number>();
  const counts = days.map((each) => each[measure]);
  const top = scaleTop(Math.max(0, ...counts));
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  // A new range may be shorter than the one with the selected day.
  const at = chosen === undefined || chosen >= days.length ? undefined : chosen;
  const point = (event: PointerEvent<Element>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const place = Math.floor(((event.clientX - left) / width) * days.length);
    setChosen(Math.min(days.length - 1, Math.max(0, place)));
  };
  return (
    <figure className="day-chart">
      <DayReadout days={days} measure={measure} at={at} />
      <div className="plot">
        <Scale top={top} />
        <svg
          viewBox={`0 0 ${days.length} 1`}
          preserveAspectRatio="none"
          aria-hidden="true"
          onPointerDown={point}
          onPointerMove={point}
          onPointerLeave={({ pointerType }) => pointerType === "mouse" && setChosen(undefined)}
        >
          {at !== undefined && <rect className="chosen" x={at} y={0} width={1} height={1} />}
          <path className="over" d={barsOf(counts.slice(0, -1), top)} />
          <path className="open" d={barsOf(counts.slice(-1), top, counts.length - 1)} />
        </svg>
        <DaySlider days={days} measure={measure} at={at} onChoice={setChosen} />
      </div>
      <div className="dates code dim" aria-hidden="true">
        <span>{dayText(first.day, i18n.language)}</span>
        <span>{dayText(days[Math.floor(days.length / 2)]?.day ?? "", i18n.language)}</span>
        <span>{dayText(last.day, i18n.language)}</span>
      </div>
      <TodayKey />
    </figure>
  );
}

/** Builds one path for all bars, starting at bar `place`. Each bar is one unit wide and at most one unit high. */
function barsOf(counts: readonly number[], top: number, place = 0): string {
  const inset = counts.length + place > MANY_DAYS ? 0 : 0.12;
  return counts
    .map((count, index) => {
      if (count === 0) return "";
      const left = place + index + inset;
      return `M${left} 1V${1 - count / top}H${left + 1 - 2 * inset}V1Z`;
    })
    .join("");
}

function Scale({ top }: { top: number }) {
  const { i18n } = useTranslation();
  const marks = top === 1 ? [1, 0] : [top, top / 2, 0];
  return (
    <ol className="scale code dim" aria-hidden="true">
      {marks.map((mark) => (
        <li key={mark}>
          <span>{formatCount(mark, i18n.language)}</span>
        </li>
      ))}
    </ol>
  );
}

/** Shows the selected day, else the best. */
function DayReadout({ days, measure, at }: ChartProps & { at: number | undefined }) {
  const { t, i18n } = useTranslation();
  const best = days.reduce((max, each) => (each[measure] > max[measure] ? each : max));
  const day = at === undefined ? best : (days[at] ?? best);
  if (at === undefined && best[measure] === 0)
    return <p className="stat-summary small">{t("statistics.noneByDay")}</p>;
  return (
    <p className="stat-summary small">
      <span className="dim">{t(at === undefined ? "statistics.best" : "statistics.onDay")}</span>{" "}
      {weekdayText(day.day, i18n.language)} <b className="num">{formatCount(day[measure], i18n.language)}</b>
    </p>
  );
}

type SliderProps = ChartProps & { at: number | undefined; onChoice: (place: number | undefined) => void };

/** Invisible range input over the chart, for the keyboard and for screen readers. */
function DaySlider({ days, measure, at, onChoice }: SliderProps) {
  const { t, i18n } = useTranslation();
  const place = at ?? days.length - 1;
  const day = days[place];
  const text = day && `${weekdayText(day.day, i18n.language)}: ${formatCount(day[measure], i18n.language)}`;
  return (
    <input
      type="range"
      aria-label={t("statistics.byDay", { measure: t(`statistics.${measure}`) })}
      aria-valuetext={text}
      min={0}
      max={days.length - 1}
      value={place}
      onChange={(event) => onChoice(Number(event.target.value))}
      onFocus={() => onChoice(place)}
      onBlur={() => onChoice(undefined)}
    />
  );
}

function TodayKey() {
  const { t } = useTranslation();
  return (
    <figcaption className="meta dim">
      <span className="state">{t("statistics.todayOpen")}</span>
    </figcaption>
  );
}
