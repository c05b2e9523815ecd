import { getClaim, patchPassword, postPasswordReset, postUser } from "@wrapsody/shared/accounts.ts";
import type { Context } from "../../platform/context.ts";
import { type Route, route } from "../../platform/routing.ts";
import { claimAccount } from "./claims.ts";
import type { Claims } from "./invitations.ts";
import { askForReset, choosePassword } from "./password-reset.ts";
import { register } from "./registrations.ts";

/** The ways to an account and back into it. None of them opens a session. */
export function signUpRoutes(context: Context, claims: Claims): Route[] {
  return [
    route(postUser, async ({ body: { email, name, pw }, language }) => {
      await register(context, { email, name, pw, language });
      return {};
    }),
    route(getClaim, async ({ params: { uid, code }, device }) => {
      await claimAccount(context, claims, { id: uid, code, device });
      return {};
    }),
    route(postPasswordReset, async ({ body: { email }, device }) => {
      await askForReset(context, { email, device });
      return {};
    }),
    route(patchPassword, async ({ body: { userId, code, password }, device }) => {
      await choosePassword(context, { userId, code, password, device });
      return {};
    }),
  ];
}
