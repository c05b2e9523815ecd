import { getFailures, getMints, postMint, postMintAgain } from "@wrapsody/shared/campaigns.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { listOwnFailures, retryArtwork } from "./artworks/failures.ts";
import { createBatch, listOwnBatches } from "./batches/batches.ts";
import { orderRoutes } from "./orders/routes.ts";

export function participationRoutes(context: Context): Route[] {
  return [
    ...orderRoutes(context),
    route(postMint, ({ session: { accountId }, device, idempotencyKey: key, params, body }) =>
      createBatch(context, { caller: { accountId, device, key }, reference: params.id, body }),
    ),
    route(getMints, ({ session: { accountId }, params, list }) =>
      listOwnBatches(context, { accountId, reference: params.id, list }),
    ),
    route(getFailures, ({ session: { accountId }, params, list }) =>
      listOwnFailures(context, { accountId, reference: params.id, list }),
    ),
    route(postMintAgain, ({ session: { accountId }, params: { id, participantId } }) =>
      retryArtwork(context, { accountId, reference: id, participantId }),
    ),
  ];
}
