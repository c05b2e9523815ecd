import {
  deleteSplitProposal,
  getMySplits,
  getSongSplits,
  getSplitProposals,
  postSplitConfirmation,
  postSplitDecision,
  postSplitRefusal,
} from "@wrapsody/shared/studio/splits.ts";
import { type Route, route } from "../../../../platform/api/routing.ts";
import type { Context } from "../../../../platform/context.ts";
import { requireAdmin } from "../../../accounts/index.ts";
import { showNamingSplits, showSongSplits, showWaitingSplits } from "./present-splits.ts";
import {
  administratorDeadline,
  confirmProposal,
  decideAsAdministrator,
  declineProposal,
  withdrawProposal,
} from "./proposals.ts";

/** Returns the routes of publishers and owners for splits, and those of administrators. */
export function splitRoutes(context: Context): Route[] {
  return [
    route(getSongSplits, ({ session: { accountId }, params }) =>
      showSongSplits(context, { reference: params.id, accountId }),
    ),
    route(getMySplits, ({ session: { accountId }, list }) => showNamingSplits(context, accountId, list)),
    route(postSplitConfirmation, ({ session, device, params }) =>
      confirmProposal(context, { id: params.id, session, device }),
    ),
    route(postSplitRefusal, ({ session, device, params, body }) =>
      declineProposal(context, { id: params.id, session, device, reason: body.reason }),
    ),
    route(deleteSplitProposal, ({ session, device, params }) =>
      withdrawProposal(context, { id: params.id, session, device }),
    ),
    ...administratorRoutes(context),
  ];
}

function administratorRoutes(context: Context): Route[] {
  return [
    route(getSplitProposals, ({ session, list }) => {
      requireAdmin(session);
      const { accountId } = session;
      return showWaitingSplits(context, { accountId, before: administratorDeadline(context), list });
    }),
    route(postSplitDecision, async ({ session, device, params, body }) => {
      requireAdmin(session);
      await decideAsAdministrator(context, { ...body, id: params.id, session, device });
      return {};
    }),
  ];
}
