import { getMyClaims, getReceivedClaims, patchClaim, postClaim } from "@wrapsody/shared/claims.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { RewardNeeds } from "../needs.ts";
import { claimReward, listOwnClaims } from "./claims.ts";
import { changeClaimState, listReceivedClaims } from "./received-claims.ts";

/** Returns the routes of claims, for fans and for artists. */
export function claimRoutes(context: Context, needs: RewardNeeds): Route[] {
  return [
    route(postClaim, ({ session: { accountId }, params }) =>
      claimReward(context, needs, { accountId, song: params.id, level: params.rewardId }),
    ),
    route(getMyClaims, ({ session: { accountId }, list }) => listOwnClaims(context, { accountId, list })),
    route(getReceivedClaims, ({ session: { accountId }, list }) =>
      listReceivedClaims(context, { accountId, list }),
    ),
    route(patchClaim, ({ session: { accountId }, params, body }) =>
      changeClaimState(context, { accountId, id: params.id, body }),
    ),
  ];
}
