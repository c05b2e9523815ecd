import { type SocialNetwork, socialNetworks } from "@wrapsody/shared/accounts/social-login.ts";
import { ClientSecretBasic, ClientSecretPost } from "openid-client";
import { z } from "zod";
import type { Config, SocialClient } from "../../../platform/config/config.ts";
import type { Context } from "../../../platform/context.ts";
import { openApple } from "./apple.ts";
import { fetchWithToken, type Network, openClient } from "./oauth-client.ts";
import { openOidc } from "./oidc.ts";
import { openSandbox } from "./sandbox.ts";

/** Lists the configured services in the order of the screen. */
export function listOfferedNetworks({ social }: Config): SocialNetwork[] {
  const offered = {
    SPOTIFY: social.spotify !== undefined,
    APPLE: social.apple !== undefined,
    AMAZON: social.amazon !== undefined,
    OIDC: social.oidc !== undefined,
    SANDBOX: social.sandbox,
  } satisfies Record<SocialNetwork, boolean>;
  return socialNetworks.filter((name) => offered[name]);
}

export type Networks = Readonly<Record<SocialNetwork, Network | undefined>>;

/** Creates the clients of the configured services. */
export function openNetworks(context: Context): Networks {
  const { spotify, apple, amazon, oidc, sandbox } = context.config.social;
  return {
    SPOTIFY: spotify && openSpotify(spotify),
    APPLE: apple && openApple(apple),
    AMAZON: amazon && openAmazon(amazon),
    OIDC: oidc && openOidc(oidc),
    SANDBOX: sandbox ? openSandbox(context) : undefined,
  };
}

const amazonProfile = z.object({
  user_id: z.string(),
  name: z.string().nullish(),
  email: z.string().nullish(),
});

/** Login with Amazon. Amazon does not document that the email address is verified. */
function openAmazon({ clientId, clientSecret, url, apiUrl }: SocialClient): Network {
  const server = {
    issuer: url,
    authorization_endpoint: `${url}/ap/oa`,
    token_endpoint: `${apiUrl}/auth/o2/token`,
  };
  const client = openClient(server, clientId, ClientSecretPost(clientSecret));
  return {
    loadClient: async () => client,
    scope: "profile",
    proof: "pkce",
    async fetchProfile({ access_token: accessToken }) {
      const profile = await fetchWithToken(
        { client, accessToken, url: `${apiUrl}/user/profile` },
        amazonProfile,
      );
      return { subject: profile.user_id, name: profile.name, email: profile.email, emailVerified: false };
    },
  };
}

const spotifyProfile = z.object({
  id: z.string(),
  display_name: z.string().nullish(),
  email: z.string().nullish(),
});

/** Spotify. Its email address is unverified, as its reference says. */
function openSpotify({ clientId, clientSecret, url, apiUrl }: SocialClient): Network {
  const server = {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/api/token`,
  };
  const client = openClient(server, clientId, ClientSecretBasic(clientSecret));
  return {
    loadClient: async () => client,
    scope: "user-read-email",
    proof: "pkce",
    async fetchProfile({ access_token: accessToken }) {
      const profile = await fetchWithToken({ client, accessToken, url: `${apiUrl}/v1/me` }, spotifyProfile);
      return { subject: profile.id, name: profile.display_name, email: profile.email, emailVerified: false };
    },
  };
}
