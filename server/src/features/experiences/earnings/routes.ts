import { getEarnedOrders, getEarnings } from "@wrapsody/shared/earnings.ts";
import type { Context } from "../../../platform/context.ts";
import { type Route, route } from "../../../platform/routing.ts";
import { earnedOrders, statement } from "./earnings.ts";

/** Publishers' calls about what they earned. */
export function earningRoutes(context: Context): Route[] {
  return [
    route(getEarnings, ({ session: { accountId }, query }) => statement(context, accountId, query)),
    route(getEarnedOrders, ({ session: { accountId }, list }) => earnedOrders(context, accountId, list)),
  ];
}
