import { getMyClaims, getReceivedClaims, patchClaim, postClaim } from "@wrapsody/shared/rewards/claims.ts";
import {
  getDownload,
  getDownloadMessage,
  getHeldToken,
  postDownload,
} from "@wrapsody/shared/rewards/downloads.ts";
import { getMyBalances, getMyPointEntries } from "@wrapsody/shared/rewards/points.ts";
import { deleteReward, getLevels, postReward } from "@wrapsody/shared/rewards/reward-levels.ts";
import { getMyPoints, getMyPointTotal } from "@wrapsody/shared/rewards/rewards.ts";
import { type Route, route } from "../../platform/api/routing.ts";
import type { Context } from "../../platform/context.ts";
import { claimReward, listOwnClaims } from "./claims/claims.ts";
import { changeClaimState, listReceivedClaims } from "./claims/received-claims.ts";
import { holdRoutes } from "./holds/routes.ts";
import { addLevel, listLevelAvailability, removeLevel } from "./levels/levels.ts";
import { getPoints } from "./points/award-points.ts";
import { sumPoints } from "./points/listen-points.data.ts";
import { listPointBalances, listPointHistory } from "./points/point-history.ts";
import { ticketRoutes } from "./tickets/routes.ts";
import { downloadFile, downloadMessage, findHeldToken, startDownload } from "./wrapped/downloads.ts";

/** Returns the routes of points, levels, claims, holds and downloads. */
export function rewardRoutes(context: Context): Route[] {
  return [
    ...claimRoutes(context),
    ...holdRoutes(context),
    ...downloadRoutes(context),
    ...ticketRoutes(context),
    route(getMyPoints, ({ params, session }) => getPoints(context, session, params.songId)),
    route(getMyBalances, ({ session: { accountId }, list }) =>
      listPointBalances(context, { accountId, list }),
    ),
    route(getMyPointEntries, ({ session: { accountId }, list }) =>
      listPointHistory(context, { accountId, list }),
    ),
    route(getMyPointTotal, ({ session }) => sumPoints(context.db, session.accountId)),
    route(getLevels, ({ params, session }) =>
      listLevelAvailability(context, { song: params.id, accountId: session?.accountId }),
    ),
    route(postReward, ({ params, body, session, idempotencyKey: key }) =>
      addLevel(context, { accountId: session.accountId, song: params.id, body, key }),
    ),
    route(deleteReward, async ({ params, session }) => {
      const { accountId } = session;
      await removeLevel(context, { accountId, song: params.id, level: params.rewardId });
      return {};
    }),
  ];
}

/** Returns the routes of claims, for fans and for artists. */
export function claimRoutes(context: Context): Route[] {
  return [
    route(postClaim, ({ session: { accountId }, params, body }) =>
      claimReward(context, { accountId, song: params.id, level: params.rewardId, answers: body.answers }),
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

/** Returns the routes of wrapped MP3 downloads. */
export function downloadRoutes(context: Context): Route[] {
  return [
    route(getDownload, ({ params, query }) =>
      startDownload(context, { song: params.id, wallet: query.wallet }),
    ),
    route(getDownloadMessage, ({ params }) =>
      downloadMessage(context, { song: params.id, nonce: params.nonce }),
    ),
    route(getHeldToken, ({ params, query }) =>
      findHeldToken(context, { song: params.id, levelId: params.rewardId, wallet: query.wallet }),
    ),
    route(postDownload, ({ session, params, body }) =>
      downloadFile(context, { song: params.id, accountId: session?.accountId, body }),
    ),
  ];
}
