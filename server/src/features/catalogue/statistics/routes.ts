import { getMyStatistics } from "@wrapsody/shared/statistics.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { showOwnStatistics } from "./statistics.ts";

/** What a publisher learns of how their wraps are heard. */
export function statisticsRoutes(context: Context): Route[] {
  return [
    route(getMyStatistics, ({ query: { days, song, artist }, session: { accountId } }) =>
      showOwnStatistics(context, { accountId, artist, song }, Number(days)),
    ),
  ];
}
