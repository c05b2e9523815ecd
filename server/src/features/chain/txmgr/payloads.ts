import { z } from "zod";

/** What tasks are made of, as the database keeps them. */
export const deployPayload = z.object({ contract: z.enum(["CAMPAIGN_FACTORY", "WRAP_TOKEN"]) });

export const createCollectionPayload = z.object({
  campaignId: z.number().int().nonnegative(),
  init: z.object({
    name: z.string(),
    symbol: z.string(),
    baseURI: z.string(),
    contractURI: z.string(),
    maxSupply: z.number().int().nonnegative(),
    royaltyReceiver: z.string().nullable(),
    royaltyBasisPoints: z.number().int().min(0).max(10_000),
  }),
});

export const mintWrapPayload = z.object({
  songId: z.number().int().nonnegative(),
  owner: z.string(),
  fixedUri: z.string(),
});
