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
export async function makeMaster(extension: string, options: MasterOptions = {}): Promise<Buffer> {
  const { output = [], ...sound } = options;
  const [master = Buffer.alloc(0)] = await makeMasters([{ extension, output }], sound);
  return master;
}

/** Makes the same tone in several formats with one run of FFmpeg. */
export async function makeMasters(
  files: readonly { extension: string; output: readonly string[] }[],
  { seconds = 2, tone = 440 }: Omit<MasterOptions, "output"> = {},
): Promise<Buffer[]> {
  const folder = await mkdtemp(join(tmpdir(), "master-"));
  const pathOf = (index: number) => join(folder, `${index}.${files[index]?.extension}`);
  try {
    const input = ["-f", "lavfi", "-i", `sine=frequency=${tone}:duration=${seconds}:sample_rate=44100`];
    const outputs = files.flatMap(({ output }, index) => ["-ac", "2", ...output, pathOf(index)]);
    await run("ffmpeg", ["-nostdin", "-v", "error", ...input, ...outputs]);
    return await Promise.all(files.map((_, index) => readFile(pathOf(index))));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Wraps content as a browser sends it. */
export function masterFile(content: Buffer, fileName: string): FileSent {
  return { content, fileName, contentType: "application/octet-stream" };
}
