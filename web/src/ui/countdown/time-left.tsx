import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { splitTimeLeft } from "../format/release-time.ts";

const units = ["days", "hours", "minutes", "seconds"] as const;

/** The time until an instant, in milliseconds of the epoch. `now` is undefined while it is not known. */
export function TimeLeft({ until, now }: { until: number; now: number | undefined }) {
  const { t } = useTranslation();
  const left = now === undefined ? undefined : splitTimeLeft(until, now);
  return (
    <div role="timer" aria-label={t("countdown.left")}>
      <dl className="time-left">
        {units.map((unit) => (
          <div key={unit}>
            <dt className="small">{t(`countdown.${unit}`)}</dt>
            <dd className="num">{left === undefined ? "––" : String(left[unit]).padStart(2, "0")}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Returns the time at every full second before an instant, and once after it; undefined on the server and during hydration. */
export function useSeconds(until: number): number | undefined {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const time = Date.now();
      setNow(time);
      const left = until - time;
      if (left > 0) timer = setTimeout(tick, left % 1000 || 1000);
    };
    tick();
    return () => clearTimeout(timer);
  }, [until]);
  return now;
}
