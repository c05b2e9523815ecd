import { ClientSecretPost } from "openid-client";
import { z } from "zod";
import type { SocialClient } from "../../../platform/config/config.ts";
import { fetchWithToken, type Network, openClient } from "./oauth-client.ts";

const profile = z.object({ user_id: z.string(), name: z.string().nullish(), email: z.string().nullish() });

/** Login with Amazon. Amazon does not document that the email address is verified. */
export function openAmazon({ clientId, clientSecret, url, apiUrl }: SocialClient): Network {
  const server = {
    issuer: url,
    authorization_endpoint: `${url}/ap/oa`,
    token_endpoint: `${apiUrl}/auth/o2/token`,
  };
  const client = openClient(server, clientId, ClientSecretPost(clientSecret));
  return {
    client,
    scope: "profile",
    proof: "pkce",
    async fetchProfile({ access_token: accessToken }) {
      const told = await fetchWithToken({ client, accessToken, url: `${apiUrl}/user/profile` }, profile);
      return { subject: told.user_id, name: told.name, email: told.email, emailVerified: false };
    },
  };
}
