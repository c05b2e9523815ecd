import { ConfigError, readConfig } from "./platform/config/config.ts";
import { type Program, startProgram } from "./program.ts";

/** Milliseconds for everything to come to its end after a signal. */
const patience = 15_000;

let program: Program | undefined;
let stopping = false;

// From the start on, so that a signal that comes early still ends the children: their guards run when the process exits.
process.on("SIGTERM", stop);
process.on("SIGINT", stop);

try {
  program = await startProgram(readConfig(process.env));
  void program.failed.then((reason) => {
    process.stderr.write(`${reason}\n`);
    process.exitCode = 1;
    stop();
  });
} catch (error) {
  process.stderr.write(`${describe(error)}\n`);
  process.exit(1);
}

/** The first signal finishes what is in flight; the second does not wait for it. */
function stop(): void {
  if (stopping || program === undefined) process.exit(1);
  stopping = true;
  setTimeout(() => {
    process.stderr.write("Shutdown timed out; exiting.\n");
    process.exit(1);
  }, patience).unref();
  void end(program.stop());
}

async function end(ending: Promise<void>): Promise<void> {
  try {
    await ending;
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`);
    process.exitCode = 1;
  }
  process.exit();
}

/** What a person who starts the program needs to read: no stack for what they can mend themselves. */
function describe(error: unknown): string {
  if (error instanceof ConfigError) return `Invalid configuration:\n${error.message}`;
  if (!(error instanceof Error)) return String(error);
  const mendable = [
    "EmbeddedPostgresError",
    "LocalChainError",
    "MigrationError",
    "StorageError",
    "StartError",
    "SiteError",
  ];
  return mendable.includes(error.name) ? error.message : (error.stack ?? error.message);
}
