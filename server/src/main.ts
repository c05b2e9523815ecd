import { environment } from "./environment.ts";
import type { Program } from "./program.ts";

// Loaded after the environment is prepared.
const { readConfig } = await import("./platform/config/config.ts");
const { describeStartError } = await import("./start-errors.ts");

/** For what is in flight, after the time in which proxies notice the shutdown. */
const SHUTDOWN_TIMEOUT_MS = 15_000;

let program: Program | undefined;
let drainMs = 0;
let stopping = false;

// Registered before the start: an early signal must still run the exit handlers, which stop the child processes.
process.on("SIGTERM", stopProgram);
process.on("SIGINT", stopProgram);

try {
  const config = readConfig(environment);
  drainMs = config.drainSeconds * 1_000;
  // Loads nearly all modules, so that invalid settings are reported at once.
  const { startProgram } = await import("./program.ts");
  program = await startProgram(config);
  void program.failed.then((message) => {
    process.stderr.write(`${message}\n`);
    process.exitCode = 1;
    stopProgram();
  });
} catch (error) {
  process.stderr.write(`${describeStartError(error)}\n`);
  process.exit(1);
}

/** The first signal shuts down gracefully; the second exits immediately. */
function stopProgram(): void {
  if (stopping || program === undefined) process.exit(1);
  stopping = true;
  setTimeout(() => {
    process.stderr.write("Shutdown timed out; exiting.\n");
    process.exit(1);
  }, SHUTDOWN_TIMEOUT_MS + drainMs).unref();
  void exitAfter(program.stop());
}

async function exitAfter(ending: Promise<void>): Promise<void> {
  try {
    await ending;
  } catch (error) {
    process.stderr.write(`${describeStartError(error)}\n`);
    process.exitCode = 1;
  }
  process.exit();
}
