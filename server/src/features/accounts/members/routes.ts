import {
  declineMemberInvitation,
  deleteMember,
  deleteMemberInvitation,
  deleteMembership,
  getMemberInvitation,
  getMembers,
  patchMember,
  postMemberInvitation,
  postMembership,
  resendMemberInvitation,
} from "@wrapsody/shared/accounts/members.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import {
  acceptInvitation,
  declineInvitation,
  inviteMember,
  resendInvitation,
  revokeInvitation,
  showMemberInvitation,
} from "./member-invitations.ts";
import { changeRole, leaveAccount, removeMember, showMembers } from "./members.ts";

/** Returns the routes of an account's members. */
export function memberRoutes(context: Context): Route[] {
  return [
    route(getMembers, ({ session }) => showMembers(context, session)),
    route(patchMember, ({ session, device, params: { id }, body: { role } }) =>
      changeRole(context, { session, device, id, role }),
    ),
    route(deleteMember, async ({ session, device, params: { id } }) => {
      await removeMember(context, { session, device, id });
      return {};
    }),
    route(postMemberInvitation, ({ session, device, body }) =>
      inviteMember(context, { session, device, body }),
    ),
    route(resendMemberInvitation, ({ session, device, params: { id } }) =>
      resendInvitation(context, { session, device, id }),
    ),
    route(deleteMemberInvitation, async ({ session, device, params: { id } }) => {
      await revokeInvitation(context, { session, device, id });
      return {};
    }),
    route(getMemberInvitation, ({ session, params: { code } }) =>
      showMemberInvitation(context, { session, code }),
    ),
    route(declineMemberInvitation, async ({ session, device, params: { code } }) => {
      await declineInvitation(context, { session, device, code });
      return {};
    }),
    route(postMembership, ({ session, device, body: { code } }) =>
      acceptInvitation(context, { session, device, code }),
    ),
    route(deleteMembership, async ({ session, device, params: { id } }) => {
      await leaveAccount(context, { session, device, id });
      return {};
    }),
  ];
}
