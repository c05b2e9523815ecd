import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** Replaces a file: a crash or a full disk leaves the old one, and never a half one. */
export async function writeFileAtomic(path: string, content: Uint8Array): Promise<void> {
  const beside = `${path}.new`;
  try {
    await writeSynced(beside, content);
    await rename(beside, path);
  } catch (error) {
    // Half a file helps nobody, least of all on a full disk.
    await rm(beside, { force: true }).catch(() => undefined);
    throw error;
  }
  const folder = await open(dirname(path), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function writeSynced(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, "w", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
