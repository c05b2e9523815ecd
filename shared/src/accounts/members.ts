import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { languages } from "../api/language.ts";
import { instant } from "../api/media.ts";
import { email, linkPart, memberRoles, membership } from "./accounts.ts";

/** Members and open invitations of an account together. */
export const MAX_MEMBERS = 50;

/** Messages on `email`. */
export const existingMemberMessage = "This address belongs to a member already.";
export const tooManyMembersMessage = `An account has at most ${MAX_MEMBERS} members and invitations.`;

const role = z.enum(memberRoles);

/** A person who works for an account. The account's own login is its first owner, who always stays. */
export const member = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  role,
  /** Whether it is the account's own login. */
  is_holder: z.boolean(),
  invited_at: instant.nullable(),
  accepted_at: instant.nullable(),
});
export type Member = z.output<typeof member>;

export const memberInvitation = z.object({
  id: z.string(),
  email: z.string(),
  role,
  language: z.enum(languages),
  /** Name of the owner who sent it. */
  invited_by: z.string(),
  created_at: instant,
  /** An expired invitation is listed for 30 days. */
  expires_at: instant,
});
export type MemberInvitation = z.output<typeof memberInvitation>;

const none = z.object({});
const named = z.object({ id: z.string().min(1).max(40) });

export const getMembers = endpoint({
  method: "GET",
  path: "my/members",
  access: "personal",
  tag: "members",
  summary:
    "For owners: lists the members of the account, its own login first, and the invitations, the latest first.",
  answer: z.object({ members: z.array(member), invitations: z.array(memberInvitation) }),
});

export const postMemberInvitation = endpoint({
  method: "POST",
  path: "my/member-invitation",
  access: "personal",
  limit: "mail",
  tag: "members",
  summary:
    "For owners: emails an invitation to work for the account, which works once, for 14 days and for that address. It replaces an earlier " +
    "one for the address. E0007 on `email` for a member.",
  body: z.object({ email, role, language: z.enum(languages) }),
  answer: memberInvitation,
});

export const resendMemberInvitation = endpoint({
  method: "POST",
  path: "my/member-invitation/:id/resend",
  access: "personal",
  limit: "mail",
  tag: "members",
  summary:
    "For owners: emails an invitation again with a new link, valid for another 14 days. The former link stops working.",
  params: named,
  answer: memberInvitation,
});

export const deleteMemberInvitation = endpoint({
  method: "DELETE",
  path: "my/member-invitation/:id",
  access: "personal",
  tag: "members",
  summary: "For owners: revokes an invitation. A repeat does nothing.",
  params: named,
  answer: none,
});

export const patchMember = endpoint({
  method: "PATCH",
  path: "my/member/:id",
  access: "personal",
  tag: "members",
  summary:
    "For owners: changes the role of a member, with effect from their next call. The account's own login stays an owner.",
  params: named,
  body: z.object({ role }),
  answer: member,
});

export const deleteMember = endpoint({
  method: "DELETE",
  path: "my/member/:id",
  access: "personal",
  tag: "members",
  summary:
    "For owners: removes a member, whose access ends with this call, and the open invitations that the member sent. The account's own " +
    "login cannot be removed. A repeat does nothing.",
  params: named,
  answer: none,
});

/** An invitation as the invited person sees it. */
export const receivedInvitation = z.object({ account: z.string(), role, expires_at: instant });

export const getMemberInvitation = endpoint({
  method: "GET",
  path: "member-invitation/:code",
  access: "personal",
  limit: "sign-in",
  tag: "members",
  summary:
    "Returns the invitation of an emailed link. E0020: the link has expired, was used or was revoked. E0007 on `code`: it is for another " +
    "address than the caller's.",
  params: z.object({ code: linkPart }),
  answer: receivedInvitation,
});

export const declineMemberInvitation = endpoint({
  method: "DELETE",
  path: "member-invitation/:code",
  access: "personal",
  limit: "sign-in",
  tag: "members",
  summary:
    "Declines the invitation of an emailed link, as the account with the invited address. Errors are those of `GET`.",
  params: z.object({ code: linkPart }),
  answer: none,
});

export const postMembership = endpoint({
  method: "POST",
  path: "my/membership",
  access: "personal",
  limit: "sign-in",
  tag: "members",
  summary:
    "Accepts the invitation of an emailed link, as the account with the invited address, and returns the membership. Calls with its " +
    "`account_id` in `X-Wrap-Account` then concern that account, as far as the role allows.",
  body: z.object({ code: linkPart }),
  answer: membership,
});

export const deleteMembership = endpoint({
  method: "DELETE",
  path: "my/membership/:id",
  access: "personal",
  tag: "members",
  summary: "Ends the caller's own work for an account, by the account's id. A repeat does nothing.",
  params: named,
  answer: none,
});
