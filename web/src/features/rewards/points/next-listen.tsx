import type { PointBalance } from "@wrapsody/shared/points.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { untilParts } from "./until.ts";

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

function useCurrentTime(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), pace);
    return () => clearInterval(timer);
  }, []);
  return now;
}
