import { getMe, patchMe, postAuth, postAuthMfa } from "@wrapsody/shared/accounts.ts";
import { postLogout } from "@wrapsody/shared/logout.ts";
import { type FindSession, type Route, route } from "../../platform/api/routing.ts";
import type { Context } from "../../platform/context.ts";
import { adminRoutes } from "./admin/routes.ts";
import { completeMfaLogin, logIn } from "./login/login.ts";
import type { Plans } from "./plans.ts";
import { findSessionByToken, logOut } from "./sessions/sessions.ts";
import { findSessionByKeys } from "./settings/api-keys.ts";
import { type DataRetentionHooks, settingsRoutes } from "./settings/routes.ts";
import type { ArtistClaimHooks } from "./sign-up/invitations.ts";
import { signUpRoutes } from "./sign-up/routes.ts";
import { socialRoutes } from "./social/routes.ts";
import { getCurrentUser, updateView } from "./users/users.ts";

/** Returns the routes of accounts. */
export function accountRoutes(
  context: Context,
  plans: Plans,
  claims: ArtistClaimHooks,
  keeping: DataRetentionHooks,
): Route[] {
  return [
    ...entryRoutes(context, plans),
    ...userRoutes(context, plans),
    ...settingsRoutes(context, plans, keeping),
    ...signUpRoutes(context, claims),
    ...socialRoutes(context, plans),
    ...adminRoutes(context, { plans, claims, countHoldings: keeping.countHoldings }),
  ];
}

function entryRoutes(context: Context, plans: Plans): Route[] {
  return [
    route(postAuth, ({ body, device, session }) => logIn(context, plans, { ...body, device, session })),
    route(postAuthMfa, ({ body: { code }, sessionToken, device, session }) =>
      completeMfaLogin(context, plans, { code, sessionToken, device, session }),
    ),
    route(postLogout, async ({ session, device }) => {
      await logOut(context, session, device);
      return {};
    }),
  ];
}

function userRoutes(context: Context, plans: Plans): Route[] {
  return [
    route(getMe, ({ session }) => getCurrentUser(context, plans, session)),
    route(patchMe, ({ session, body }) => updateView(context, plans, { session, view: body.value })),
  ];
}

/** Finds the session of a bearer token or of a pair of API keys. */
export function findSession(context: Context, plans: Plans): FindSession {
  return {
    byToken: (token, address) => findSessionByToken(context, token, address),
    byKeys: (keys) => findSessionByKeys(context, plans, keys),
  };
}
