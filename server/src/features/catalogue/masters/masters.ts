import { open } from "node:fs/promises";
import type { OwnMaster } from "@wrapsody/shared/studio/masters.ts";
import { withIdempotencyKey } from "../../../platform/api/idempotency.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { openUpload, type Upload } from "../../../platform/http/uploads.ts";
import { assertStorageQuota } from "../../accounts/index.ts";
import type { ByteSource } from "../audio/mp3/byte-source.ts";
import { lockOwnSong } from "../studio/ownership.data.ts";
import { encodeMasterJob } from "./encode-job.ts";
import { findEncoderProblem, probeMaster } from "./encoder.ts";
import { formatDescriptions, recognizeMaster, UnusableMaster } from "./master-formats.ts";
import { signMasterPath } from "./master-links.ts";
import {
  deleteMasterRow,
  findMasterFile,
  findOwnMaster,
  type NewMaster,
  upsertMaster,
} from "./masters.data.ts";

type Caller = { accountId: string /** The song's id or pretty id. */; reference: string };

type Upserting = Caller & {
  master: Upload;
  /** `Idempotency-Key`. */
  key: string | undefined;
};

/**
 * Stores the master of a wrap of the caller and lets a job encode its mp3. Listeners hear the current audio until then. The
 * previous master is replaced in the same transaction.
 *
 * @throws Failure E0001 if the wrap is not the caller's or is deleted, E0007 for an unusable file, E0072 if this node encodes none
 */
export async function replaceMaster(context: Context, upload: Upserting): Promise<OwnMaster> {
  const { accountId, reference, master, key } = upload;
  // Checks ownership first, so that a file without a song is never stored.
  if ((await lockOwnSong(context.db, accountId, reference)) === undefined) throw notFound();
  if ((await findEncoderProblem(context.config)) !== undefined) throw new Failure("E0072");
  const stored = await storeMaster(context, master);
  const input = { reference, hash: master.hash };
  return withIdempotencyKey(context, { accountId, call: "PUT song/master", key, input }, (tx) =>
    setStoredMaster(context, tx, upload, stored),
  );
}

async function setStoredMaster(
  context: Context,
  tx: Executor,
  { accountId, reference }: Upserting,
  stored: Omit<NewMaster, "songId">,
): Promise<OwnMaster> {
  const song = await lockOwnSong(tx, accountId, reference);
  if (song === undefined) throw notFound();
  await upsertMaster(tx, { ...stored, songId: song.id }, context.clock.now());
  await assertStorageQuota(context, tx, { accountId, field: "master" });
  const waiting = { songId: song.id, key: stored.key };
  await context.queue.enqueue(tx, encodeMasterJob, waiting, { key: `master ${song.id}` });
  const saved = await findOwnMaster(tx, song.id);
  if (saved === undefined) throw notFound();
  return saved;
}

/** @throws Failure E0007 on the field `master` with the problem */
async function storeMaster(context: Context, upload: Upload): Promise<Omit<NewMaster, "songId">> {
  const { format, ...facts } = await examineUpload(context, upload);
  const { key, size } = await context.storage.put(openUpload(upload), formatDescriptions[format]);
  return { key, bytes: size, format, fileName: nameOf(upload, format), ...facts };
}

async function examineUpload({ config }: Context, { path, size }: Upload) {
  const file = await open(path);
  try {
    const source: ByteSource = {
      size,
      async read(start, end) {
        return (await file.read(Buffer.alloc(end - start), 0, end - start, start)).buffer;
      },
    };
    const recognized = await recognizeMaster(source);
    const facts = await probeMaster(config, { path, ...recognized });
    return { format: recognized.format, ...facts };
  } catch (cause) {
    if (!(cause instanceof UnusableMaster)) throw cause;
    throw new Failure("E0007", { errors: [{ field: "master", message: cause.message }], cause });
  } finally {
    await file.close();
  }
}

/** The name under which the owner gets the file back. */
function nameOf({ fileName }: Upload, format: NewMaster["format"]): string {
  const name = fileName.replaceAll("\0", "").toWellFormed().trim();
  return name === "" ? `master.${formatDescriptions[format].extension}` : name;
}

/**
 * Deletes the master of a wrap of the caller, whose audio stays. Repeating it is no error.
 *
 * @throws Failure E0001 if the wrap is not the caller's
 */
export async function deleteMaster(
  { db }: Context,
  { accountId, reference }: Caller,
): Promise<Record<string, never>> {
  await db.transaction().execute(async (tx) => {
    const song = await lockOwnSong(tx, accountId, reference);
    if (song === undefined) throw notFound();
    await deleteMasterRow(tx, song.id);
  });
  return {};
}

/**
 * Returns an address at which the caller's browser can download the master; `memberId` is the member who asks for it.
 *
 * @throws Failure E0001 if the wrap is not the caller's or has no master
 */
export async function createMasterLink(
  context: Context,
  { accountId, reference, memberId }: Caller & { memberId: string | undefined },
): Promise<{ uri: string; expires_at: string }> {
  const song = await lockOwnSong(context.db, accountId, reference);
  const master = song === undefined ? undefined : await findMasterFile(context.db, song.id);
  if (master === undefined) throw notFound();
  return signMasterPath(context, master, memberId);
}

/** Returns the largest accepted master in bytes, or null if this node encodes none. */
export async function readMasterLimit({ config }: Pick<Context, "config">): Promise<number | null> {
  return (await findEncoderProblem(config)) === undefined ? config.masters.maxBytes : null;
}
