import { deleteSessionsOf } from "@wrapsody/shared/account-admin.ts";
import type { Context } from "../../platform/context.ts";
import { type Route, route } from "../../platform/routing.ts";
import { endSessionsOf } from "./admin.ts";

/** What administrators do about accounts. */
export function adminRoutes(context: Context): Route[] {
  return [
    route(deleteSessionsOf, ({ session, device, body: { email } }) =>
      endSessionsOf(context, { session, device, email }),
    ),
  ];
}
