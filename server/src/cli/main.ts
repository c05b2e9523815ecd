import { environment } from "../environment.ts";

// Loaded after the environment is prepared.
const { runCommand } = await import("./run-command.ts");

process.exitCode = await runCommand(process.argv.slice(2), environment, {
  print: (line) => process.stdout.write(`${line}\n`),
  printError: (line) => process.stderr.write(`${line}\n`),
});
