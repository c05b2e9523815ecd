import type { S3Access } from "../../config/backup.ts";
import { openFolderTarget } from "./folder-target.ts";
import { openS3Target } from "./s3-target.ts";
import type { BackupTarget } from "./target.ts";

/** @param temporary a local directory for objects that are sent to a bucket */
export async function openTarget(label: string, s3: S3Access, temporary: string): Promise<BackupTarget> {
  const [, bucket, prefix = ""] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(label) ?? [];
  if (bucket === undefined) return openFolderTarget(label);
  return openS3Target({ label, bucket, prefix }, s3, temporary);
}
