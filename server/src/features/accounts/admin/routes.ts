import {
  deleteSessionsOf,
  getAuditLog,
  getUser,
  getUsers,
  patchUser,
  postUserFor,
} from "@wrapsody/shared/accounts/account-admin.ts";
import { getAlarms } from "@wrapsody/shared/operations/alarms.ts";
import { getBackups } from "@wrapsody/shared/operations/backups.ts";
import { getJobCounts, getJobs, postJobRetries, postJobRetry } from "@wrapsody/shared/operations/jobs.ts";
import { getWaiting } from "@wrapsody/shared/operations/waiting.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import { getBackupStatus } from "../../../platform/backup/backup-status.ts";
import type { Context } from "../../../platform/context.ts";
import { getSystemStatus } from "../../../platform/health/alarms/alarms.ts";
import { countQueuedJobs, listQueuedJobs } from "../../../platform/jobs/queued-jobs.data.ts";
import { endUserSessions, requireAdmin } from "./admin.ts";
import { showAuditLog } from "./audit-log.ts";
import { createUser, updateUser } from "./manage-users.ts";
import { retryJobs } from "./retry-jobs.ts";
import { getListedUser, listUsers } from "./user-list.ts";
import { countWaiting } from "./waiting.ts";

/** Returns the administrators' routes of accounts. */
export function adminRoutes(context: Context): Route[] {
  return [
    route(deleteSessionsOf, ({ session, device, body: { email } }) => {
      requireAdmin(session);
      return endUserSessions(context, { session, device, email });
    }),
    route(getUsers, ({ session, list }) => {
      requireAdmin(session);
      return listUsers(context, list);
    }),
    route(getUser, ({ session, params: { id } }) => {
      requireAdmin(session);
      return getListedUser(context, context.db, id);
    }),
    route(postUserFor, ({ session, device, body }) => {
      requireAdmin(session);
      return createUser(context, { session, device, body });
    }),
    route(patchUser, ({ session, device, params: { id }, body }) => {
      requireAdmin(session);
      return updateUser(context, { session, device, id, body });
    }),
    route(getWaiting, ({ session }) => {
      requireAdmin(session);
      return countWaiting(context);
    }),
    route(getAlarms, ({ session }) => {
      requireAdmin(session);
      return getSystemStatus(context);
    }),
    route(getJobs, ({ session, list }) => {
      requireAdmin(session);
      return listQueuedJobs(context.db, list);
    }),
    route(getJobCounts, async ({ session }) => {
      requireAdmin(session);
      return { jobs: await countQueuedJobs(context.db) };
    }),
    route(postJobRetry, ({ session, device, params: { id } }) => {
      requireAdmin(session);
      const { accountId } = session;
      return retryJobs(context, { administrator: { accountId, device }, which: { id } });
    }),
    route(postJobRetries, ({ session, device, body: { name } }) => {
      requireAdmin(session);
      const { accountId } = session;
      return retryJobs(context, { administrator: { accountId, device }, which: { name } });
    }),
    route(getBackups, ({ session }) => {
      requireAdmin(session);
      return getBackupStatus(context);
    }),
    route(getAuditLog, ({ session, list }) => {
      requireAdmin(session);
      return showAuditLog(context.db, list);
    }),
  ];
}
