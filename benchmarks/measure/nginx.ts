import { execFile, spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { findPort } from "../../server/src/platform/embedded/port.ts";
import { type Server, waitForServer } from "./servers.ts";

/** Starts nginx with the content of its `server` and `http` blocks; undefined if nginx is not installed. */
export async function startNginx(
  folder: string,
  serverBlock: string,
  httpBlock: string,
): Promise<Server | undefined> {
  const program = await findNginx();
  if (program === undefined) return undefined;
  await mkdir(folder, { recursive: true });
  const port = await findPort(undefined);
  const file = join(folder, "nginx.conf");
  await writeFile(file, configuration(folder, port, serverBlock, httpBlock));
  const args = ["-p", folder, "-c", file, "-e", "stderr"];
  return waitForServer(spawn(program, args, { stdio: ["ignore", "ignore", "inherit"] }), port);
}

/** Searches the folders of distributions too, which only an administrator's PATH contains. */
async function findNginx(): Promise<string | undefined> {
  for (const program of ["nginx", "/usr/sbin/nginx", "/usr/local/sbin/nginx", "/opt/homebrew/bin/nginx"]) {
    try {
      await promisify(execFile)(program, ["-v"]);
      return program;
    } catch {
      // Not here.
    }
  }
  return undefined;
}

/** Configures one worker, because the program is one process, in the foreground, so that it ends with the benchmark. */
function configuration(folder: string, port: number, serverBlock: string, httpBlock: string): string {
  const temporaryPaths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(" ");
  return `
daemon off;
${process.getuid?.() === 0 ? "user root;" : ""}
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 512; }
http {
  ${temporaryPaths}
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  open_file_cache max=100 inactive=60s;
  default_type audio/mpeg;
  ${httpBlock}
  server { listen 127.0.0.1:${port}; ${serverBlock} }
}
`;
}
