import type { cancelCollectionRequest, requestCollection } from "../../chain/index.ts";

/** What campaigns ask of the chain, and of who takes payments; `features.ts` hands it in. */
export type CampaignNeeds = {
  /** Asks for the collection of a campaign, in the caller's transaction. */
  requestCollection: typeof requestCollection;
  /** Takes that back, as long as nothing was signed for it. Answers whether it did. */
  withdrawCollection: typeof cancelCollectionRequest;
  /** The networks that this program reaches, as the wire calls them. */
  networks(): readonly string[];
  /** Whether somebody takes payments here. */
  takesPayments(): boolean;
};
