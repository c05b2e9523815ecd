import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { findPort } from "../../platform/embedded/port.ts";

const run = promisify(execFile);
const START_TIMEOUT_MS = 10_000;

/** Starts nginx on loopback with the content of its `server` block. Installs nginx with apt if run as root. */
export async function startNginx(
  folder: string,
  serverBlock: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const program = await findNginx();
  const port = await findPort(undefined);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(" ");
  const file = join(folder, "nginx.conf");
  await writeFile(
    file,
    `daemon off; ${process.getuid?.() === 0 ? "user root;" : ""} worker_processes 1; pid ${folder}/nginx.pid;
    events { worker_connections 64; }
    http { ${temporary} access_log off; default_type application/octet-stream;
      server { listen 127.0.0.1:${port}; ${serverBlock} } }`,
  );
  const child = spawn(program, ["-p", folder, "-c", file, "-e", "stderr"], { stdio: "inherit" });
  const exited = once(child, "exit");
  await waitForPort(port);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill();
      await exited;
    },
  };
}

async function findNginx(): Promise<string> {
  for (const attempt of ["find", "install"]) {
    if (attempt === "install") await installNginx();
    for (const program of ["nginx", "/usr/sbin/nginx"]) {
      const found = await run(program, ["-v"]).catch(() => undefined);
      if (found !== undefined) return program;
    }
  }
  throw new Error("This test needs nginx. Install it, or run the tests as root on a system with apt-get.");
}

async function installNginx(): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const install = () => run("apt-get", ["install", "-y", "--no-install-recommends", "nginx-light"]);
  await install().catch(async () => {
    await run("apt-get", ["update"]).catch(() => undefined);
    await install().catch(() => undefined);
  });
}

async function waitForPort(port: number): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
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
  throw new Error("nginx did not start.");
}
