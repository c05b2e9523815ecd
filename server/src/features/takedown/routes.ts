import {
  getSuspendedData,
  getSuspension,
  getUserSuspensions,
  postSuspension,
  postSuspensionContest,
  postSuspensionEnd,
  postSuspensionKeep,
} from "@wrapsody/shared/operations/suspensions.ts";
import {
  getMyRestrictions,
  getReport,
  getReports,
  postContest,
  postReport,
  postReportDecision,
  postRestrictionEnd,
  postRestrictionKeep,
} from "@wrapsody/shared/operations/takedown.ts";
import { type Route, route } from "../../platform/api/routing.ts";
import type { Context } from "../../platform/context.ts";
import { requireAdmin } from "../accounts/index.ts";
import { decideReport, showReport } from "./reports/decide-report.ts";
import { listReports } from "./reports/reports.data.ts";
import { sendReport } from "./reports/send-report.ts";
import { contestRestriction, keepRestriction, showOwnRestrictions } from "./restrictions/contest.ts";
import { endRestriction } from "./restrictions/restrict.ts";
import { contestSuspension, showSuspension } from "./suspensions/contest-suspension.ts";
import { endSuspension, exportSuspendedData, keepSuspension, suspendUser } from "./suspensions/suspend.ts";
import { listSuspensions } from "./suspensions/suspensions.data.ts";

/** Returns the routes of notice and takedown, and of suspensions. */
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
    ...suspensionRoutes(context),
  ];
}

function suspensionRoutes(context: Context): Route[] {
  return [
    route(getUserSuspensions, async ({ session, params: { id } }) => {
      requireAdmin(session);
      return { data: await listSuspensions(context.db, id) };
    }),
    route(postSuspension, async ({ session, device, params: { id }, body }) => {
      requireAdmin(session);
      await suspendUser(context, { id, body, session, device });
      return {};
    }),
    route(postSuspensionEnd, async ({ session, device, params: { id }, body: { reason } }) => {
      requireAdmin(session);
      await endSuspension(context, { id, reason, session, device });
      return {};
    }),
    route(postSuspensionKeep, async ({ session, device, params: { id }, body: { reason } }) => {
      requireAdmin(session);
      await keepSuspension(context, { id, reason, session, device });
      return {};
    }),
    route(getSuspendedData, ({ session, device, params: { id } }) => {
      requireAdmin(session);
      return exportSuspendedData(context, { id, session, device });
    }),
    route(getSuspension, ({ params: { code } }) => showSuspension(context, code)),
    route(postSuspensionContest, async ({ device, params: { code }, body }) => {
      await contestSuspension(context, { code, body, device });
      return {};
    }),
  ];
}
