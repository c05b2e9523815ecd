import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import type { S3Settings } from "../../platform/storage/s3.ts";

/** An S3-compatible server for tests, in a process and directory of its own. */
export async function startLoopbackS3(
  directory: string,
): Promise<{ settings: S3Settings; stop(): Promise<void> }> {
  const bucket = "files";
  const options = {
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  };
  const program = `const S3 = require(${JSON.stringify(createRequire(import.meta.url).resolve("s3rver"))});
    new S3(${JSON.stringify(options)}).run().then(({ port }) => console.log(port));`;
  const child = spawn(process.execPath, ["--no-deprecation", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const [printed]: unknown[] = await once(child.stdout, "data");
  return {
    settings: {
      bucket,
      endpoint: `http://127.0.0.1:${Number(String(printed))}`,
      region: "us-east-1",
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
      pathStyle: true,
      signedUrls: false,
    },
    async stop() {
      child.kill();
      await exited;
    },
  };
}
