import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure } from "../../../platform/failure.ts";
import { invalidateAllPages } from "../../../platform/pages/page-invalidation.ts";
import { deleteOwnAddress } from "../phases/reminders.data.ts";
import { listCampaignsOfAccount } from "../phases/waitlist.data.ts";
import { deletePhotosOfAccount, withdrawArtworksOfAccount } from "./account-deletion.data.ts";
import { listOpenOrdersOfAccount } from "./orders/orders.data.ts";

/**
 * Deletes the photos of an account, in the transaction that deletes it, and withdraws its artworks from the public unless
 * their owner leaves them there. Finished artworks are not drawn again. Returns the images that are no longer needed.
 *
 * @throws Failure E0005 if an order was started or a waitlist joined meanwhile
 */
export async function detachArtworks(
  { clock }: Context,
  tx: Executor,
  { accountId, keepsArtworks }: { accountId: string; keepsArtworks: boolean },
): Promise<string[]> {
  if ((await listOpenOrdersOfAccount(tx, accountId)).length > 0) throw new Failure("E0005");
  if ((await listCampaignsOfAccount(tx, accountId)).length > 0) throw new Failure("E0005");
  await deleteOwnAddress(tx, accountId);
  const photos = await deletePhotosOfAccount(tx, accountId);
  if (keepsArtworks) return photos;
  const artworks = await withdrawArtworksOfAccount(tx, accountId, clock.now());
  await invalidateAllPages(tx);
  return [...photos, ...artworks];
}
