import { getClaim, patchPassword, postPasswordReset, postUser } from "@wrapsody/shared/accounts.ts";
import { getInvitation } from "@wrapsody/shared/site-settings.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { requestPasswordReset, resetPassword } from "../passwords/password-reset.ts";
import { claimAccount } from "./account-claims.ts";
import { registerUser } from "./registrations.ts";
import { showInvitation } from "./sign-up-invitations.ts";

/** Returns the routes of signing up, claiming and resetting a password. None of them starts a session. */
export function signUpRoutes(context: Context): Route[] {
  return [
    route(postUser, async ({ body: { email, name, pw, invitation, user_type }, language }) => {
      await registerUser(context, { email, name, pw, language, userType: user_type, invitation });
      return {};
    }),
    route(getInvitation, ({ params: { code } }) => showInvitation(context, code)),
    route(getClaim, async ({ params: { uid, code }, device }) => {
      await claimAccount(context, { id: uid, code, device });
      return {};
    }),
    route(postPasswordReset, async ({ body: { email }, device }) => {
      await requestPasswordReset(context, { email, device });
      return {};
    }),
    route(patchPassword, async ({ body: { userId, code, password }, device }) => {
      await resetPassword(context, { userId, code, password, device });
      return {};
    }),
  ];
}
