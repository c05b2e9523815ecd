import { getMySongNft, postSongNft } from "@wrapsody/shared/wnft.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { issueToken } from "./issue.ts";
import { showOwnToken } from "./own-token.ts";

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
    route(getMySongNft, ({ session: { accountId }, params }) =>
      showOwnToken(context, { accountId, reference: params.id }),
    ),
  ];
}
