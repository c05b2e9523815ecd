import type { ParseArgsConfig } from "node:util";
import type { OperatorContext } from "./operator-context.ts";

/** Output of a command; each call writes one line. */
export type Output = { print(line: string): void; printError(line: string): void };

export type CommandArguments = {
  values: Record<string, string | boolean | undefined>;
  /** The argument without a name; empty if the command has none. */
  positional: string;
};

type Description = {
  /** One or two words. */
  name: string;
  usage: string;
  /** The argument without a name, such as “an email address”; undefined if there is none. */
  argument?: { description: string; isOptional?: boolean };
  summary: string;
  /** Arguments and options with their meaning, for the command's own help. */
  details?: readonly (readonly [name: string, meaning: string])[];
  options: NonNullable<ParseArgsConfig["options"]>;
};

/** A command that uses the database with its current schema. */
export type Command = Description & {
  /** Returns the exit code. */
  run(context: OperatorContext, args: CommandArguments, output: Output): Promise<number>;
};

/** A command that reads the environment itself and opens what it needs. */
export type StandaloneCommand = Description & {
  /** Returns the exit code. */
  runAlone(
    environment: Record<string, string | undefined>,
    args: CommandArguments,
    output: Output,
  ): Promise<number>;
};
