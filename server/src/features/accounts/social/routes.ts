import {
  getSocialNetworks,
  postSocialExchange,
  postSocialSubsidiary,
} from "@wrapsody/shared/accounts/social-login.ts";
import { pageRoute, type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { linkAppleMusic } from "./apple-music.ts";
import { listOfferedNetworks } from "./networks.ts";
import { parseBrowserCookie, redeemLoginToken } from "./oauth-attempts.ts";
import { signInWithIdentity } from "./social-sign-in.ts";

/** Returns the API routes of social login; the redirects are in `browser.routes.ts`. */
export function socialRoutes(context: Context): Route[] {
  const networks = listOfferedNetworks(context.config);
  const { oidc } = context.config.social;
  return [
    pageRoute(
      getSocialNetworks,
      async () => ({ data: networks, total: networks.length, oidc_name: oidc?.name ?? null }),
      () => [],
    ),
    route(postSocialExchange, async ({ params, body, cookies, device, session }) => {
      const token = { slug: params.network, token: body.providerToken, browser: parseBrowserCookie(cookies) };
      const person = await redeemLoginToken(context, token);
      return signInWithIdentity(context, { ...person, device, session });
    }),
    route(postSocialSubsidiary, async ({ params, body: { token }, session, device }) => {
      await linkAppleMusic(context, { slug: params.network, token, session, device });
      return {};
    }),
  ];
}
