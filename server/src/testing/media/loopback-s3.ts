import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, request as sendRequest } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
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

/** A request that an S3 store receives: its method, COPY for copies and LIST for lists. */
export type S3Request = { kind: string; path: string };

/**
 * Stands before an S3-compatible server. `around` decides about each request: it may forward it, or drop the connection by throwing.
 */
export async function startS3Proxy(
  settings: S3Settings,
  around: (request: S3Request, forward: () => Promise<void>) => Promise<void>,
): Promise<{ settings: S3Settings; stop(): Promise<void> }> {
  const { port } = new URL(settings.endpoint ?? "");
  const server = createServer(async (request, response) => {
    const forward = async () => {
      const { method, url: path, headers } = request;
      const forwarded = sendRequest({ host: "127.0.0.1", port, method, path, headers });
      const answered = once(forwarded, "response");
      request.pipe(forwarded);
      const [answer] = (await answered) as [IncomingMessage];
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      await once(answer, "end");
    };
    const isCopy = request.headers["x-amz-copy-source"] !== undefined;
    const isList = request.url?.includes("list-type=2") === true;
    const kind = isCopy ? "COPY" : isList ? "LIST" : (request.method ?? "");
    await around({ kind, path: request.url ?? "" }, forward).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: { ...settings, endpoint },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
