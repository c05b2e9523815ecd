import type { Executor } from "../../../../platform/database/database.ts";
import { notFound } from "../../../../platform/failure.ts";
import { invalidateExperienceListing } from "../../public/page-entities.ts";
import { findOwnCampaign, findOwnCampaignForUpdate, type OwnCampaignRow } from "./own-campaigns.data.ts";

/** Returns the account's experience. @throws Failure E0001 if it is not the account's */
export async function requireOwnCampaign(
  db: Executor,
  accountId: string,
  reference: string,
): Promise<OwnCampaignRow> {
  const campaign = await findOwnCampaign(db, accountId, reference);
  if (campaign === undefined) throw notFound();
  return campaign;
}

/** Like `requireOwnCampaign`, and locks it until the transaction ends. */
export async function lockOwnCampaign(
  tx: Executor,
  accountId: string,
  reference: string,
): Promise<OwnCampaignRow> {
  const campaign = await findOwnCampaignForUpdate(tx, accountId, reference);
  if (campaign === undefined) throw notFound();
  return campaign;
}

/** Invalidates the pages of an experience and the lists of experiences; call it with every publicly visible change. */
export async function invalidateCampaignPages(
  tx: Executor,
  { id, song_status }: Pick<OwnCampaignRow, "id" | "song_status">,
): Promise<void> {
  if (song_status === "ACTIVE") await invalidateExperienceListing(tx, id);
}

/** Copies an object, replacing the fields that are defined in `changes`. */
export function mergeDefined<Fields extends object>(
  before: Fields,
  changes: { readonly [Name in keyof Fields]?: Fields[Name] | undefined },
): Fields {
  const after = { ...before };
  for (const name of Object.keys(before) as (keyof Fields)[]) {
    const value = changes[name];
    if (value !== undefined) after[name] = value;
  }
  return after;
}
