import { type SocialNetwork, socialNetworks } from "@wrapsody/shared/social-login.ts";
import type { Config } from "../../../platform/config/config.ts";
import type { Context } from "../../../platform/context.ts";
import { openAmazon } from "./amazon.ts";
import { openApple } from "./apple.ts";
import type { Network } from "./oauth-client.ts";
import { openSandbox } from "./sandbox.ts";
import { openSpotify } from "./spotify.ts";

/** Lists the configured services in the order of the screen. */
export function listOfferedNetworks({ social }: Config): SocialNetwork[] {
  const offered = {
    SPOTIFY: social.spotify !== undefined,
    APPLE: social.apple !== undefined,
    AMAZON: social.amazon !== undefined,
    SANDBOX: social.sandbox,
  } satisfies Record<SocialNetwork, boolean>;
  return socialNetworks.filter((name) => offered[name]);
}

export type Networks = Readonly<Record<SocialNetwork, Network | undefined>>;

/** Creates the clients of the configured services. */
export function openNetworks(context: Context): Networks {
  const { spotify, apple, amazon, sandbox } = context.config.social;
  return {
    SPOTIFY: spotify && openSpotify(spotify),
    APPLE: apple && openApple(apple),
    AMAZON: amazon && openAmazon(amazon),
    SANDBOX: sandbox ? openSandbox(context) : undefined,
  };
}
