import { getAccess } from "@wrapsody/shared/access.ts";
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
import { type Route, route } from "../../../../platform/api/routing.ts";
import type { Context } from "../../../../platform/context.ts";
import { readAccess } from "./access.ts";
import { cancelOrder } from "./cancel-order.ts";
import { confirmOrder } from "./confirm.ts";
import { createOrder } from "./create-order.ts";
import { listOwnOrders } from "./list-own-orders.ts";
import { addPhoto, listPhotoRequests } from "./photos.ts";
import { readArtwork } from "./read-artwork.ts";
import { readRefund } from "./read-refund.ts";

/** The calls of whoever takes part. */
export function orderRoutes(context: Context): Route[] {
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
