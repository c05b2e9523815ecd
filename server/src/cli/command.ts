import type { ParseArgsConfig } from "node:util";
import type { OperatorContext } from "./operator-context.ts";

/** Where a command writes; each call is one line. */
export type Output = { print(line: string): void; printError(line: string): void };

export type CommandArguments = {
  values: Record<string, string | boolean | undefined>;
  /** The argument without a name; empty if the command has none. */
  positional: string;
};

/** A command of two words. */
export type Command = {
  name: string;
  usage: string;
  /** What the argument without a name is, such as “an email address”; undefined if there is none. */
  argument?: string;
  summary: string;
  options: NonNullable<ParseArgsConfig["options"]>;
  /** Returns the exit code. */
  run(context: OperatorContext, args: CommandArguments, output: Output): Promise<number>;
};
