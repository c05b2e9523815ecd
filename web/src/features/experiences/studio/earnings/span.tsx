import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { parseFilters } from "../../../../lib/pages/list-params.ts";
import { paths } from "../../../../paths.ts";
import { Segments } from "../../../../ui/forms/segments.tsx";

/**
 * A range of months, both inclusive, as 2026-11. `years` counts back from now, 1 is the last twelve months; `year` is a calendar year
 * instead.
 */
export type Span = { years: number; year: number | undefined; from: string; to: string };

const offered = [1, 2, 5] as const;
/** Calendar years that are offered, from the current one back. */
const CALENDAR_YEARS = 2;

export const spanParams = {
  years: { parse: (text: string) => offered.find((years) => String(years) === text) },
  year: { parse: (text: string) => (/^20\d\d$/.test(text) ? Number(text) : undefined) },
};

/** Parses the range from the URL. Anything invalid is the last twelve months. */
export function spanBy(query: URLSearchParams, now: Date): Span {
  const { years = 1, year } = parseFilters(query, spanParams);
  const last = now.getUTCFullYear() * 12 + now.getUTCMonth();
  if (year === undefined) return { years, year, from: monthText(last - years * 12 + 1), to: monthText(last) };
  const december = year * 12 + 11;
  return {
    years,
    year,
    from: monthText(year * 12),
    to: monthText(Math.min(december, Math.max(last, year * 12))),
  };
}

const monthText = (month: number) => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;

/** Lists the months of a range in order. */
export function monthsOf({ from, to }: Pick<Span, "from" | "to">): string[] {
  const [first, last] = [from, to].map((month) => {
    const [year = 0, number = 1] = month.split("-").map(Number);
    return year * 12 + number - 1;
  });
  if (first === undefined || last === undefined) return [];
  return Array.from({ length: last - first + 1 }, (_, place) => monthText(first + place));
}

/** View of the page: income of the reader's experiences, where that money is, or the splits that name the reader as an owner. */
export const earningsViews = ["experiences", "payouts", "splits"] as const;
export type EarningsView = (typeof earningsViews)[number];

type Period = Pick<Span, "years" | "year">;

/** Returns the address of a view, range and page; the defaults are omitted. */
export function earningsPath(view: EarningsView, { years, year }: Period, page = 1): string {
  return paths.earnings({
    ...(view === "experiences" ? {} : { view }),
    ...(year !== undefined ? { year } : years === 1 ? {} : { years }),
    ...(page === 1 ? {} : { page }),
  });
}

/** Selects the range. The selection is part of the URL. */
export function SpanChoice({ span, view, now }: { span: Span; view: EarningsView; now: Date }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const current = now.getUTCFullYear();
  const periods: (Period & { text: string })[] = [
    ...offered.map((years) => ({ years, year: undefined, text: t("earnings.years", { count: years }) })),
    ...Array.from({ length: CALENDAR_YEARS }, (_, ago) => current - ago).map((year) => ({
      years: 1,
      year,
      text: String(year),
    })),
  ];
  return (
    <Segments
      label={t("earnings.time")}
      name="span"
      options={periods.map((period) => ({ value: keyOf(period), text: period.text }))}
      value={keyOf(span)}
      onChoose={(value) => {
        const period = periods.find((each) => keyOf(each) === value);
        if (period === undefined) return;
        void navigate(earningsPath(view, period), { replace: true, preventScrollReset: true });
      }}
    />
  );
}

const keyOf = ({ years, year }: Period) => `${year ?? years}`;
