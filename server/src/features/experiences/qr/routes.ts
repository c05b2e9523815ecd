import { getScans, postQrConfirm, postQrMessage, postQrScan } from "@wrapsody/shared/experiences/qr.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { confirmCode, listOwnScans, startConfirmation } from "./codes.ts";
import { countVisit } from "./scans.ts";

/** Routes of secure QR codes, which only the artwork's owner can follow. */
export function qrRoutes(context: Context): Route[] {
  return [
    route(postQrScan, ({ body, visitor, address }) => countVisit(context, body, { visitor, address })),
    route(postQrMessage, ({ body }) => startConfirmation(context, body)),
    route(postQrConfirm, ({ session, body }) => confirmCode(context, session?.accountId, body)),
    route(getScans, ({ session: { accountId }, params }) =>
      listOwnScans(context, { accountId, reference: params.id }),
    ),
  ];
}
