import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { parseFilters } from "../../../../lib/pages/list-params.ts";
import { paths } from "../../../../paths.ts";

/** A range of months, both inclusive, as 2026-11. `years` counts back from now; 1 is the last twelve months. */
export type Span = { years: number; from: string; to: string };

const offered = [1, 2, 5] as const;
const params = { years: { parse: (text: string) => offered.find((years) => String(years) === text) } };

/** Parses the range from the URL. Anything invalid is the last twelve months. */
export function spanBy(query: URLSearchParams, now: Date): Span {
  const { years = 1 } = parseFilters(query, params);
  const last = now.getUTCFullYear() * 12 + now.getUTCMonth();
  return { years, from: monthText(last - years * 12 + 1), to: monthText(last) };
}

const monthText = (month: number) => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;

/** What the page shows: the income of the reader's experiences, or the splits that name the reader as an owner. */
export type EarningsView = "experiences" | "splits";

/** Returns the address of a view and range; the defaults are omitted. */
export function earningsPath(view: EarningsView, years: number): string {
  const path = paths.earnings(years === 1 ? {} : { years });
  return view === "experiences" ? path : `${path}${path.includes("?") ? "&" : "?"}view=${view}`;
}

export function SpanChoice({ span, view }: { span: Span; view: EarningsView }) {
  const { t } = useTranslation();
  return (
    <nav className="earn-span" aria-label={t("earnings.time")}>
      {offered.map((years) => (
        <Link
          key={years}
          className="u small"
          to={earningsPath(view, years)}
          aria-current={years === span.years ? "true" : undefined}
          replace
          preventScrollReset
        >
          {t("earnings.years", { count: years })}
        </Link>
      ))}
    </nav>
  );
}
