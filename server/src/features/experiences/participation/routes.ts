import { getFailures, getMints, postMint, postMintAgain } from "@wrapsody/shared/campaigns.ts";
import type { Context } from "../../../platform/context.ts";
import { type Route, route } from "../../../platform/routing.ts";
import { mintForWallets, ownBatches } from "./batches.ts";
import { mintAgain, ownFailures } from "./failures.ts";
import { orderRoutes } from "./orders/routes.ts";

export function participationRoutes(context: Context): Route[] {
  return [
    ...orderRoutes(context),
    route(postMint, ({ session: { accountId }, device, idempotencyKey: key, params, body }) =>
      mintForWallets(context, { caller: { accountId, device, key }, reference: params.id, body }),
    ),
    route(getMints, ({ session: { accountId }, params, list }) =>
      ownBatches(context, { accountId, reference: params.id, list }),
    ),
    route(getFailures, ({ session: { accountId }, params, list }) =>
      ownFailures(context, { accountId, reference: params.id, list }),
    ),
    route(postMintAgain, ({ session: { accountId }, params: { id, participantId } }) =>
      mintAgain(context, { accountId, reference: id, participantId }),
    ),
  ];
}
