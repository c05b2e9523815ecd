import { type Executor, sql } from "../../../platform/database/database.ts";

/**
 * Deletes the photos of an account's orders. The photos of an artwork that is still being rendered stay until then.
 * Returns the images.
 */
export async function deletePhotosOfAccount(tx: Executor, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ image_id: string }>`
    delete from participation_photo f using participation o
    where o.id = f.participation_id and o.account_id = ${accountId} and ${isRendered}
    returning f.image_id`.execute(tx);
  return rows.map(({ image_id }) => image_id);
}

/** Deletes the photos that outlived their account because their artwork was being rendered. Returns the images. */
export async function deleteAbandonedPhotos(tx: Executor): Promise<string[]> {
  const { rows } = await sql<{ image_id: string }>`
    delete from participation_photo f using participation o
    where o.id = f.participation_id and o.account_id is null and ${isRendered}
    returning f.image_id`.execute(tx);
  return rows.map(({ image_id }) => image_id);
}

/** Whether no rendering needs the photos of the order `o`. A failed artwork that is retried is rendered without them. */
const isRendered = sql`
  not exists (select from participant p
    where p.campaign_id = o.campaign_id and p.participation_id = o.id and p.state = 'DRAWN')`;

/**
 * Withdraws the artworks of an account from the public, except those whose token has moved to another wallet. Returns
 * their images.
 */
export async function withdrawArtworksOfAccount(
  tx: Executor,
  accountId: string,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ image_id: string | null }>`
    update participant p set withdrawn_at = ${now}, rendered_image_id = null
    from (
      select campaign_id, id, rendered_image_id from participant
      where account_id = ${accountId} and moved_at is null for no key update
    ) own
    where p.campaign_id = own.campaign_id and p.id = own.id
    returning own.rendered_image_id as image_id`.execute(tx);
  return rows.flatMap(({ image_id }) => image_id ?? []);
}
