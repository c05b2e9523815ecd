/**
 * Runs a command of the operator and kills itself: `node server/src/testing/killed-command.ts COMMAND …`, just before the file
 * operation KILL_AT, such as `rename /manifest$`: an operation of node:fs/promises and a pattern of its last path.
 */
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

const [operation = "", pattern = ""] = (process.env.KILL_AT ?? "").split(" ");
const path = new RegExp(pattern);

type Operation = (...args: unknown[]) => Promise<unknown>;
const operations: Record<string, unknown> = promises;
const original = operations[operation] as Operation;
operations[operation] = (...args: unknown[]) => {
  const last = args.findLast((arg) => typeof arg === "string" && arg.includes("/"));
  if (path.test(String(last))) process.kill(process.pid, "SIGKILL");
  return original(...args);
};
syncBuiltinESMExports();

await import("../cli/main.ts");
