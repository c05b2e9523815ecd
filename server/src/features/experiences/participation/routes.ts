import { getAccess } from "@wrapsody/shared/accounts/access.ts";
import { getFailures, getMints, postMint, postMintAgain } from "@wrapsody/shared/experiences/campaigns.ts";
import {
  getMyArtFile,
  getMyArtLayers,
  getOrderArtworkFile,
  getOrderArtworkLayers,
} from "@wrapsody/shared/experiences/own-artworks.ts";
import {
  deleteSpot,
  getOpenOrders,
  getOrderArtwork,
  getOrderRefund,
  getOwnOrders,
  getPreselected,
  patchMyArt,
  postPayment,
  postPaymentConfirm,
  postPreselected,
  postReceipt,
} from "@wrapsody/shared/experiences/participation.ts";
import { postSamples } from "@wrapsody/shared/experiences/samples.ts";
import { toCents } from "@wrapsody/shared/payments/pricing.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { listOwnFailures, retryArtwork } from "./artworks/failures.ts";
import { giveWallet } from "./artworks/give-wallet.ts";
import { downloadArtwork, readArtworkLayers } from "./artworks/own-artworks.ts";
import { drawSamples } from "./artworks/samples.ts";
import { createBatch, listOwnBatches } from "./batches/batches.ts";
import { readAccess } from "./orders/access.ts";
import { confirmOrder } from "./orders/confirm.ts";
import { createOrder } from "./orders/create-order.ts";
import { cancelOrder } from "./orders/expire.ts";
import { addPhoto, listPhotoRequests } from "./orders/photos.ts";
import { listOpenOrders, listOwnOrders, readArtwork, readRefund } from "./orders/read-orders.ts";
import { resendReceipt } from "./orders/receipts.ts";

export function participationRoutes(context: Context): Route[] {
  return [
    ...orderRoutes(context),
    ...artworkRoutes(context),
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
    route(postSamples, ({ session: { accountId }, params: { id: reference }, body: { code } }) =>
      drawSamples(context, { reference, accountId, code }),
    ),
    route(postPayment, ({ session: { accountId }, idempotencyKey: key, params, body }) =>
      createOrder(context, {
        reference: params.id,
        accountId,
        wallet: body.wallet ?? null,
        price: { amountCents: body.amount === undefined ? undefined : toCents(body.amount) },
        code: body.code,
        key,
      }),
    ),
    route(patchMyArt, ({ session: { accountId }, params: { participantId }, body: { wallet } }) =>
      giveWallet(context, { accountId, participantId, wallet }),
    ),
    route(getOwnOrders, ({ session: { accountId }, params: { id: reference } }) =>
      listOwnOrders(context, { reference, accountId }),
    ),
    route(getOpenOrders, ({ session: { accountId } }) => listOpenOrders(context, accountId)),
    route(deleteSpot, ({ session: { accountId }, params: { id: exposedId } }) =>
      cancelOrder(context, { exposedId, accountId }),
    ),
    route(postReceipt, ({ session: { accountId }, idempotencyKey: key, params: { id: exposedId } }) =>
      resendReceipt(context, { exposedId, accountId, key }),
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

/** The owners' calls, with the code of the order or a session. */
function artworkRoutes(context: Context): Route[] {
  return [
    route(getOrderArtworkLayers, ({ params, query: { code } }) =>
      readArtworkLayers(context, { orderId: params.id, code }),
    ),
    route(getOrderArtworkFile, ({ params, query: { code, size } }) =>
      downloadArtwork(context, { orderId: params.id, code }, size),
    ),
    route(getMyArtLayers, ({ session: { accountId }, params: { participantId } }) =>
      readArtworkLayers(context, { accountId, participantId }),
    ),
    route(getMyArtFile, ({ session: { accountId }, params: { participantId }, query: { size } }) =>
      downloadArtwork(context, { accountId, participantId }, size),
    ),
  ];
}
