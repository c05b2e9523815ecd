import { environment } from "../environment.ts";

// Loaded after the environment is prepared.
const { runCommand } = await import("./run-command.ts");

const EXIT_TIMEOUT_MS = 1_000;

process.exitCode = await runCommand(process.argv.slice(2), environment, {
  print: (line) => process.stdout.write(`${line}\n`),
  printError: (line) => process.stderr.write(`${line}\n`),
});
// A server that has stopped answering may hold a connection open. A shorter exit could cut off the output.
setTimeout(() => process.exit(), EXIT_TIMEOUT_MS).unref();
