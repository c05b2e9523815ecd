import type { PointBalance } from "@wrapsody/shared/rewards/points.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSongBalance } from "./own-balance.ts";
import "./next-listen.css";

type Props = { balance: Pick<PointBalance, "next_award_at" | "is_own"> };

/**
 * The time until the next listen earns points, updated without announcing every step. On the user's own wrap: that no
 * listen does.
 */
export function NextListen({ balance: { next_award_at, is_own } }: Props) {
  const { t } = useTranslation();
  if (is_own) return <p className="small dim">{t("points.own")}</p>;
  // The key resets the clock, because a time just learned must not be compared with an older clock reading.
  return <Until key={next_award_at} at={next_award_at} />;
}

function Until({ at }: { at: string | null }) {
  const { t } = useTranslation();
  const left = untilParts(at, useCurrentTime());
  if (left === undefined) return <p className="state on small">{t("points.countsNow")}</p>;
  const { hours, minutes } = left;
  return (
    <p className="state wait small">
      {t("points.countsIn", {
        time: hours > 0 ? t("points.hours", { count: hours }) : t("points.minutes", { count: minutes }),
      })}
    </p>
  );
}

/** Interval of clock updates, in milliseconds. */
const pace = 20_000;

/** Returns the current time, in milliseconds, updated often enough for waits in minutes. */
export function useCurrentTime(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), pace);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const minute = 60_000;

/**
 * Returns the time from `now` (milliseconds) to a moment: whole hours from one hour on, else minutes, both rounded up
 * so that nothing is promised too early. Undefined once the moment has passed.
 */
export function untilParts(at: string | null, now: number): { hours: number; minutes: number } | undefined {
  const left = at === null ? 0 : Date.parse(at) - now;
  if (!(left > 0)) return undefined;
  const minutes = Math.ceil(left / minute);
  return minutes <= 60 ? { hours: 0, minutes } : { hours: Math.ceil(minutes / 60), minutes: 0 };
}

/** The time of the next listen that earns points for a wrap. Empty if the wrap is not public. */
export function NextListenOf({ songId }: { songId: number }) {
  const { balance } = useSongBalance(songId);
  if (balance === undefined) return null;
  return (
    <div className="next-listen">
      <NextListen balance={balance} />
    </div>
  );
}
