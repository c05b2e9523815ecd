import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { openDiskStorage } from "./disk.ts";
import { openS3Storage } from "./s3.ts";
import type { Storage } from "./storage.ts";

/** The store the configuration names: the bucket where one is set, otherwise `files` below the data directory. */
export function openStorage(config: Config): Promise<Storage> {
  return config.s3 === undefined
    ? openDiskStorage(join(config.dataDir, "files"))
    : openS3Storage(config.s3, join(config.dataDir, "spool"));
}
