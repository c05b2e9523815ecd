import type { BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import type { FieldError } from "@wrapsody/shared/api/errors.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { ArtistLink } from "@wrapsody/shared/catalogue/catalogue.ts";
import { readCrop } from "@wrapsody/shared/experiences/crop.ts";
import {
  type ArtistLinkInput,
  type OwnArtist,
  type patchArtist,
  type postArtist,
  studioTexts,
} from "@wrapsody/shared/studio/studio.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import type { Rows } from "../../../../platform/database/list-query.ts";
import { Failure, notFound } from "../../../../platform/failure.ts";
import type { Upload } from "../../../../platform/http/uploads.ts";
import { assertStorageQuota, recordEvent } from "../../../accounts/index.ts";
import { storeCoverUpload, withdrawImage } from "../../../artwork/index.ts";
import { invalidateArtists } from "../../songs/page-entities.ts";
import { type Caller, createWithIdempotencyKey } from "../idempotent-create.ts";
import { lockOwnArtist } from "../ownership.data.ts";
import { checkArtistQuota, reserveArtistQuota } from "../plan/plan-limits.ts";
import { insertWithUniqueSlug, listSlugWords, toSlug } from "../slugs.ts";
import { invalidServicePageMessage, isServicePage } from "../songs/dsp-links.ts";
import {
  type ArtistToInsert,
  countRemains,
  deleteArtistRow,
  findOwnArtist,
  insertArtist,
  listOwnArtists,
  type Remains,
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

/** Adds an artist with a stored image, within the limit of the plan, and returns its id. */
export async function addArtist(
  context: Context,
  tx: Executor,
  { accountId, name, description, links, imageId }: Omit<ArtistToInsert, "cleanId" | "now">,
): Promise<number> {
  await reserveArtistQuota(context, tx, accountId);
  const [words = []] = await listSlugWords(tx, [name]);
  const artist = { name, description, links, imageId, accountId, now: context.clock.now() };
  const id = await insertWithUniqueSlug([toSlug(words, "artist")], (cleanId) =>
    insertArtist(tx, { ...artist, cleanId }),
  );
  await invalidateArtists(tx, [id]);
  return id;
}

/**
 * Creates an artist.
 *
 * @throws Failure E0007 for the image and the links, E0024 if the plan's limit is reached
 */
export async function createArtist(
  context: Context,
  { accountId, device, key }: Caller,
  input: BodyOf<typeof postArtist> & { image: Upload },
): Promise<OwnArtist> {
  const { image, ...described } = input;
  const links = toLinks(described.links ?? []);
  return createWithIdempotencyKey(context, {
    repeatable: { accountId, call: "POST artist", key, input: { ...described, image: image.hash } },
    check: () => checkArtistQuota(context, context.db, accountId),
    prepare: () => storeCoverUpload(context, image, { ...imageField, crop: readCrop(input.crop) }),
    async run(tx, { id: imageId }) {
      const id = await addArtist(context, tx, { ...described, links, imageId, accountId });
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
 * @throws Failure E0001 if it is not the caller's, E0007 for the image and the links
 */
export async function changeArtist(
  context: Context,
  { accountId, reference }: { accountId: string; reference: string },
  changes: BodyOf<typeof patchArtist> & { image: Upload | undefined },
): Promise<OwnArtist> {
  const { image, crop, name, description } = changes;
  const links = changes.links && toLinks(changes.links);
  await showOwnArtist(context.db, accountId, reference);
  const stored = image && (await storeCoverUpload(context, image, { ...imageField, crop: readCrop(crop) }));
  return context.db.transaction().execute(async (tx) => {
    const artist = await lockOwnArtist(tx, accountId, reference);
    if (artist === undefined) throw notFound();
    const replaced = await updateArtist(tx, artist.id, { name, description, links, imageId: stored?.id });
    if (replaced !== null) await withdrawImage(tx, replaced);
    await invalidateArtists(tx, [artist.id]);
    if (stored !== undefined) await assertStorageQuota(context, tx, { accountId, field: imageField.field });
    return showOwnArtist(tx, accountId, String(artist.id));
  });
}

/** @throws Failure E0007 for addresses of other sites */
function toLinks(typed: readonly ArtistLinkInput[]): ArtistLink[] {
  const { links, errors } = parseArtistLinks(typed);
  if (errors.length > 0) throw new Failure("E0007", { errors });
  return links;
}

/** Converts links, with an error for each address that is not on its service; pure. A link to a service needs no name of its own. */
export function parseArtistLinks(typed: readonly ArtistLinkInput[]): {
  links: ArtistLink[];
  errors: FieldError[];
} {
  const errors = typed.flatMap(({ dsp, link }, at) =>
    dsp && !isServicePage(dsp, link)
      ? [{ field: `links.${at}.link`, message: invalidServicePageMessage(dsp) }]
      : [],
  );
  const links = typed.map(({ dsp, name, link }) => ({
    dsp: dsp ?? null,
    name: dsp ? "" : (name ?? ""),
    link,
  }));
  return { links, errors };
}

/**
 * Deletes an artist of the caller with its albums.
 *
 * @throws Failure E0001 if it is not the caller's, E0073 while it has wraps or experiences
 */
export async function deleteArtist(
  context: Context,
  { caller: { accountId, device }, reference }: { caller: Caller; reference: string },
): Promise<Record<never, never>> {
  await context.db.transaction().execute(async (tx) => {
    const artist = await lockOwnArtist(tx, accountId, reference);
    if (artist === undefined) throw notFound();
    assertEmpty(await countRemains(tx, artist.id));
    for (const image of await deleteArtistRow(tx, artist.id)) await withdrawImage(tx, image);
    await invalidateArtists(tx, [artist.id]);
    const detail = { artist: artist.id, name: artist.name };
    await recordEvent(context, tx, { accountId, kind: "artist-deleted", device, detail });
  });
  return {};
}

function assertEmpty({ songs, campaigns }: Remains): void {
  const left = [
    ...(songs === 0 ? [] : [songs === 1 ? "1 wrap" : `${songs} wraps`]),
    ...(campaigns === 0 ? [] : [campaigns === 1 ? "1 experience" : `${campaigns} experiences`]),
  ];
  if (left.length === 0) return;
  const message = `This artist can’t be deleted yet: it has ${left.join(" and ")}. Delete them first.`;
  throw new Failure("E0073", { message });
}
