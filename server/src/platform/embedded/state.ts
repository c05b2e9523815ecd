import { randomBytes } from "node:crypto";
import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const State = z.object({
  /** Of the superuser `wrapsody`, the only role. */
  password: z.string().min(1),
  /** The port of the last start, taken again when it is free. */
  port: z.number().int().optional(),
  /** What the server was started with, so that an orphan that runs otherwise is not reused. */
  launched: z.object({ program: z.string(), settings: z.record(z.string(), z.string()) }).optional(),
});

/** What must outlive the program, in `postgres.json` beside the cluster. */
export type State = z.infer<typeof State>;

export function newState(): State {
  return { password: randomBytes(24).toString("hex") };
}

/** Undefined when there is none or it cannot be understood: the password is then made anew. */
export async function readState(dataDir: string): Promise<State | undefined> {
  const text = await readFile(statePath(dataDir), "utf8").catch(() => "");
  try {
    return State.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Written beside and renamed, so that a crash or a full disk leaves the old one whole. */
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
