import * as z from "zod";
import { codeRequired, signedIn } from "./accounts.ts";
import { endpoint } from "./endpoint.ts";

/** Streaming services that people may log in with. SANDBOX is the preview's own, and says so on screen. */
export const socialNetworks = ["SPOTIFY", "APPLE", "AMAZON", "SANDBOX"] as const;
export type SocialNetwork = (typeof socialNetworks)[number];

/** The network as it stands in addresses. */
export function networkSlug(network: SocialNetwork): string {
  return network.toLowerCase();
}

/** By its name in an address; undefined for any other. */
export function networkOfSlug(slug: string): SocialNetwork | undefined {
  return socialNetworks.find((network) => networkSlug(network) === slug.toLowerCase());
}

/** Apple Music in addresses: no network to log in with, but one that an account can be linked to. */
export const appleMusicSlug = "apple_music";

export const getSocialNetworks = endpoint({
  method: "GET",
  path: "user/social",
  access: "public",
  tag: "accounts",
  summary:
    "The streaming services that one may log in with here. A browser begins at `user/social/{network}/auth`, with the " +
    "name in lower case.",
  answer: z.object({ data: z.array(z.enum(socialNetworks)), total: z.number().int() }),
});

const network = z.object({ network: z.string().max(40) });

export const postSocialExchange = endpoint({
  method: "POST",
  path: "user/social/:network/exchange",
  access: "optional",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "Completes a log-in by a streaming service with the token that the callback page was given: once, within a " +
    "minute, in the browser that began. A session that the call was made with ends, with `isRefresh` or without. " +
    "Where codes by e-mail are switched on, the answer is S0007 with a `session_token` for `auth/mfa`.",
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
    "Links Apple Music (`apple_music`) to the account, with the token that its own page gave the listener. A repeat " +
    "answers the same.",
  params: network,
  body: z.object({ token: z.string({ error: "Required" }).trim().min(1, { error: "Required" }).max(4_000) }),
  answer: z.object({}),
});
