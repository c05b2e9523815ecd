import {
  getClaim,
  getClaimState,
  patchPassword,
  postClaimSession,
  postPasswordReset,
  postUser,
} from "@wrapsody/shared/accounts/accounts.ts";
import { getInvitation } from "@wrapsody/shared/operations/site-settings.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { requestPasswordReset, resetPassword } from "../passwords/password-reset.ts";
import { claimAccount, logInAfterSignUp, readClaimState } from "./account-claims.ts";
import { registerUser } from "./registrations.ts";
import { showInvitation } from "./sign-up-invitations.ts";

/** Returns the routes of signing up, claiming and resetting a password. Only the browser that signed up gets a session. */
export function signUpRoutes(context: Context): Route[] {
  return [
    route(postUser, ({ body: { email, name, pw, invitation, user_type, return_to: returnTo }, language }) =>
      registerUser(context, { email, name, pw, language, userType: user_type, invitation, returnTo }),
    ),
    route(getInvitation, ({ params: { code } }) => showInvitation(context, code)),
    route(getClaim, ({ params: { uid, code }, device }) => claimAccount(context, { id: uid, code, device })),
    route(getClaimState, ({ params: { uid, code } }) => readClaimState(context, { id: uid, code })),
    route(postClaimSession, ({ params: { uid, code }, body: { secret }, device, session }) =>
      logInAfterSignUp(context, { id: uid, code, secret, device, session }),
    ),
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
