import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { codeRequired, signedIn } from "./accounts.ts";

/**
 * Services for social login. OIDC is the operator's own OpenID Connect provider; SANDBOX is the preview's own and labelled as
 * such.
 */
export const socialNetworks = ["SPOTIFY", "APPLE", "AMAZON", "OIDC", "SANDBOX"] as const;
export type SocialNetwork = (typeof socialNetworks)[number];

/** Display names of the streaming services. */
export const streamingServiceNames = {
  SPOTIFY: "Spotify",
  APPLE: "Apple",
  AMAZON: "Amazon",
} satisfies Record<Exclude<SocialNetwork, "OIDC" | "SANDBOX">, string>;

/** Returns the URL slug of a service. */
export function networkSlug(network: SocialNetwork): string {
  return network.toLowerCase();
}

/** Returns the service of a slug; undefined if unknown. */
export function networkOfSlug(slug: string): SocialNetwork | undefined {
  return socialNetworks.find((network) => networkSlug(network) === slug.toLowerCase());
}

/** Slug of Apple Music, which can be linked to an account but not used to log in. */
export const appleMusicSlug = "apple_music";

export const getSocialNetworks = endpoint({
  method: "GET",
  path: "user/social",
  access: "public",
  tag: "accounts",
  summary:
    "Lists the services available for login. A browser starts at `user/social/{network}/auth`, with the name " +
    "in lower case. `oidc_name` is the name of the operator's own OpenID Connect provider.",
  answer: z.object({
    data: z.array(z.enum(socialNetworks)),
    total: z.number().int(),
    oidc_name: z.string().nullable(),
  }),
});

const network = z.object({ network: z.string().max(40) });

export const postSocialExchange = endpoint({
  method: "POST",
  path: "user/social/:network/exchange",
  access: "optional",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "Completes a social login with the token from the callback page: once, within a minute, in the browser that started " +
    "it. The session of the call ends, with or without `isRefresh`. If login codes are enabled, the response is S0007 " +
    "with a `session_token` for `auth/mfa`.",
  params: network,
  body: z.object({
    providerToken: z.string({ error: "Required" }).min(1, { error: "Required" }).max(200),
    response: z.literal("jwt").optional(),
    isRefresh: z.boolean().optional(),
  }),
  answer: z.union([signedIn, codeRequired]),
  codeOf: (answer) => ("session_token" in answer ? "S0007" : undefined),
});

export const postSocialSubsidiary = endpoint({
  method: "POST",
  path: "user/social/:network/subsidiary",
  access: "personal",
  tag: "accounts",
  summary:
    "Links Apple Music (`apple_music`) to the account with the token from Apple's own page. A repeat returns the same.",
  params: network,
  body: z.object({ token: z.string({ error: "Required" }).trim().min(1, { error: "Required" }).max(4_000) }),
  answer: z.object({}),
});
