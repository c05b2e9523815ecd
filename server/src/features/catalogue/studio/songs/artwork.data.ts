import { type Executor, sql } from "../../../../platform/database/database.ts";

/** The image is already stored. */
export async function updateArtwork(
  tx: Executor,
  songId: number,
  { imageId, now }: { imageId: string; now: Date },
): Promise<void> {
  await sql`update song set image_id = ${imageId}, updated_at = ${now} where id = ${songId}`.execute(tx);
}
