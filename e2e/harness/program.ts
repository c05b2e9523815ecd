import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { START_TIMEOUT_MS } from "../../checks/test-limits.ts";

const main = fileURLToPath(new URL("../../server/src/main.ts", import.meta.url));

export type RunningProgram = {
  url: string;
  process: ChildProcess;
  /** Returns everything the program has printed so far. */
  output(): string;
  /** Stops the program by SIGTERM, as an operator would, and returns its exit code. */
  stop(): Promise<number | null>;
};

/** Starts the real program in its own process and waits until it reports that it is ready. */
export async function startProgram(environment: Record<string, string>): Promise<RunningProgram> {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      NODE_ENV: "development",
      HOST: "127.0.0.1",
      PORT: "0",
      LOG_LEVEL: "warn",
      IMAGE_EFFORT: "0",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (printed += String(data)));
  const url = await waitForAddress(child, () => printed);
  return {
    url,
    process: child,
    output: () => printed,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      return child.exitCode;
    },
  };
}

function waitForAddress(child: ChildProcess, printed: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => fail("did not get ready in time"), START_TIMEOUT_MS);
    const fail = (reason: string) => {
      clearTimeout(timeout);
      clearInterval(poll);
      child.kill("SIGKILL");
      reject(new Error(`The program ${reason}:\n${printed()}`));
    };
    const poll = setInterval(() => {
      const url = /is ready at (\S+)\s/.exec(printed())?.[1];
      if (url === undefined) return;
      clearTimeout(timeout);
      clearInterval(poll);
      resolve(url);
    }, 50);
    child.once("exit", (code) => fail(`ended with code ${code}`));
  });
}
