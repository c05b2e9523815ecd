import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** Replaces a file atomically: a crash or a full disk leaves the old file intact. */
export async function writeFileAtomic(path: string, content: Uint8Array): Promise<void> {
  const temporary = `${path}.new`;
  try {
    await writeSynced(temporary, content);
    await rename(temporary, path);
  } catch (error) {
    // A partial file is useless and takes space on a full disk.
    await rm(temporary, { force: true }).catch(() => undefined);
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
