import {
  deletePasskey,
  getPasskeys,
  postAuthPasskey,
  postAuthPasskeyOptions,
  postPasskey,
  postPasskeyOptions,
} from "@wrapsody/shared/accounts/passkeys.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { beginPasskeyLogin, logInWithPasskey } from "./passkey-login.ts";
import { beginRegistration, listOwn, registerPasskey, removePasskey } from "./passkeys.ts";

/** Returns the routes of passkeys. */
export function passkeyRoutes(context: Context): Route[] {
  return [
    route(getPasskeys, ({ session }) => listOwn(context, { session })),
    route(postPasskeyOptions, ({ session }) => beginRegistration(context, { session })),
    route(postPasskey, ({ session, device, sessionToken, body }) =>
      registerPasskey(context, { session, device, sessionToken, ...body }),
    ),
    route(deletePasskey, async ({ session, device, params: { id } }) => {
      await removePasskey(context, { session, device, id });
      return {};
    }),
    route(postAuthPasskeyOptions, ({ sessionToken }) => beginPasskeyLogin(context, { sessionToken })),
    route(postAuthPasskey, ({ sessionToken, body: { response }, device, session }) =>
      logInWithPasskey(context, { sessionToken, response, device, session }),
    ),
  ];
}
