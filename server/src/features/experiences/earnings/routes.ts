import {
  getAccounting,
  getBalance,
  getEarnedOrders,
  getEarnings,
  getOwnerStatement,
  getUnassignedIncome,
  postIncomeAssignment,
} from "@wrapsody/shared/payments/earnings.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { listAccountingRows } from "./accounting.data.ts";
import { readBalance } from "./balance.ts";
import { listEarnedOrders, parsePeriod, readStatement } from "./earnings.ts";
import { assignIncome, listUnassignedIncome, readOwnerStatement } from "./owner-income.ts";

/** Calls of publishers about what they earned, and of owners about what they are owed. */
export function earningRoutes(context: Context): Route[] {
  return [
    route(getEarnings, ({ session: { accountId }, query }) => readStatement(context, accountId, query)),
    route(getEarnedOrders, ({ session: { accountId }, list }) => listEarnedOrders(context, accountId, list)),
    route(getBalance, ({ session: { accountId }, query }) => readBalance(context, accountId, query)),
    route(getAccounting, ({ session: { accountId }, query, list }) =>
      listAccountingRows(context.db, accountId, { list, ...parsePeriod(context.clock.now(), query) }),
    ),
    route(getOwnerStatement, ({ session: { accountId }, query }) =>
      readOwnerStatement(context, accountId, query),
    ),
    route(getUnassignedIncome, ({ session: { accountId } }) => listUnassignedIncome(context, accountId)),
    route(postIncomeAssignment, ({ session, device, params }) =>
      assignIncome(context, { id: params.id, session, device }),
    ),
  ];
}
