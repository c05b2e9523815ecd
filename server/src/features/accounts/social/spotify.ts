import { ClientSecretBasic } from "openid-client";
import { z } from "zod";
import type { SocialClient } from "../../../platform/config/config.ts";
import { fetchWithToken, type Network, openClient } from "./oauth-client.ts";

const profile = z.object({
  id: z.string(),
  display_name: z.string().nullish(),
  email: z.string().nullish(),
});

/** Spotify. Its email address is unverified, as its reference says. */
export function openSpotify({ clientId, clientSecret, url, apiUrl }: SocialClient): Network {
  const server = {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/api/token`,
  };
  const client = openClient(server, clientId, ClientSecretBasic(clientSecret));
  return {
    client,
    scope: "user-read-email",
    proof: "pkce",
    async fetchProfile({ access_token: accessToken }) {
      const told = await fetchWithToken({ client, accessToken, url: `${apiUrl}/v1/me` }, profile);
      return { subject: told.id, name: told.display_name, email: told.email, emailVerified: false };
    },
  };
}
