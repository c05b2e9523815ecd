import { ClientSecretPost } from "openid-client";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import {
  sandboxClientId,
  sandboxClientSecret,
  sandboxIssuer,
  sandboxPath,
} from "../sandbox/authorization.ts";
import { fetchWithToken, type Network, openClient } from "./oauth-client.ts";

const profile = z.object({
  sub: z.string(),
  name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
});

/** Client of the sandbox streaming service, which is called over HTTP like any other. */
export function openSandbox(context: Context): Network {
  const issuer = sandboxIssuer(context.publicUrl);
  const here = `${loopbackUrl(context)}${sandboxPath}`;
  const server = {
    issuer,
    // Browsers use the public address, which this machine may be unable to reach.
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${here}/token`,
    authorization_response_iss_parameter_supported: true,
  };
  const client = openClient(
    server,
    sandboxClientId,
    ClientSecretPost(sandboxClientSecret(context.encryption)),
  );
  return {
    loadClient: async () => client,
    scope: "profile",
    proof: "pkce",
    async fetchProfile({ access_token: accessToken }) {
      const claims = await fetchWithToken({ client, accessToken, url: `${here}/me` }, profile);
      return {
        subject: claims.sub,
        name: claims.name,
        email: claims.email,
        emailVerified: claims.email_verified,
      };
    },
  };
}

function loopbackUrl({ config: { host, port } }: Context): string {
  if (host === "0.0.0.0" || host === "::") return `http://127.0.0.1:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
