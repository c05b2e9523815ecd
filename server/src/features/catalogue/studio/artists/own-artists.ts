import type { ListQuery } from "@wrapsody/shared/page.ts";
import { type OwnArtist, studioTexts } from "@wrapsody/shared/studio.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import type { Rows } from "../../../../platform/database/list-query.ts";
import { notFound } from "../../../../platform/failure.ts";
import type { Upload } from "../../../../platform/http/uploads.ts";
import { assertStorageQuota, recordEvent } from "../../../accounts/index.ts";
import { storeCoverUpload, withdrawImage } from "../../../artwork/index.ts";
import { invalidateArtists } from "../../songs/page-entities.ts";
import { type Caller, createWithIdempotencyKey } from "../idempotent-create.ts";
import { lockOwnArtist } from "../ownership.data.ts";
import { checkArtistQuota, reserveArtistQuota } from "../plan/plan-limits.ts";
import { stripAccents } from "../slugs.data.ts";
import { insertWithUniqueSlug, toSlug } from "../slugs.ts";
import {
  type ArtistToInsert,
  findOwnArtist,
  insertArtist,
  listOwnArtists,
  updateArtist,
} from "./own-artists.data.ts";

const imageField = { field: "image", wrongType: studioTexts.wrongImage };

/** Returns the caller's artists. */
export function showOwnArtists(
  { db }: Context,
  { accountId, list }: { accountId: string; list: ListQuery },
): Promise<Rows<OwnArtist>> {
  return listOwnArtists(db, accountId, list);
}

/** Returns an artist of the caller by id or clean id. @throws Failure E0001 if it is not the caller's */
export async function showOwnArtist(db: Executor, accountId: string, reference: string): Promise<OwnArtist> {
  const artist = await findOwnArtist(db, accountId, reference);
  if (artist === undefined) throw notFound();
  return artist;
}

async function addArtist(
  context: Context,
  tx: Executor,
  { accountId, name, description, imageId }: Omit<ArtistToInsert, "cleanId" | "now">,
): Promise<number> {
  await reserveArtistQuota(context, tx, accountId);
  const [plain = ""] = await stripAccents(tx, [name]);
  const artist = { name, description, imageId, accountId, now: context.clock.now() };
  const id = await insertWithUniqueSlug([toSlug(plain, "artist")], (cleanId) =>
    insertArtist(tx, { ...artist, cleanId }),
  );
  await invalidateArtists(tx, [id]);
  return id;
}

/**
 * Creates an artist.
 *
 * @throws Failure E0007 for the image, E0024 if the plan's limit is reached
 */
export function createArtist(
  context: Context,
  { accountId, device, key }: Caller,
  input: { name: string; description: string; image: Upload },
): Promise<OwnArtist> {
  const { image, ...described } = input;
  return createWithIdempotencyKey(context, {
    repeatable: { accountId, call: "POST artist", key, input: { ...described, image: image.hash } },
    check: () => checkArtistQuota(context, context.db, accountId),
    prepare: () => storeCoverUpload(context, image, imageField),
    async run(tx, { id: imageId }) {
      const id = await addArtist(context, tx, { ...described, imageId, accountId });
      const detail = { artist: id };
      await recordEvent(context, tx, { accountId, kind: "artist-created", device, detail });
      await assertStorageQuota(context, tx, { accountId, field: imageField.field });
      return showOwnArtist(tx, accountId, String(id));
    },
  });
}

/**
 * Changes the given fields of an artist of the caller. The clean id and the credits of songs stay.
 *
 * @throws Failure E0001 if it is not the caller's, E0007 for the image
 */
export async function changeArtist(
  context: Context,
  { accountId, reference }: { accountId: string; reference: string },
  changes: { name?: string | undefined; description?: string | undefined; image: Upload | undefined },
): Promise<OwnArtist> {
  const { image, name, description } = changes;
  await showOwnArtist(context.db, accountId, reference);
  const stored = image === undefined ? undefined : await storeCoverUpload(context, image, imageField);
  return context.db.transaction().execute(async (tx) => {
    const artist = await lockOwnArtist(tx, accountId, reference);
    if (artist === undefined) throw notFound();
    const replaced = await updateArtist(tx, artist.id, { name, description, imageId: stored?.id });
    if (replaced !== null) await withdrawImage(tx, replaced);
    await invalidateArtists(tx, [artist.id]);
    if (stored !== undefined) await assertStorageQuota(context, tx, { accountId, field: imageField.field });
    return showOwnArtist(tx, accountId, String(artist.id));
  });
}
