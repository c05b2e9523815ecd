import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { FileSent } from "../http/multipart.ts";
import { findSystemProgram } from "../system-program.ts";

const run = promisify(execFile);

/**
 * Installs the programs that encode masters before any test starts the program, which remembers for a minute that they
 * are missing. Ignores a failure, because the tests that need them report it.
 */
export async function installEncoder(): Promise<void> {
  await prepareEncoder().catch(() => undefined);
}

/** Installs the programs that encode masters if the tests run as root and they are missing. */
export async function prepareEncoder(): Promise<void> {
  await findSystemProgram({ name: "bwrap", debianPackage: "bubblewrap", versionFlag: "--version" });
  await findSystemProgram({ name: "ffmpeg", debianPackage: "ffmpeg", versionFlag: "-version" });
}

export type MasterOptions = {
  seconds?: number;
  /** FFmpeg's arguments of the output, such as the codec. */
  output?: readonly string[];
  /** Hertz of the tone; another one is another recording. */
  tone?: number;
};

/** Makes a tone with FFmpeg. The extension decides the format. */
export async function makeMaster(
  extension: string,
  { seconds = 2, output = [], tone = 440 }: MasterOptions = {},
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "master-"));
  const path = join(folder, `master.${extension}`);
  try {
    const input = ["-f", "lavfi", "-i", `sine=frequency=${tone}:duration=${seconds}:sample_rate=44100`];
    await run("ffmpeg", ["-nostdin", "-v", "error", ...input, "-ac", "2", ...output, path]);
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Wraps content as a browser sends it. */
export function masterFile(content: Buffer, fileName: string): FileSent {
  return { content, fileName, contentType: "application/octet-stream" };
}
