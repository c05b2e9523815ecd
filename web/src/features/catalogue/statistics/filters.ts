import { statisticsDays } from "@wrapsody/shared/statistics.ts";
import { paths } from "../../../paths.ts";

/** Filters of the statistics: a number of days, and all wraps, the wraps of an artist or one wrap. */
export type StatisticsFilters = { days: (typeof statisticsDays)[number]; artist?: number; song?: string };

const DEFAULT_DAYS = 28;

/** Parses the query string. Ignores unknown values. */
export function parseFilters(query: URLSearchParams): StatisticsFilters {
  const days = statisticsDays.find((offered) => String(offered) === query.get("days")) ?? DEFAULT_DAYS;
  const song = query.get("song") ?? "";
  const artist = Number(query.get("artist") ?? Number.NaN);
  if (song !== "" && song.length <= 120) return { days, song };
  return Number.isInteger(artist) && artist > 0 ? { days, artist } : { days };
}

export function statisticsPath({ days, ...chosen }: StatisticsFilters): string {
  return paths.statistics({ ...(days === DEFAULT_DAYS ? {} : { days: String(days) }), ...chosen });
}
