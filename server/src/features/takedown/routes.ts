import {
  getMyRestrictions,
  getReport,
  getReports,
  postContest,
  postReport,
  postReportDecision,
  postRestrictionEnd,
  postRestrictionKeep,
} from "@wrapsody/shared/takedown.ts";
import { type Route, route } from "../../platform/api/routing.ts";
import type { Context } from "../../platform/context.ts";
import { requireAdmin } from "../accounts/index.ts";
import { decideReport, showReport } from "./reports/decide-report.ts";
import { listReports } from "./reports/reports.data.ts";
import { sendReport } from "./reports/send-report.ts";
import { contestRestriction, keepRestriction, showOwnRestrictions } from "./restrictions/contest.ts";
import { endRestriction } from "./restrictions/restrict.ts";

/** Returns the routes of notice and takedown. */
export function takedownRoutes(context: Context): Route[] {
  return [
    route(postReport, ({ body, session, language, idempotencyKey: key }) =>
      sendReport(context, { body, accountId: session?.accountId, language, key }),
    ),
    route(getReports, ({ session, list }) => {
      requireAdmin(session);
      return listReports(context.db, list);
    }),
    route(getReport, ({ session, params }) => {
      requireAdmin(session);
      return showReport(context, params.id);
    }),
    route(postReportDecision, async ({ session, device, params, body }) => {
      requireAdmin(session);
      await decideReport(context, { id: params.id, body, session, device });
      return {};
    }),
    route(postRestrictionEnd, async ({ session, device, params, body }) => {
      requireAdmin(session);
      await endRestriction(context, { id: params.id, reason: body.reason, session, device });
      return {};
    }),
    route(postRestrictionKeep, async ({ session, device, params, body }) => {
      requireAdmin(session);
      await keepRestriction(context, { id: params.id, reason: body.reason, session, device });
      return {};
    }),
    route(getMyRestrictions, ({ session }) => showOwnRestrictions(context, session.accountId)),
    route(postContest, async ({ session, device, params, body }) => {
      await contestRestriction(context, { id: params.id, body, session, device });
      return {};
    }),
  ];
}
