import { getAccess } from "@wrapsody/shared/access.ts";
import { getFailures, getMints, postMint, postMintAgain } from "@wrapsody/shared/campaigns.ts";
import {
  deleteSpot,
  getOrderArtwork,
  getOrderRefund,
  getOwnOrders,
  getPreselected,
  postPayment,
  postPaymentConfirm,
  postPreselected,
} from "@wrapsody/shared/participation.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { listOwnFailures, retryArtwork } from "./artworks/failures.ts";
import { createBatch, listOwnBatches } from "./batches/batches.ts";
import { readAccess } from "./orders/access.ts";
import { confirmOrder } from "./orders/confirm.ts";
import { createOrder } from "./orders/create-order.ts";
import { cancelOrder } from "./orders/expire.ts";
import { addPhoto, listPhotoRequests } from "./orders/photos.ts";
import { listOwnOrders, readArtwork, readRefund } from "./orders/read-orders.ts";

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

/** The buyers' calls. */
function orderRoutes(context: Context): Route[] {
  return [
    route(getAccess, ({ session, params }) =>
      readAccess(context, { reference: params.id, accountId: session?.accountId }),
    ),
    route(postPayment, ({ session: { accountId }, idempotencyKey: key, params, body }) =>
      createOrder(context, { reference: params.id, accountId, wallet: body.wallet, key }),
    ),
    route(getOwnOrders, ({ session: { accountId }, params: { id: reference } }) =>
      listOwnOrders(context, { reference, accountId }),
    ),
    route(deleteSpot, ({ session: { accountId }, params: { id: exposedId } }) =>
      cancelOrder(context, { exposedId, accountId }),
    ),
    route(postPaymentConfirm, ({ body }) => confirmOrder(context, body)),
    route(getOrderArtwork, ({ params, query }) =>
      readArtwork(context, { orderId: params.id, code: query.code }),
    ),
    route(getOrderRefund, ({ params, query }) =>
      readRefund(context, { orderId: params.id, code: query.code }),
    ),
    route(getPreselected, ({ params, query }) =>
      listPhotoRequests(context, { orderId: params.id, code: query.code }),
    ),
    route(postPreselected, ({ body, files }) => addPhoto(context, { body, photo: files.photo })),
  ];
}
