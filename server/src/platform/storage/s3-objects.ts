import { randomBytes } from "node:crypto";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { parseKey, type StorageKey } from "./key.ts";

/** A bucket, and the signal that ends requests to it. */
export type BucketAccess = { client: S3Client; bucket: string; signal: AbortSignal };

/** A file in the bucket. `name` is its key, or a random name while it is withheld. */
export type StoredObject = { name: string; size: number; modifiedAt: Date };

/**
 * Withheld files are `withheld/{key}/{random name}`. No URL is ever signed for this folder, and the names can neither be guessed
 * nor derived from a URL. The store itself knows which files are withheld, so a database of another time finds them as well.
 */
const WITHHELD_FOLDER = "withheld/";
const RANDOM_NAME_BYTES = 16;
const withheldName = /^withheld\/(.+)\/[0-9a-f]{32}$/;

/** Returns the key of the file that an object is, or undefined if it is none of a file. */
export function keyOfObject(name: string): StorageKey | undefined {
  const key = withheldName.exec(name)?.[1] ?? name;
  return parseKey(key) === undefined ? undefined : key;
}

/** Finds a file at its key, otherwise among the withheld files. */
export async function findObject(access: BucketAccess, key: StorageKey): Promise<StoredObject | undefined> {
  return (await findAtKey(access, key)) ?? (await listWithheld(access, key))[0];
}

export async function findAtKey(
  { client, bucket, signal }: BucketAccess,
  key: StorageKey,
): Promise<StoredObject | undefined> {
  try {
    const command = new HeadObjectCommand({ Bucket: bucket, Key: key });
    const head = await client.send(command, { abortSignal: signal });
    return { name: key, size: head.ContentLength ?? 0, modifiedAt: head.LastModified ?? new Date(0) };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Lists the withheld copies of a file. There are several after a copy whose answer was lost. */
async function listWithheld(
  { client, bucket, signal }: BucketAccess,
  key: StorageKey,
): Promise<StoredObject[]> {
  const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: `${WITHHELD_FOLDER}${key}/` });
  const { Contents = [] } = await client.send(command, { abortSignal: signal });
  return Contents.flatMap(({ Key: name, Size: size = 0, LastModified: modifiedAt = new Date(0) }) =>
    name === undefined ? [] : [{ name, size, modifiedAt }],
  );
}

/** Moves a file to a random name, so that every URL that was signed for it ends. */
export async function withholdObject(access: BucketAccess, key: StorageKey): Promise<void> {
  if ((await findAtKey(access, key)) === undefined) return;
  if ((await listWithheld(access, key)).length === 0) {
    const name = randomBytes(RANDOM_NAME_BYTES).toString("hex");
    await copyObject(access, key, `${WITHHELD_FOLDER}${key}/${name}`);
  }
  await deleteObject(access, key);
}

/** Moves a withheld file back to its key. */
export async function releaseObject(access: BucketAccess, key: StorageKey): Promise<void> {
  const withheld = await listWithheld(access, key);
  const [first] = withheld;
  if (first === undefined) return;
  if ((await findAtKey(access, key)) === undefined) await copyObject(access, first.name, key);
  for (const { name } of withheld) await deleteObject(access, name);
}

/** Deletes a file wherever it is. */
export async function deleteEverywhere(access: BucketAccess, key: StorageKey): Promise<void> {
  await deleteObject(access, key);
  for (const { name } of await listWithheld(access, key)) await deleteObject(access, name);
}

/** Copies an object within the bucket, with its media type and lifetime. */
export async function copyObject(
  { client, bucket, signal }: BucketAccess,
  from: string,
  to: string,
): Promise<void> {
  const command = new CopyObjectCommand({ Bucket: bucket, Key: to, CopySource: `${bucket}/${from}` });
  await client.send(command, { abortSignal: signal });
}

export async function deleteObject({ client, bucket, signal }: BucketAccess, name: string): Promise<void> {
  await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: name }), { abortSignal: signal });
}

/** Returns whether the object does not exist. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  return error.name === "NotFound" || error.name === "NoSuchKey";
}
