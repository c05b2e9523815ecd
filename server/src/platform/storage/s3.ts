import { readFile, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import {
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { LRUCache } from "lru-cache";
import { notFound } from "../failure.ts";
import { stretchTimeout } from "../timeouts.ts";
import { buildKey, checkKind, parseKey, type StorageKey } from "./key.ts";
import {
  type BucketAccess,
  copyObject,
  deleteEverywhere,
  deleteObject,
  findAtKey,
  findObject,
  isMissing,
  keyOfObject,
  releaseObject,
  type StoredObject,
  withholdObject,
} from "./s3-objects.ts";
import { REQUEST_TIMEOUT_MS, type RequestTimer, requestStore } from "./s3-requests.ts";
import { prepareSpool, type Spooled, spool } from "./spool.ts";
import type { ByteRange, ListedFile, OpenFile, SignedResponse, Storage } from "./storage.ts";
import { readTemporaryFile, streamOpened } from "./streams.ts";

export type S3Settings = {
  bucket: string;
  /** Undefined: Amazon's endpoint of the region. */
  endpoint: string | undefined;
  region: string;
  /** Undefined: the SDK's default credential chain. */
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
  /** The bucket in the path instead of the host name. */
  pathStyle: boolean;
  /** Redirects browsers to signed URLs of the store. */
  signedUrls: boolean;
  /** The URL under which a CDN serves the folder `public/` of the bucket. */
  publicUrl?: string | undefined;
};

/** Smaller uploads are buffered, so that the SDK can retry them. */
const MAX_BUFFERED_UPLOAD_BYTES = 8 << 20;

/** Signed URLs stay the same for half an hour, so that browser caches work, and are valid for two hours. */
const SIGNING_PERIOD_MS = 30 * 60 * 1000;
const SIGNED_URL_TTL_S = 2 * 60 * 60;

/**
 * A move ends before the database ends the idle transaction that excludes other moves of the file
 * (`idle_in_transaction_session_timeout`), so none deletes what another one has just copied.
 */
const MOVE_TIMEOUT_MS = 30_000;

/**
 * Names and sizes of recently used objects, which halve the requests to the store. Objects never change; that another process deleted or
 * moved one is noticed on read, or when the entry expires.
 */
const OBJECT_CACHE_SIZE = 10_000;
const OBJECT_TTL_MS = 10_000;

/** Opens an S3-compatible store. `temporary`: a local directory for uploads whose hash is not known yet. */
export async function openS3Storage(
  settings: S3Settings,
  temporary: string,
  timeoutMs = stretchTimeout(REQUEST_TIMEOUT_MS),
): Promise<Storage> {
  await prepareSpool(temporary);
  const client = createClient(settings);
  const bucket = settings.bucket;
  const objects = new LRUCache<StorageKey, StoredObject>({ max: OBJECT_CACHE_SIZE, ttl: OBJECT_TTL_MS });

  const request = <Result>(run: (timer: RequestTimer) => Promise<Result>) => requestStore(run, timeoutMs);
  const inBucket = (timer: RequestTimer): BucketAccess => ({ client, bucket, signal: timer.signal });

  const findCached = async (key: StorageKey): Promise<StoredObject | undefined> => {
    const cached = objects.get(key);
    if (cached !== undefined) return cached;
    // The file may be released between both look-ups, so a missing one is looked up at its key again.
    const object = await request(
      async (timer) => (await findObject(inBucket(timer), key)) ?? findAtKey(inBucket(timer), key),
    );
    if (object !== undefined) objects.set(key, object);
    return object;
  };

  /** Reads an object by its name. Retries once if it was moved meanwhile. @throws Failure E0001 if it is missing */
  async function readObject<Result>(
    key: StorageKey,
    read: (name: string, timer: RequestTimer) => Promise<Result>,
  ): Promise<Result> {
    for (let isRepeated = false; ; isRepeated = true) {
      const object = await findCached(key);
      if (object === undefined) throw notFound();
      try {
        return await request((timer) => read(object.name, timer));
      } catch (error) {
        if (!isMissing(error)) throw error;
        objects.delete(key);
        if (isRepeated) throw notFound();
      }
    }
  }

  async function openKey(key: StorageKey): Promise<OpenFile | undefined> {
    const parsed = parseKey(key);
    const object = parsed === undefined ? undefined : await findCached(key);
    if (parsed === undefined || object === undefined) return undefined;
    const { name, size, modifiedAt } = object;
    return {
      size,
      modifiedAt,
      contentType: parsed.contentType,
      isWithheld: name !== key,
      read: (range) =>
        readObject(key, async (found, timer) => collectStream(await getRange(inBucket(timer), found, range))),
      stream: (range) => readObject(key, (found, timer) => getRange(inBucket(timer), found, range)),
      release: () => undefined,
    };
  }

  const storage: Storage = {
    async put(source, { extension, contentType, maxBytes, beforeStore }) {
      checkKind(extension, contentType);
      const spooled = await spool(temporary, source, maxBytes);
      try {
        const { hash, size } = spooled;
        const key = buildKey(hash, extension);
        const type = parseKey(key)?.contentType ?? contentType;
        const file = { key, hash, size, contentType: type };
        await beforeStore?.(file);
        await request(async (timer) => {
          const stored = await findObject(inBucket(timer), key);
          if (stored?.size !== size) await uploadObject(client, bucket, key, { type, spooled, timer });
        });
        return file;
      } finally {
        await rm(spooled.path, { force: true });
      }
    },
    async stat(key) {
      const file = await openKey(key);
      return file === undefined ? undefined : { size: file.size, contentType: file.contentType };
    },
    read: (key, range) => streamOpened(openKey(key), range),
    open: openKey,
    async delete(key) {
      if (parseKey(key) === undefined) return;
      objects.delete(key);
      await request((timer) => deleteEverywhere(inBucket(timer), key));
    },
    list: () => listFiles(client, bucket),
    async check() {
      await request(({ signal }) =>
        client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal: signal }),
      );
    },
    withheldFiles: {
      withhold: (key) => moveObject(key, withholdObject),
      release: (key) => moveObject(key, releaseObject),
    },
    close: async () => client.destroy(),
  };
  async function moveObject(key: StorageKey, move: typeof withholdObject): Promise<void> {
    if (parseKey(key) === undefined) return;
    await requestStore((timer) => move(inBucket(timer), key), MOVE_TIMEOUT_MS);
    objects.delete(key);
  }
  const { publicUrl } = settings;
  if (publicUrl !== undefined) {
    storage.publicCopies = {
      url: (key) => `${publicUrl}/${key}`,
      create: (key) =>
        readObject(key, (name, timer) => copyObject(inBucket(timer), name, `${PUBLIC_FOLDER}${key}`)),
      delete: (key) => request((timer) => deleteObject(inBucket(timer), `${PUBLIC_FOLDER}${key}`)),
    };
  }
  if (settings.signedUrls) storage.signedUrl = (key, answer) => signUrl(client, bucket, key, answer);
  return storage;
}

