import { getMints, postMint } from "@wrapsody/shared/campaigns.ts";
import type { Context } from "../../../platform/context.ts";
import { type Route, route } from "../../../platform/routing.ts";
import { mintForWallets, ownBatches } from "./batches.ts";

export function participationRoutes(context: Context): Route[] {
  return [
    route(postMint, ({ session: { accountId }, device, idempotencyKey: key, params, body }) =>
      mintForWallets(context, { caller: { accountId, device, key }, reference: params.id, body }),
    ),
    route(getMints, ({ session: { accountId }, params, list }) =>
      ownBatches(context, { accountId, reference: params.id, list }),
    ),
  ];
}
