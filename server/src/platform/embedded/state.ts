import { randomBytes } from "node:crypto";
import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const State = z.object({
  /** The password of the superuser `wrapsody`, the only role. */
  password: z.string().min(1),
  /** The port of the last start, reused if it is free. */
  port: z.number().int().optional(),
  /** The server's program and settings, so that an orphan with others is not reused. */
  launched: z.object({ program: z.string(), settings: z.record(z.string(), z.string()) }).optional(),
});

/** The state that outlives the program, in `postgres.json` beside the cluster. */
export type State = z.infer<typeof State>;

export function newState(): State {
  return { password: randomBytes(24).toString("hex") };
}

/** Returns undefined if the file is missing or malformed: a new password is created then. */
export async function readState(dataDir: string): Promise<State | undefined> {
  const text = await readFile(statePath(dataDir), "utf8").catch(() => "");
  try {
    return State.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Writes a temporary file and renames it, so that a crash or a full disk leaves the old one intact. */
export async function writeState(dataDir: string, state: State): Promise<void> {
  const beside = `${statePath(dataDir)}.new`;
  const file = await open(beside, "w", 0o600);
  try {
    await file.writeFile(`${JSON.stringify(state, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, statePath(dataDir));
}

function statePath(dataDir: string): string {
  return join(dataDir, "postgres.json");
}