/** The only folder that a CDN may read. */
const PUBLIC_FOLDER = "public/";

async function* listFiles(client: S3Client, bucket: string): AsyncGenerator<ListedFile> {
  for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket }))
    for (const { Key: name, Size: size = 0, LastModified: modifiedAt = new Date(0) } of page.Contents ?? []) {
      const key = name === undefined ? undefined : keyOfObject(name);
      if (key !== undefined) yield { key, size, modifiedAt };
    }
}

/** Creates a client for an S3-compatible store. */
export function createClient({
  endpoint,
  region,
  accessKeyId,
  secretAccessKey,
  pathStyle,
}: S3Settings): S3Client {
  return new S3Client({
    region,
    forcePathStyle: pathStyle,
    // Many S3-compatible stores reject the SDK's default checksum trailers.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
  });
}

/** Sends the checksum, so that the store rejects corrupted content. */
async function uploadObject(
  client: S3Client,
  bucket: string,
  key: StorageKey,
  { type, spooled, timer }: { type: string; spooled: Spooled; timer: RequestTimer },
): Promise<void> {
  const { path, hash, size } = spooled;
  const command = new PutObjectCommand({
    Bucket: bucket,
    Key: key,
    Body: size <= MAX_BUFFERED_UPLOAD_BYTES ? await readFile(path) : readWithProgress(path, timer),
    ContentLength: size,
    ContentType: type,
    CacheControl: "public, max-age=31536000, immutable",
    ChecksumSHA256: Buffer.from(hash, "hex").toString("base64"),
  });
  await client.send(command, { abortSignal: timer.signal });
}

/** Each piece that the store takes restarts the time of the request. */
function readWithProgress(path: string, { progress }: RequestTimer): Readable {
  async function* pieces(): AsyncGenerator<Buffer> {
    for await (const piece of readTemporaryFile(path)) {
      progress();
      yield piece;
    }
  }
  return Readable.from(pieces(), { objectMode: false });
}

async function getRange(
  { client, bucket, signal }: BucketAccess,
  name: string,
  { start, end }: ByteRange,
): Promise<Readable> {
  if (end < start) return Readable.from([], { objectMode: false });
  const Range = `bytes=${start}-${end}`;
  const command = new GetObjectCommand({ Bucket: bucket, Key: name, Range });
  const got = await client.send(command, { abortSignal: signal });
  if (!(got.Body instanceof Readable)) throw new TypeError("The S3 store responded without a stream.");
  if (start > 0 && got.ContentRange?.startsWith(`bytes ${start}-`) !== true) {
    got.Body.destroy();
    throw new Error(`The store answered ${Range} with ${got.ContentRange ?? "the whole file"}.`);
  }
  const length = end - start + 1;
  return got.ContentLength === length ? got.Body : firstBytes(got.Body, length);
}

/** Truncates responses of stores that send more than the range: s3rver does for a range of only the first byte. */
function firstBytes(stream: Readable, length: number): Readable {
  async function* cut(): AsyncGenerator<Buffer> {
    let left = length;
    for await (const piece of stream) {
      yield piece.subarray(0, left);
      left -= piece.length;
      if (left <= 0) return;
    }
  }
  return Readable.from(cut(), { objectMode: false });
}

async function collectStream(stream: Readable): Promise<Buffer> {
  return Buffer.concat(await stream.toArray());
}

function signUrl(client: S3Client, bucket: string, key: StorageKey, answer: SignedResponse): Promise<string> {
  const command = new GetObjectCommand({
    Bucket: bucket,
    Key: key,
    ResponseContentType: answer.contentType,
    ResponseCacheControl: answer.cacheControl,
    ...(answer.disposition === undefined ? {} : { ResponseContentDisposition: answer.disposition }),
  });
  const signingDate = new Date(Math.floor(Date.now() / SIGNING_PERIOD_MS) * SIGNING_PERIOD_MS);
  return getSignedUrl(client, command, { expiresIn: SIGNED_URL_TTL_S, signingDate });
}
