import { getMyBalances, getMyPointEntries } from "@wrapsody/shared/points.ts";
import { deleteReward, getLevels, postReward } from "@wrapsody/shared/reward-levels.ts";
import { getMyPoints } from "@wrapsody/shared/rewards.ts";
import { type Route, route } from "../../platform/api/routing.ts";
import type { Context } from "../../platform/context.ts";
import { claimRoutes } from "./claims/routes.ts";
import { holdRoutes } from "./holds/routes.ts";
import { addLevel, listLevelAvailability, removeLevel } from "./levels/levels.ts";
import type { RewardNeeds } from "./needs.ts";
import { getPoints } from "./points/award-points.ts";
import { listPointBalances, listPointHistory } from "./points/point-history.ts";
import type { DownloadNeeds } from "./wrapped/needs.ts";
import { downloadRoutes } from "./wrapped/routes.ts";

/** Returns the routes of points, levels, claims, holds and downloads. */
export function rewardRoutes(context: Context, needs: RewardNeeds & DownloadNeeds): Route[] {
  return [
    ...claimRoutes(context, needs),
    ...holdRoutes(context),
    ...downloadRoutes(context, needs),
    route(getMyPoints, ({ params, session }) => getPoints(context, session, params.songId)),
    route(getMyBalances, ({ session: { accountId }, list }) =>
      listPointBalances(context, { accountId, list }),
    ),
    route(getMyPointEntries, ({ session: { accountId }, list }) =>
      listPointHistory(context, needs, { accountId, list }),
    ),
    route(getLevels, ({ params, session }) =>
      listLevelAvailability(context, needs, { song: params.id, accountId: session?.accountId }),
    ),
    route(postReward, ({ params, body, session, idempotencyKey: key }) =>
      addLevel(context, needs, { accountId: session.accountId, song: params.id, body, key }),
    ),
    route(deleteReward, async ({ params, session }) => {
      const { accountId } = session;
      await removeLevel(context, { accountId, song: params.id, level: params.rewardId });
      return {};
    }),
  ];
}
