import {
  deleteCodeBatch,
  deleteSpotCode,
  getCodeBatch,
  getCodeBatches,
  getCodeSheet,
  postCodeBatch,
  postSpotCode,
} from "@wrapsody/shared/experiences/spot-codes.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { createCodeBatch, listOwnBatches, readCodeBatch, readCodeSheet, revokeCodes } from "./codes.ts";
import { checkCode } from "./redeem.ts";

/** Returns the routes of codes: the publisher's, and the check of a fan's code. */
export function codeRoutes(context: Context): Route[] {
  return [
    route(getCodeBatches, ({ session: { accountId }, params }) =>
      listOwnBatches(context, { accountId, reference: params.id }),
    ),
    route(getCodeBatch, ({ session: { accountId }, params: { id: reference, batchId } }) =>
      readCodeBatch(context, { accountId, reference, batchId }),
    ),
    route(getCodeSheet, ({ session: { accountId }, params: { id: reference, batchId } }) =>
      readCodeSheet(context, { accountId, reference, batchId }),
    ),
    route(postCodeBatch, ({ session: { accountId }, device, idempotencyKey: key, params, body }) =>
      createCodeBatch(context, { caller: { accountId, device, key }, reference: params.id, body }),
    ),
    route(deleteCodeBatch, ({ session: { accountId }, device, params: { id: reference, batchId } }) =>
      revokeCodes(context, { caller: { accountId, device, key: undefined }, reference, batchId }),
    ),
    route(deleteSpotCode, ({ session: { accountId }, device, params: { id: reference, batchId, codeId } }) =>
      revokeCodes(context, { caller: { accountId, device, key: undefined }, reference, batchId, codeId }),
    ),
    route(postSpotCode, ({ session: { accountId }, params, body }) =>
      checkCode(context, { accountId, reference: params.id, typed: body.code }),
    ),
  ];
}
