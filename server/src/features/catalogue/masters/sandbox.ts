import { spawn } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../../platform/config/config.ts";

type Programs = { bwrap: string; prlimit: string };

/** A program that runs in the sandbox. `input` and `outputFolder` are paths on this node. */
export type SandboxedCommand = {
  /** Program and arguments; inside, the input is `/input` and the working folder `/output`. */
  command: readonly string[];
  input?: string;
  outputFolder?: string;
  limits: SandboxLimits;
};

export type SandboxLimits = {
  cpuSeconds: number;
  wallMs: number;
  memoryBytes: number;
  /** Of each file that it writes. */
  fileBytes: number;
};

/**
 * `stopped`: a signal of someone else ended the program, such as the shutdown of the machine, so the same input may succeed
 * another time.
 */
export type SandboxResult =
  | { outcome: "exited"; code: number; stdout: string; stderr: string }
  | { outcome: "timeout" }
  | { outcome: "stopped" };

/** Programs without which no master is encoded, and the reason on this node. */
export class SandboxUnavailable extends Error {
  override name = "SandboxUnavailable";
}

/** Text that is kept of each output. */
const MAX_OUTPUT_CHARS = 100_000;
/** Yields to requests. */
const NICENESS = "10";
/** Exit status of FFmpeg after SIGTERM or SIGINT, and of bwrap if its program was terminated. */
const TERMINATED_STATUSES: ReadonlySet<number> = new Set([255, 128 + 15, 128 + 2]);

const PRIVATE_TMP_BYTES = 16 << 20;

/**
 * Runs a program on one file without network, other files, environment and privileges: it sees `/usr` and its input
 * read-only and can write to its output folder and a small `/tmp`. It ends with this process.
 *
 * @throws SandboxUnavailable if bwrap or prlimit is missing
 */
export async function runSandboxed(
  config: Pick<Config, "masters">,
  { command, input, outputFolder, limits }: SandboxedCommand,
): Promise<SandboxResult> {
  const programs = await findPrograms(config);
  const child = spawn(
    programs.bwrap,
    [
      ...isolation,
      ...(input === undefined ? [] : ["--ro-bind", input, "/input"]),
      ...(outputFolder === undefined ? [] : ["--bind", outputFolder, "/output", "--chdir", "/output"]),
      "--remount-ro",
      "/",
      ...["--", "nice", "-n", NICENESS, programs.prlimit],
      `--cpu=${limits.cpuSeconds}`,
      `--as=${limits.memoryBytes}`,
      `--fsize=${limits.fileBytes}`,
      "--nofile=64",
      "--core=0",
      ...command,
    ],
    { stdio: ["ignore", "pipe", "pipe"], env: {} },
  );
  const [stdout, stderr] = [collectText(child.stdout), collectText(child.stderr)];
  let isTimeout = false;
  const timer = setTimeout(() => {
    isTimeout = true;
    child.kill("SIGKILL");
  }, limits.wallMs);
  try {
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
      child.once("error", reject).once("close", (...ended) => resolve(ended));
    });
    if (isTimeout) return { outcome: "timeout" };
    if (code === null || signal !== null || TERMINATED_STATUSES.has(code)) return { outcome: "stopped" };
    return { outcome: "exited", code, stdout: stdout(), stderr: stderr() };
  } finally {
    clearTimeout(timer);
  }
}

const isolation: readonly string[] = [
  // Users, processes, network, mounts, IPC and host name of its own. `--die-with-parent` also ends its descendants.
  ...["--unshare-all", "--unshare-user", "--die-with-parent", "--new-session"],
  ...["--cap-drop", "ALL", "--uid", "65534", "--gid", "65534"],
  ...["--clearenv", "--setenv", "PATH", "/usr/local/bin:/usr/bin"],
  ...["--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin"],
  ...["--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64"],
  // The linker's cache, and the links by which Debian chooses between libraries.
  ...["--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"],
  ...["--ro-bind-try", "/etc/alternatives", "/etc/alternatives"],
  ...["--dev", "/dev", "--remount-ro", "/dev", "--size", String(PRIVATE_TMP_BYTES), "--tmpfs", "/tmp"],
];

function collectText(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  stream.setEncoding("utf8").on("data", (piece: string) => {
    if (text.length < MAX_OUTPUT_CHARS) text += piece;
  });
  return () => text.slice(0, MAX_OUTPUT_CHARS);
}

async function findPrograms({ masters }: Pick<Config, "masters">): Promise<Programs> {
  const find = (name: string) => findProgram(name, masters.programFolders);
  const [bwrap, prlimit, ffmpeg, ffprobe] = await Promise.all(
    ["bwrap", "prlimit", "ffmpeg", "ffprobe"].map(find),
  );
  if (ffmpeg === undefined || ffprobe === undefined)
    throw new SandboxUnavailable("ffmpeg is not installed (Debian: apt-get install ffmpeg)");
  if (bwrap === undefined)
    throw new SandboxUnavailable("bwrap is not installed (Debian: apt-get install bubblewrap)");
  if (prlimit === undefined)
    throw new SandboxUnavailable("prlimit is not installed (Debian: apt-get install util-linux)");
  return { bwrap, prlimit };
}

async function findProgram(name: string, folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const path = join(folder, name);
    const isExecutable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isExecutable) return path;
  }
  return undefined;
}
