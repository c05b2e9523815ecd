import { QUOTA_EXCEEDED } from "@wrapsody/shared/api/media.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure } from "../../../platform/failure.ts";
import { accountPorts } from "../ports.ts";
import { lockStorageQuota } from "./storage-quota.data.ts";

/**
 * Checks that an account is within its quota after an upload, at the end of the transaction that refers to the new file.
 * If it is not, the transaction fails, and the file is collected later as unreferenced. The uploads of an account are
 * checked one after the other, so two of them cannot both take the last space.
 *
 * @throws Failure E0050 on the field of the upload
 */
export async function assertStorageQuota(
  { config }: Pick<Context, "config">,
  tx: Executor,
  { accountId, field }: { accountId: string; field: string },
): Promise<void> {
  const quota = config.files.quotaBytes;
  if (quota === 0) return;
  await lockStorageQuota(tx, accountId);
  if ((await accountPorts().files.countStorageBytes(tx, accountId)) <= quota) return;
  throw new Failure("E0050", { errors: [{ field, message: QUOTA_EXCEEDED }] });
}

/** Returns the account's use of its storage quota, in bytes. The quota is null if there is none. */
export async function readStorageUsage(
  { config, db }: Pick<Context, "config" | "db">,
  accountId: string,
): Promise<{ used: number; quota: number | null; available: number | null }> {
  const used = await accountPorts().files.countStorageBytes(db, accountId);
  const { quotaBytes } = config.files;
  if (quotaBytes === 0) return { used, quota: null, available: null };
  return { used, quota: quotaBytes, available: Math.max(0, quotaBytes - used) };
}
