import { getMyStatistics } from "@wrapsody/shared/studio/statistics.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { showOwnStatistics } from "./statistics.ts";

/** Returns the routes of publisher statistics. */
export function statisticsRoutes(context: Context): Route[] {
  return [
    route(getMyStatistics, ({ query: { days, song, artist }, session: { accountId } }) =>
      showOwnStatistics(context, { accountId, artist, song }, Number(days)),
    ),
  ];
}
