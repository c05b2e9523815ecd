import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { openDiskStorage } from "./disk.ts";
import { openS3Storage } from "./s3.ts";
import type { Storage } from "./storage.ts";

/** Opens the configured storage: the S3 bucket, otherwise `files` in the data directory. */
export async function openStorage({ s3, dataDir, sendfile }: Config): Promise<Storage> {
  if (s3 !== undefined) return openS3Storage(s3, join(dataDir, "spool"));
  const disk = await openDiskStorage(join(dataDir, "files"));
  if (sendfile === undefined) return disk;
  const { header, prefix } = sendfile;
  return { ...disk, sendfileHeader: (key) => ({ [header]: `${prefix}${key}` }) };
}
