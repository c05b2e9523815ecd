import { getAccess } from "@wrapsody/shared/access.ts";
import {
  deletePlace,
  getOrderArtwork,
  getOrderRefund,
  getOwnOrders,
  getPreselected,
  postPayment,
  postPaymentConfirm,
  postPreselected,
} from "@wrapsody/shared/participation.ts";
import type { Context } from "../../../../platform/context.ts";
import { type Route, route } from "../../../../platform/routing.ts";
import { showAccess } from "./access.ts";
import { orderArtwork } from "./artwork.ts";
import { confirmOrder } from "./confirm.ts";
import { giveUpPlace } from "./give-up.ts";
import { ownOrders } from "./own-orders.ts";
import { addPhoto, neededPhotos } from "./photos.ts";
import { orderRefund } from "./refund.ts";
import { takePart } from "./take-part.ts";

/** The calls of whoever takes part. */
export function orderRoutes(context: Context): Route[] {
  return [
    route(getAccess, ({ session, params }) =>
      showAccess(context, { reference: params.id, accountId: session?.accountId }),
    ),
    route(postPayment, ({ session: { accountId }, idempotencyKey: key, params, body }) =>
      takePart(context, { reference: params.id, accountId, wallet: body.wallet, key }),
    ),
    route(getOwnOrders, ({ session: { accountId }, params: { id: reference } }) =>
      ownOrders(context, { reference, accountId }),
    ),
    route(deletePlace, ({ session: { accountId }, params: { id: exposedId } }) =>
      giveUpPlace(context, { exposedId, accountId }),
    ),
    route(postPaymentConfirm, ({ body }) => confirmOrder(context, body)),
    route(getOrderArtwork, ({ params, query }) =>
      orderArtwork(context, { orderId: params.id, code: query.code }),
    ),
    route(getOrderRefund, ({ params, query }) =>
      orderRefund(context, { orderId: params.id, code: query.code }),
    ),
    route(getPreselected, ({ params, query }) =>
      neededPhotos(context, { orderId: params.id, code: query.code }),
    ),
    route(postPreselected, ({ body, files }) => addPhoto(context, { body, photo: files.photo })),
  ];
}
