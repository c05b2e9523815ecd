import { getAccountEntries, postCorrection } from "@wrapsody/shared/rewards/corrections.ts";
import { getHolds, postHold } from "@wrapsody/shared/rewards/holds.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { requireAdmin } from "../../accounts/index.ts";
import { listAccountPoints, revokePoints } from "./corrections.ts";
import { decideHold, listPendingHolds } from "./holds.ts";

/** Returns the administrators' routes of holds and corrections. */
export function holdRoutes(context: Context): Route[] {
  return [
    route(getHolds, ({ session, list }) => {
      requireAdmin(session);
      return listPendingHolds(context, list);
    }),
    route(postHold, ({ session, device, params, body }) => {
      requireAdmin(session);
      return decideHold(context, { session, device, id: params.id, body });
    }),
    route(getAccountEntries, ({ session, params, list }) => {
      requireAdmin(session);
      return listAccountPoints(context, { accountId: params.id, list });
    }),
    route(postCorrection, ({ session, device, params, body }) => {
      requireAdmin(session);
      return revokePoints(context, { session, device, accountId: params.id, body });
    }),
  ];
}
