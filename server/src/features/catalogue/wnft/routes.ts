import { getMySongNft, postSongNft, postSongNftTransfer } from "@wrapsody/shared/catalogue/wnft.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { issueToken } from "./issue.ts";
import { showOwnToken } from "./own-token.ts";
import { transferToken } from "./transfer.ts";

/** Returns the publishers' routes for the tokens of their wraps. */
export function wnftRoutes(context: Context): Route[] {
  return [
    route(postSongNft, ({ session, device, idempotencyKey, params, body }) =>
      issueToken(context, {
        caller: { accountId: session.accountId, device, key: idempotencyKey },
        reference: params.id,
        options: body,
      }),
    ),
    route(postSongNftTransfer, ({ session, device, idempotencyKey, params, body }) =>
      transferToken(context, {
        caller: { accountId: session.accountId, device, key: idempotencyKey },
        reference: params.id,
        wallet: body.wallet,
      }),
    ),
    route(getMySongNft, ({ session: { accountId }, params }) =>
      showOwnToken(context, { accountId, reference: params.id }),
    ),
  ];
}
