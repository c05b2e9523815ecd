import { execFile } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { BACKGROUND_TIMEOUT_MS, POLL_TIMEOUT_MS } from "../../../checks/test-limits.ts";

const run = promisify(execFile);

/**
 * Returns the command of a program of the operating system. Installs its Debian package if the tests run as root and it is
 * missing. `versionFlag` is an option with which it prints its version and exits.
 */
export async function findSystemProgram(options: {
  name: string;
  debianPackage: string;
  versionFlag: string;
}): Promise<string> {
  const { name, debianPackage, versionFlag } = options;
  for (const attempt of ["find", "install"]) {
    if (attempt === "install") await install(debianPackage);
    for (const program of [name, `/usr/sbin/${name}`]) {
      const found = await run(program, [versionFlag]).catch(() => undefined);
      if (found !== undefined) return program;
    }
  }
  throw new Error(
    `This test needs ${name}. Install it, or run the tests as root on a system with apt-get (package ${debianPackage}).`,
  );
}

async function install(debianPackage: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  // Two workers may install at the same time: the second waits for the lock.
  const options = [
    "-y",
    "--no-install-recommends",
    "-o",
    `DPkg::Lock::Timeout=${BACKGROUND_TIMEOUT_MS / 1_000}`,
  ];
  const installOnce = () => run("apt-get", ["install", ...options, debianPackage]);
  await installOnce().catch(async () => {
    await run("apt-get", ["update"]).catch(() => undefined);
    await installOnce().catch(() => undefined);
  });
}

/** Waits until a program accepts connections on a port of 127.0.0.1. */
export async function waitForPort(port: number, name: string): Promise<void> {
  const deadline = performance.now() + POLL_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await sleep(50);
  }
  throw new Error(`${name} did not start.`);
}
