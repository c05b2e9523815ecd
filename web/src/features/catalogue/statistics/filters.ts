import { statisticsDays } from "@wrapsody/shared/studio/statistics.ts";
import { idParam, parseFilters } from "../../../lib/pages/list-params.ts";
import { paths } from "../../../paths.ts";

/** Filters of the statistics: a number of days, and all wraps, the wraps of an artist or one wrap. */
export type StatisticsFilters = { days: (typeof statisticsDays)[number]; artist?: number; song?: string };

const DEFAULT_DAYS = 28;

const params = {
  days: { parse: (text: string) => statisticsDays.find((days) => String(days) === text) },
  song: { parse: (text: string) => (text === "" || text.length > 120 ? undefined : text) },
  artist: idParam("artist"),
};

/** Parses the query string. Ignores unknown values. One wrap takes precedence over an artist. */
export function parseStatisticsFilters(query: URLSearchParams): StatisticsFilters {
  const { days = DEFAULT_DAYS, song, artist } = parseFilters(query, params);
  if (song !== undefined) return { days, song };
  return artist === undefined ? { days } : { days, artist };
}

export function statisticsPath({ days, ...chosen }: StatisticsFilters): string {
  return paths.statistics({ ...(days === DEFAULT_DAYS ? {} : { days: String(days) }), ...chosen });
}
