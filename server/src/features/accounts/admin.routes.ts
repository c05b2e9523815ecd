import {
  deleteSessionsOf,
  getAuditLog,
  getUser,
  getUsers,
  patchUser,
  postUserFor,
} from "@wrapsody/shared/account-admin.ts";
import type { Context } from "../../platform/context.ts";
import { type Route, route } from "../../platform/routing.ts";
import { endSessionsOf, requireAdmin } from "./admin.ts";
import { changeUser, createUser } from "./admin-users.ts";
import { auditPage } from "./audit.ts";
import type { Claims } from "./invitations.ts";
import { type Knowledge, showListedUser, usersPage } from "./users-list.ts";

/** What administrators see of accounts, and do about them. */
export function adminRoutes(context: Context, knowledge: Knowledge & { claims: Claims }): Route[] {
  return [
    route(deleteSessionsOf, ({ session, device, body: { email } }) => {
      requireAdmin(session);
      return endSessionsOf(context, { session, device, email });
    }),
    route(getUsers, ({ session, list }) => {
      requireAdmin(session);
      return usersPage(context, knowledge, list);
    }),
    route(getUser, ({ session, params: { id } }) => {
      requireAdmin(session);
      return showListedUser(context, context.db, knowledge, id);
    }),
    route(postUserFor, ({ session, device, body }) => {
      requireAdmin(session);
      return createUser(context, knowledge, { session, device, body });
    }),
    route(patchUser, ({ session, device, params: { id }, body }) => {
      requireAdmin(session);
      return changeUser(context, knowledge, { session, device, id, body });
    }),
    route(getAuditLog, ({ session, list }) => {
      requireAdmin(session);
      return auditPage(context, list);
    }),
  ];
}
