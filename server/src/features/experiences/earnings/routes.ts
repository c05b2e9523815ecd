import { getEarnedOrders, getEarnings } from "@wrapsody/shared/earnings.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { listEarnedOrders, readStatement } from "./earnings.ts";

/** Publishers' calls about what they earned. */
export function earningRoutes(context: Context): Route[] {
  return [
    route(getEarnings, ({ session: { accountId }, query }) => readStatement(context, accountId, query)),
    route(getEarnedOrders, ({ session: { accountId }, list }) => listEarnedOrders(context, accountId, list)),
  ];
}
