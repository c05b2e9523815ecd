import { environment } from "./environment.ts";
import type { Program } from "./program.ts";

// Loaded after the environment is prepared.
const { startProgram } = await import("./program.ts");
const { ConfigError, readConfig } = await import("./platform/config/config.ts");

const SHUTDOWN_TIMEOUT_MS = 15_000;

let program: Program | undefined;
let stopping = false;

// Registered before the start: an early signal must still run the exit handlers, which stop the child processes.
process.on("SIGTERM", stop);
process.on("SIGINT", stop);

try {
  program = await startProgram(readConfig(environment));
  void program.failed.then((reason) => {
    process.stderr.write(`${reason}\n`);
    process.exitCode = 1;
    stop();
  });
} catch (error) {
  process.stderr.write(`${describe(error)}\n`);
  process.exit(1);
}

/** The first signal shuts down gracefully; the second exits immediately. */
function stop(): void {
  if (stopping || program === undefined) process.exit(1);
  stopping = true;
  setTimeout(() => {
    process.stderr.write("Shutdown timed out; exiting.\n");
    process.exit(1);
  }, SHUTDOWN_TIMEOUT_MS).unref();
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

/** Formats a start error. Errors that the operator can fix have no stack trace. */
function describe(error: unknown): string {
  if (error instanceof ConfigError) return `Invalid configuration:\n${error.message}`;
  if (!(error instanceof Error)) return String(error);
  const operatorErrors = [
    "EmbeddedPostgresError",
    "LocalChainError",
    "MigrationError",
    "StorageError",
    "StartError",
    "SiteError",
  ];
  return operatorErrors.includes(error.name) ? error.message : (error.stack ?? error.message);
}
