import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findPort } from "../../platform/embedded/port.ts";
import { findSystemProgram, waitForPort } from "../system-program.ts";

/**
 * Starts nginx on loopback with the content of its `server` block, and of its `http` block before it. Installs nginx with apt if run as
 * root.
 */
export async function startNginx(
  folder: string,
  serverBlock: string,
  httpBlock = "",
): Promise<{ url: string; stop(): Promise<void> }> {
  const program = await findSystemProgram({
    name: "nginx",
    debianPackage: "nginx-light",
    versionFlag: "-v",
  });
  const port = await findPort(undefined);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(" ");
  const file = join(folder, "nginx.conf");
  await writeFile(
    file,
    `daemon off; ${process.getuid?.() === 0 ? "user root;" : ""} worker_processes 1; pid ${folder}/nginx.pid;
    events { worker_connections 256; }
    http { ${temporary} access_log off; default_type application/octet-stream;
      ${httpBlock}
      server { listen 127.0.0.1:${port}; ${serverBlock} } }`,
  );
  const child = spawn(program, ["-p", folder, "-c", file, "-e", "stderr"], { stdio: "inherit" });
  const exited = once(child, "exit");
  await waitForPort(port, "nginx");
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill();
      await exited;
    },
  };
}
