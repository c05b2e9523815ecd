import { parseArgs } from "node:util";
import { readConfig } from "../platform/config/config.ts";
import { describeStartError } from "../start-errors.ts";
import { createAdmin, resetAdminPassword } from "./admin.ts";
import { backup } from "./backup.ts";
import type { Command, CommandArguments, Output, StandaloneCommand } from "./command.ts";
import { doctor } from "./doctor/doctor.ts";
import { collectStoredFiles } from "./files.ts";
import { listJobs, retryJob } from "./jobs.ts";
import { acceptKeys, rotateKeys } from "./keys.ts";
import { releaseAddress, suppressAddress } from "./mail.ts";
import { migrateStatus } from "./migrations.ts";
import { openOperatorContext } from "./operator-context.ts";
import { restore } from "./restore.ts";
import { rotateOperatorKey } from "./rotate-operator.ts";

const commands: readonly (Command | StandaloneCommand)[] = [
  createAdmin,
  resetAdminPassword,
  backup,
  restore,
  collectStoredFiles,
  rotateKeys,
  rotateOperatorKey,
  acceptKeys,
  doctor,
  migrateStatus,
  listJobs,
  retryJob,
  suppressAddress,
  releaseAddress,
];

const SUMMARY_COLUMN = 49;

const usage = [
  "Usage: npm run wrapsody -- COMMAND",
  "",
  ...[...commands, { usage: "help [COMMAND]", summary: "Show this help, or that of a command." }].flatMap(
    describeCommand,
  ),
  "",
  "Commands read the same environment variables as the program, which may be running.",
  "Exit codes: 0 success, 1 failure, 2 wrong usage.",
];

/** A usage that leaves no room for the summary has a line of its own. */
function describeCommand({ usage: line, summary }: { usage: string; summary: string }): string[] {
  const indent = " ".repeat(SUMMARY_COLUMN);
  return line.length + 3 <= SUMMARY_COLUMN
    ? [`  ${line}`.padEnd(SUMMARY_COLUMN) + summary]
    : [`  ${line}`, indent + summary];
}

/** Returns the help of a command, of the commands that share their first word, or of all. */
function describeUsage(words: readonly string[]): readonly string[] {
  const named = findCommand(words);
  if (named === undefined) {
    const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `));
    return group.length === 0
      ? usage
      : ["Usage: npm run wrapsody -- COMMAND", "", ...group.flatMap(describeCommand)];
  }
  const { usage: line, summary, details = [] } = named;
  const width = Math.max(0, ...details.map(([name]) => name.length));
  const meanings = details.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`);
  return [`Usage: npm run wrapsody -- ${line}`, summary, ...(details.length === 0 ? [] : ["", ...meanings])];
}

function findCommand([group, name]: readonly string[]): Command | StandaloneCommand | undefined {
  return (
    commands.find((command) => command.name === `${group} ${name}`) ??
    commands.find((command) => command.name === group)
  );
}

const isHelpOption = (argument: string) => argument === "--help" || argument === "-h";

/**
 * Runs a command of the operator. Returns the exit code: 0 if it succeeded, 1 if it failed, 2 if it was used wrongly.
 */
export async function runCommand(
  args: readonly string[],
  environment: Record<string, string | undefined>,
  output: Output,
): Promise<number> {
  const [group, ...rest] = args;
  if (group === undefined || group === "help" || args.some(isHelpOption)) {
    const words = args.filter((argument) => argument !== "help" && !isHelpOption(argument));
    for (const line of describeUsage(words)) output.print(line);
    return group === undefined ? 2 : 0;
  }
  const command = findCommand(args);
  if (command === undefined) {
    output.printError(`Unknown command: ${args.slice(0, 2).join(" ")}. Run “npm run wrapsody -- help”.`);
    return 2;
  }
  const parsed = parseCommand(command, command.name === group ? rest : rest.slice(1));
  if (typeof parsed === "string") {
    output.printError(`${parsed}\nUsage: npm run wrapsody -- ${command.usage}`);
    return 2;
  }
  try {
    if ("runAlone" in command) return await command.runAlone(environment, parsed, output);
    const operator = await openOperatorContext(readConfig(environment));
    try {
      return await command.run(operator.context, parsed, output);
    } finally {
      await operator.close();
    }
  } catch (error) {
    output.printError(describeStartError(error));
    return 1;
  }
}

/** Returns the arguments, or what is wrong with them. */
function parseCommand(
  { argument, options }: Command | StandaloneCommand,
  args: readonly string[],
): CommandArguments | string {
  try {
    const { values: all, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const values = Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string | boolean] => !Array.isArray(entry[1])),
    );
    const unexpected = positionals[argument === undefined ? 0 : 1];
    if (unexpected !== undefined) return `Unexpected argument: ${unexpected}`;
    const [positional = ""] = positionals;
    const isMissing = argument !== undefined && argument.isOptional !== true && positional === "";
    return isMissing ? `Missing: ${argument.description}.` : { values, positional };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
