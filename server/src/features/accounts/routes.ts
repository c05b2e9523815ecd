import {
  getMe,
  patchMe,
  postAuth,
  postAuthMfa,
  postAuthMfaResend,
} from "@wrapsody/shared/accounts/accounts.ts";
import { postLogout } from "@wrapsody/shared/accounts/logout.ts";
import { postSetup, postSetupSettings } from "@wrapsody/shared/accounts/setup.ts";
import { type FindSession, type Route, route } from "../../platform/api/routing.ts";
import type { Context } from "../../platform/context.ts";
import { adminRoutes } from "./admin/routes.ts";
import { completeMfaLogin, logIn } from "./login/login.ts";
import { resendLoginCode } from "./login/mfa.ts";
import { findMemberSession } from "./members/members.ts";
import { memberRoutes } from "./members/routes.ts";
import { passkeyRoutes } from "./passkeys/routes.ts";
import { profileRoutes } from "./profile/routes.ts";
import { findSessionByToken, logOut } from "./sessions/sessions.ts";
import { findSessionByKeys } from "./settings/api-keys.ts";
import { settingsRoutes } from "./settings/routes.ts";
import { setUpSite, showSetupSettings } from "./setup/setup.ts";
import { signUpRoutes } from "./sign-up/routes.ts";
import { siteRoutes } from "./site/routes.ts";
import { socialRoutes } from "./social/routes.ts";
import { getCurrentUser, updateView } from "./users/users.ts";
import { webhookRoutes } from "./webhooks/routes.ts";

/** Returns the routes of accounts. */
export function accountRoutes(context: Context): Route[] {
  return [
    ...entryRoutes(context),
    ...userRoutes(context),
    ...settingsRoutes(context),
    ...signUpRoutes(context),
    ...socialRoutes(context),
    ...adminRoutes(context),
    ...siteRoutes(context),
    ...webhookRoutes(context),
    ...memberRoutes(context),
    ...profileRoutes(context),
    ...passkeyRoutes(context),
  ];
}

function entryRoutes(context: Context): Route[] {
  return [
    route(postAuth, ({ body, device, session }) => logIn(context, { ...body, device, session })),
    route(postAuthMfa, ({ body: { code }, sessionToken, device, session }) =>
      completeMfaLogin(context, { code, sessionToken, device, session }),
    ),
    route(postAuthMfaResend, ({ sessionToken, device }) =>
      resendLoginCode(context, { sessionToken, device }),
    ),
    route(postSetupSettings, ({ body: { code } }) => showSetupSettings(context, code)),
    route(postSetup, ({ body, device, language }) => setUpSite(context, { body, device, language })),
    route(postLogout, async ({ session, device }) => {
      await logOut(context, session, device);
      return {};
    }),
  ];
}

function userRoutes(context: Context): Route[] {
  return [
    route(getMe, ({ session }) => getCurrentUser(context, session)),
    route(patchMe, ({ session, body }) => updateView(context, { session, view: body.value })),
  ];
}

/** Finds the session of a bearer token or of a pair of API keys, and that of a member in another account. */
export function findSession(context: Context): FindSession {
  return {
    byToken: (token, address) => findSessionByToken(context, token, address),
    byKeys: (keys) => findSessionByKeys(context, keys),
    forAccount: (session, accountId) => findMemberSession(context, session, accountId),
  };
}
