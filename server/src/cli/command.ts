import type { ParseArgsConfig } from "node:util";
import type { OperatorContext } from "./operator-context.ts";

/** Where a command writes; each call is one line. */
export type Output = { print(line: string): void; printError(line: string): void };

export type CommandArguments = {
  values: Record<string, string | boolean | undefined>;
  /** The argument without a name. */
  positional: string;
};

/** A command of two words. */
export type Command = {
  name: string;
  usage: string;
  summary: string;
  options: NonNullable<ParseArgsConfig["options"]>;
  /** Returns the exit code. */
  run(context: OperatorContext, args: CommandArguments, output: Output): Promise<number>;
};
