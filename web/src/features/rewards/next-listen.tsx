import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { untilParts } from "./until.ts";

/** When the next listen of a wrap counts, in words that follow the clock without being read out at every step. */
export function NextListen({ at }: { at: string | null }) {
  const { t } = useTranslation();
  const left = untilParts(at, useNow());
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

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), pace);
    return () => clearInterval(timer);
  }, []);
  return now;
}
