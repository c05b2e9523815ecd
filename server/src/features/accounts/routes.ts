import { getMe, patchMe, postAuth, postLogout } from "@wrapsody/shared/accounts.ts";
import type { Context } from "../../platform/context.ts";
import { type Route, route } from "../../platform/routing.ts";
import { logIn } from "./login.ts";
import { endSession } from "./sessions.ts";
import { showUser, switchView } from "./users.ts";

/** The calls of accounts. */
export function accountRoutes(context: Context): Route[] {
  return [
    route(postAuth, ({ body, address }) => logIn(context, { ...body, address })),
    route(postLogout, async ({ session }) => {
      await endSession(context, session);
      return {};
    }),
    route(getMe, ({ session }) => showUser(context, session)),
    route(patchMe, ({ session, body }) => switchView(context, session, body.value)),
  ];
}
