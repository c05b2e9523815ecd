import type { Executor } from "../../../../platform/database/database.ts";
import { notFound } from "../../../../platform/failure.ts";
import { invalidatePageCache } from "../../../../platform/pages/page-invalidation.ts";
import { findOwnCampaign, findOwnCampaignForUpdate, type OwnCampaignRow } from "./own-campaigns.data.ts";

/** An experience of an account's as it stands now. @throws Failure E0001 for somebody else's */
export async function requireOwnCampaign(
  db: Executor,
  accountId: string,
  reference: string,
): Promise<OwnCampaignRow> {
  const campaign = await findOwnCampaign(db, accountId, reference);
  if (campaign === undefined) throw notFound();
  return campaign;
}

/** As `seeOwn`; nobody else changes it until the transaction ends. */
export async function lockOwnCampaign(
  tx: Executor,
  accountId: string,
  reference: string,
): Promise<OwnCampaignRow> {
  const campaign = await findOwnCampaignForUpdate(tx, accountId, reference);
  if (campaign === undefined) throw notFound();
  return campaign;
}

/** Called with every change of what fans may see: pages that show it are drawn anew. */
export async function invalidateCampaignPages(
  tx: Executor,
  campaign: Pick<OwnCampaignRow, "song_status">,
): Promise<void> {
  if (campaign.song_status === "ACTIVE") await invalidatePageCache(tx);
}

/** What was there, with what is given of it in its place. */
export function mergeDefined<Fields extends object>(
  before: Fields,
  given: { readonly [Name in keyof Fields]?: Fields[Name] | undefined },
): Fields {
  const after = { ...before };
  for (const name of Object.keys(before) as (keyof Fields)[]) {
    const value = given[name];
    if (value !== undefined) after[name] = value;
  }
  return after;
}
