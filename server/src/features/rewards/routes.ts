import { deleteReward, postReward } from "@wrapsody/shared/reward-levels.ts";
import { getMyPoints } from "@wrapsody/shared/rewards.ts";
import type { Context } from "../../platform/context.ts";
import { type Route, route } from "../../platform/routing.ts";
import { addLevel, type RewardNeeds, removeLevel } from "./levels.ts";
import { ownPoints } from "./points.ts";

/** The calls of points and reward levels. */
export function rewardRoutes(context: Context, needs: RewardNeeds): Route[] {
  return [
    route(getMyPoints, ({ params, session }) => ownPoints(context, session, params.songId)),
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
