import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** Replaces a file: a crash or a full disk leaves the old one, and never a half one. */
export async function writeWhole(path: string, content: Uint8Array): Promise<void> {
  const beside = `${path}.new`;
  const file = await open(beside, "w", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, path);
  const folder = await open(dirname(path), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
