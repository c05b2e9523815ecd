import { type OwnSong, studioTexts } from "@wrapsody/shared/studio.ts";
import type { Context } from "../../../../platform/context.ts";
import { notFound } from "../../../../platform/failure.ts";
import type { Upload } from "../../../../platform/http/uploads.ts";
import { invalidatePageCache } from "../../../../platform/pages/page-invalidation.ts";
import { storeCoverUpload } from "../../../artwork/index.ts";
import type { StudioDependencies } from "../needs.ts";
import { lockOwnSong } from "../ownership.data.ts";
import { updateArtwork } from "./artwork.data.ts";
import { findOwnSong } from "./own-songs.data.ts";
import { readOwnSong } from "./own-songs.ts";

/**
 * Replaces the artwork of a wrap of the caller. Checks ownership before the image is processed outside the
 * transaction; the last of concurrent calls wins.
 *
 * @throws Failure E0001 if it is not the caller's or is deleted, E0007 for the image
 */
export async function replaceArtwork(
  context: Context,
  needs: StudioDependencies,
  { accountId, reference, artwork }: { accountId: string; reference: string; artwork: Upload },
): Promise<OwnSong> {
  const { db, clock } = context;
  if ((await findOwnSong(db, accountId, reference)) === undefined) throw notFound();
  const image = await storeCoverUpload(context, artwork, {
    field: "artwork",
    wrongType: studioTexts.wrongImageOnManage,
  });
  return db.transaction().execute(async (tx) => {
    const song = await lockOwnSong(tx, accountId, reference);
    if (song === undefined) throw notFound();
    await updateArtwork(tx, song.id, { imageId: image.id, now: clock.now() });
    if (song.status === "ACTIVE") await invalidatePageCache(tx);
    return readOwnSong(tx, needs, song.id);
  });
}
