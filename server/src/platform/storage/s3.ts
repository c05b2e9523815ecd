import { createReadStream } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { LRUCache } from "lru-cache";
import { notFound } from "../failure.ts";
import { buildKey, checkKind, parseKey, type StorageKey } from "./key.ts";
import { REQUEST_TIMEOUT_MS, type RequestTimer, requestStore } from "./s3-requests.ts";
import { prepareSpool, type Spooled, spool } from "./spool.ts";
import type { ByteRange, ListedFile, OpenFile, SignedResponse, Storage } from "./storage.ts";
import { streamOpened } from "./streams.ts";

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

type Head = { size: number; modifiedAt: Date };

/**
 * Sizes of recently used objects, which halve the requests to the store. Objects never change; a deletion by another
 * process is noticed on read, or when the entry expires.
 */
const HEAD_CACHE_SIZE = 10_000;
const HEAD_TTL_MS = 10_000;

/** Opens an S3-compatible store. `temporary`: a local directory for uploads whose hash is not known yet. */
export async function openS3Storage(
  settings: S3Settings,
  temporary: string,
  timeoutMs = REQUEST_TIMEOUT_MS,
): Promise<Storage> {
  await prepareSpool(temporary);
  const client = createClient(settings);
  const bucket = settings.bucket;
  const heads = new LRUCache<StorageKey, Head>({ max: HEAD_CACHE_SIZE, ttl: HEAD_TTL_MS });

  const request = <Result>(run: (timer: RequestTimer) => Promise<Result>) => requestStore(run, timeoutMs);

  const findHead = async (key: StorageKey): Promise<Head | undefined> => {
    const cached = heads.get(key);
    if (cached !== undefined) return cached;
    const head = await request((timer) => headOf(client, bucket, key, timer));
    if (head !== undefined) heads.set(key, head);
    return head;
  };

  async function openKey(key: StorageKey): Promise<OpenFile | undefined> {
    const parsed = parseKey(key);
    const head = parsed === undefined ? undefined : await findHead(key);
    if (parsed === undefined || head === undefined) return undefined;
    return {
      ...head,
      contentType: parsed.contentType,
      read: (range) =>
        request(async (timer) => collect(await getRange(client, bucket, key, { ...range, timer }))),
      stream: (range) => request((timer) => getRange(client, bucket, key, { ...range, timer })),
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
          const stored = await headOf(client, bucket, key, timer);
          if (stored?.size !== size) await upload(client, bucket, key, { type, spooled, timer });
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
      heads.delete(key);
      await request(({ signal }) =>
        client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }), { abortSignal: signal }),
      );
    },
    list: () => listFiles(client, bucket),
    async check() {
      await request(({ signal }) =>
        client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal: signal }),
      );
    },
    close: async () => client.destroy(),
  };
  const { publicUrl } = settings;
  if (publicUrl !== undefined) {
    storage.publicCopies = {
      url: (key) => `${publicUrl}/${key}`,
      create: (key) => request(({ signal }) => copyToPublic(client, bucket, key, signal)),
      async delete(key) {
        const command = new DeleteObjectCommand({ Bucket: bucket, Key: `${PUBLIC_FOLDER}${key}` });
        await request(({ signal }) => client.send(command, { abortSignal: signal }));
      },
    };
  }
  if (settings.signedUrls) storage.signedUrl = (key, answer) => sign(client, bucket, key, answer);
  return storage;
}

/** The only folder that a CDN may read. */
const PUBLIC_FOLDER = "public/";

async function copyToPublic(
  client: S3Client,
  bucket: string,
  key: StorageKey,
  signal: AbortSignal,
): Promise<void> {
  try {
    // Copies the media type and the lifetime, too.
    const command = new CopyObjectCommand({
      Bucket: bucket,
      Key: `${PUBLIC_FOLDER}${key}`,
      CopySource: `${bucket}/${key}`,
    });
    await client.send(command, { abortSignal: signal });
  } catch (error) {
    throw isMissing(error) ? notFound() : error;
  }
}

async function* listFiles(client: S3Client, bucket: string): AsyncGenerator<ListedFile> {
  for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket }))
    for (const { Key: key, Size: size = 0, LastModified: modifiedAt = new Date(0) } of page.Contents ?? [])
      if (key !== undefined && parseKey(key) !== undefined) yield { key, size, modifiedAt };
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

async function headOf(
  client: S3Client,
  bucket: string,
  key: StorageKey,
  { signal }: RequestTimer,
): Promise<Head | undefined> {
  try {
    const command = new HeadObjectCommand({ Bucket: bucket, Key: key });
    const head = await client.send(command, { abortSignal: signal });
    return { size: head.ContentLength ?? 0, modifiedAt: head.LastModified ?? new Date(0) };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Sends the checksum, so that the store rejects corrupted content. */
async function upload(
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
    for await (const piece of createReadStream(path)) {
      progress();
      yield piece;
    }
  }
  return Readable.from(pieces(), { objectMode: false });
}

async function getRange(
  client: S3Client,
  bucket: string,
  key: StorageKey,
  { start, end, timer }: ByteRange & { timer: RequestTimer },
): Promise<Readable> {
  if (end < start) return Readable.from([], { objectMode: false });
  try {
    const Range = `bytes=${start}-${end}`;
    const command = new GetObjectCommand({ Bucket: bucket, Key: key, Range });
    const got = await client.send(command, { abortSignal: timer.signal });
    if (!(got.Body instanceof Readable)) throw new TypeError("The S3 store responded without a stream.");
    if (start > 0 && got.ContentRange?.startsWith(`bytes ${start}-`) !== true) {
      got.Body.destroy();
      throw new Error(`The store answered ${Range} with ${got.ContentRange ?? "the whole file"}.`);
    }
    const length = end - start + 1;
    return got.ContentLength === length ? got.Body : firstBytes(got.Body, length);
  } catch (error) {
    throw isMissing(error) ? notFound() : error;
  }
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

async function collect(stream: Readable): Promise<Buffer> {
  return Buffer.concat(await stream.toArray());
}

/** Returns whether the object does not exist. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  return error.name === "NotFound" || error.name === "NoSuchKey";
}

function sign(client: S3Client, bucket: string, key: StorageKey, answer: SignedResponse): Promise<string> {
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
