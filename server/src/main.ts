import { ConfigError, readConfig } from "./platform/config.ts";
import { startProgram } from "./program.ts";

try {
  const program = await startProgram(readConfig(process.env));
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void end(program.stop()));
  void program.failed.then((reason) => {
    process.stderr.write(`${reason}\n`);
    process.exitCode = 1;
    return end(program.stop());
  });
} catch (error) {
  process.stderr.write(`${describe(error)}\n`);
  process.exit(1);
}

async function end(stopping: Promise<void>): Promise<void> {
  try {
    await stopping;
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`);
    process.exitCode = 1;
  }
  process.exit();
}

/** What a person who starts the program needs to read: no stack for what they can mend themselves. */
function describe(error: unknown): string {
  if (error instanceof ConfigError) return `The configuration is not complete:\n${error.message}`;
  if (!(error instanceof Error)) return String(error);
  const expected = ["EmbeddedPostgresError", "MigrationError", "StorageError"].includes(error.name);
  return expected ? error.message : (error.stack ?? error.message);
}
