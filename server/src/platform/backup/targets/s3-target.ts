import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  paginateListObjectsV2,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import type { S3Access } from "../../config/backup.ts";
import { createClient } from "../../storage/s3.ts";
import { isMissing } from "../../storage/s3-objects.ts";
import { getErrorCode, prepareSpool, spool } from "../../storage/spool.ts";
import { StorageFullError } from "../../storage/storage.ts";
import { readTemporaryFile } from "../../storage/streams.ts";
import { BackupError } from "../backup-error.ts";
import type { BackupTarget } from "./target.ts";

type Place = { label: string; bucket: string; prefix: string };

/** Opens a part of a bucket. Objects are complete in the directory `temporary` before they are sent. */
export async function openS3Target(
  { label, bucket, prefix }: Place,
  access: S3Access,
  temporary: string,
): Promise<BackupTarget> {
  const client = createClient({ ...access, bucket, signedUrls: false });
  const keyOf = (path: string) => (prefix === "" ? path : `${prefix}/${path}`);
  let isPrepared = false;

  async function call<Result>(request: () => Promise<Result>): Promise<Result> {
    try {
      return await request();
    } catch (error) {
      throw describeError(error, label);
    }
  }

  return {
    label,
    async put(path, content) {
      if (!isPrepared) await prepareSpool(temporary);
      isPrepared = true;
      const spooled = await spool(temporary, content).catch((error: unknown) => {
        if (!(error instanceof StorageFullError)) throw error;
        const reason = `There is no space left in ${temporary} to prepare the backup.`;
        throw new BackupError(reason, { cause: error });
      });
      try {
        const input = (): PutObjectCommandInput => ({
          Bucket: bucket,
          Key: keyOf(path),
          Body: Readable.from(readTemporaryFile(spooled.path), { objectMode: false }),
          ContentLength: spooled.size,
          ChecksumSHA256: Buffer.from(spooled.hash, "hex").toString("base64"),
        });
        await call(() => withRetries(() => client.send(new PutObjectCommand(input()))));
      } finally {
        await rm(spooled.path, { force: true });
      }
    },
    async read(path) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(path) }));
        if (!(Body instanceof Readable)) throw new TypeError("The S3 store responded without a stream.");
        return Body;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw describeError(error, label);
      }
    },
    async *list(below) {
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: keyOf(below) });
      const start = keyOf("").length;
      try {
        for await (const { Contents = [] } of pages)
          for (const { Key = "", Size = 0 } of Contents) yield { path: Key.slice(start), size: Size };
      } catch (error) {
        throw describeError(error, label);
      }
    },
    async delete(path) {
      await call(() => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(path) })));
    },
    close: async () => client.destroy(),
  };
}

const MAX_ATTEMPTS = 3;

/** Retries an upload from the start: the SDK does not retry bodies that are streams. */
async function withRetries<Result>(send: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      const isRejected = error instanceof S3ServiceException && error.$fault === "client";
      if (attempt === MAX_ATTEMPTS || isRejected) throw error;
    }
  }
}

const INSUFFICIENT_STORAGE = 507;

function isFull({ name, $metadata }: S3ServiceException): boolean {
  return $metadata.httpStatusCode === INSUFFICIENT_STORAGE || name === "QuotaExceeded";
}

function describeError(error: unknown, label: string): unknown {
  if (error instanceof BackupError) return error;
  if (error instanceof S3ServiceException && isFull(error))
    return new BackupError(`There is no space left for the backup in ${label}.`, { cause: error });
  const code = error instanceof S3ServiceException ? error.name : getErrorCode(error);
  return code === undefined
    ? error
    : new BackupError(`The backup target ${label} cannot be used: ${code}.`, { cause: error });
}
