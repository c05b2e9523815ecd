import {
  getSocialNetworks,
  postSocialExchange,
  postSocialSubsidiary,
} from "@wrapsody/shared/social-login.ts";
import type { Context } from "../../../platform/context.ts";
import { type Route, route } from "../../../platform/routing.ts";
import type { Plans } from "../plans.ts";
import { linkAppleMusic } from "./apple-music.ts";
import { arrive } from "./arrivals.ts";
import { redeemToken } from "./attempts.ts";
import { browserIn } from "./browser-cookie.ts";
import { offeredNetworks } from "./networks.ts";

/** The calls of logging in by a network; what a browser is led through is in `browser.routes.ts`. */
export function socialRoutes(context: Context, plans: Plans): Route[] {
  const networks = offeredNetworks(context.config);
  return [
    route(getSocialNetworks, async () => ({ data: networks, total: networks.length })),
    route(postSocialExchange, async ({ params, body, cookies, device, session }) => {
      const token = { slug: params.network, token: body.providerToken, browser: browserIn(cookies) };
      const person = await redeemToken(context, token);
      return arrive(context, plans, { ...person, device, session });
    }),
    route(postSocialSubsidiary, async ({ params, body: { token }, session, device }) => {
      await linkAppleMusic(context, { slug: params.network, token, session, device });
      return {};
    }),
  ];
}
