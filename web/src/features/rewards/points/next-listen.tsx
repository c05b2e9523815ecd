import type { PointBalance } from "@wrapsody/shared/points.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { untilParts } from "./until.ts";

type Props = { balance: Pick<PointBalance, "next_award_at" | "is_own"> };

/**
 * When the next listen of a wrap counts, in words that follow the clock without being read out at every step; of the reader's own wrap
 * that none does.
 */
export function NextListen({ balance: { next_award_at, is_own } }: Props) {
  const { t } = useTranslation();
  if (is_own) return <p className="small dim">{t("points.own")}</p>;
  // A moment that was just learned of is not reckoned from a look at the clock before it.
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

/** How often the clock is looked at, in milliseconds. */
const pace = 20_000;

function useCurrentTime(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), pace);
    return () => clearInterval(timer);
  }, []);
  return now;
}
