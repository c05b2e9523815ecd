import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { START_TIMEOUT_MS } from "../../checks/test-limits.ts";
import { inheritedVariables } from "../../server/src/testing/node-process.ts";

const main = fileURLToPath(new URL("../../server/src/main.ts", import.meta.url));

/** A process of the program with a supervisor that restarts it when it exits. */
export type FleetNode = {
  name: string;
  /** Sends SIGKILL, and leaves it dead until `start`. */
  kill(): Promise<void>;
  /** Resolves when it is ready. */
  start(): Promise<void>;
  /** The exit codes after which the supervisor restarted it. */
  exitCodes: readonly (number | null)[];
  /** Returns what it has printed so far. */
  output(): string;
  stop(): Promise<void>;
};

const RESTART_DELAY_MS = 1_000;

export function createNode(name: string, environment: Record<string, string>): FleetNode {
  let child: ChildProcess | undefined;
  let isWanted = false;
  let printed = "";
  const exitCodes: (number | null)[] = [];

  function launch(): void {
    const launched = spawn(process.execPath, [main], {
      env: { ...inheritedVariables(), ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = launched;
    for (const stream of [launched.stdout, launched.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        printed += text;
      });
    launched.once("exit", (code) => void restart(code));
  }
  async function restart(code: number | null): Promise<void> {
    if (!isWanted) return;
    exitCodes.push(code);
    await sleep(RESTART_DELAY_MS);
    if (isWanted) launch();
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    isWanted = false;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  }
  return {
    name,
    exitCodes,
    output: () => printed,
    async start() {
      isWanted = true;
      const from = printed.length;
      launch();
      const deadline = performance.now() + START_TIMEOUT_MS;
      while (!/is ready at|is processing its job queue/.test(printed.slice(from))) {
        if (performance.now() > deadline)
          throw new Error(`${name} did not start:\n${printed.slice(from).slice(-4_000)}`);
        await sleep(50);
      }
    },
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
  };
}
