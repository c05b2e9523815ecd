import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { controlTimeouts, type TimeoutControl } from "../../testing/timeouts.ts";
import { stretchTimeout } from "../timeouts.ts";
import { openS3Storage } from "./s3.ts";
import { REQUEST_TIMEOUT_MS, StorageUnavailableError } from "./s3-requests.ts";
import type { Storage } from "./storage.ts";

const audio = { extension: "mp3", contentType: "audio/mpeg" };

let server: Server;
let storage: Storage;
let directory: string;
/** Requests that the store answers; it stays silent to the others. */
let answered: readonly string[];
let received: string[] = [];
let timeouts: TimeoutControl;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "s3-timeout-"));
  server = createServer((request, response) => {
    const method = request.url?.includes("list-type=2") ? "LIST" : (request.method ?? "");
    received.push(method);
    if (answered.includes(method))
      response.writeHead(method === "LIST" ? 200 : 404).end(method === "LIST" ? "<ListBucketResult/>" : "");
    request.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  storage = await openS3Storage(
    {
      bucket: "files",
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: "us-east-1",
      accessKeyId: "id",
      secretAccessKey: "secret",
      pathStyle: true,
      signedUrls: false,
    },
    join(directory, "spool"),
  );
  timeouts = controlTimeouts();
});
afterAll(async () => {
  timeouts.restore();
  await storage.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(directory, { recursive: true });
});

/** Expects that a request fails if its time passes after the store has received `method`. */
async function expectTimeout(send: () => Promise<unknown>, method: string): Promise<void> {
  received = [];
  const ended = send().catch((error: unknown) => error);
  await expect.poll(() => received).toContain(method);
  const error = await timeouts.expireDuring(ended, (ms) => ms === stretchTimeout(REQUEST_TIMEOUT_MS));
  expect(error).toBeInstanceOf(StorageUnavailableError);
}

describe("an S3 store that accepts connections and stays silent", () => {
  it("fails every kind of request after its timeout, and leaves nothing", async () => {
    answered = ["HEAD", "LIST"];
    await expectTimeout(() => storage.put(Buffer.from("small"), audio), "PUT");
    await expectTimeout(() => storage.put(Buffer.alloc(9_000_000, 1), audio), "PUT");
    expect(await readdir(join(directory, "spool"))).toEqual([]);
    answered = [];
    const key = `aa/bb/aabb${"0".repeat(60)}.mp3`;
    await expectTimeout(() => storage.put(Buffer.from("other"), audio), "HEAD");
    await expectTimeout(() => storage.open(key), "HEAD");
    await expectTimeout(() => storage.delete(key), "DELETE");
    await expectTimeout(() => storage.check(), "HEAD");
    expect(await readdir(join(directory, "spool"))).toEqual([]);
  });
});

it("an S3 store that cannot be reached fails in the same way", async () => {
  const lost = await openS3Storage(
    {
      bucket: "files",
      endpoint: "http://127.0.0.1:1",
      region: "us-east-1",
      accessKeyId: "id",
      secretAccessKey: "secret",
      pathStyle: true,
      signedUrls: false,
    },
    join(directory, "spool"),
  );
  await expect(lost.put(Buffer.from("lost"), audio)).rejects.toBeInstanceOf(StorageUnavailableError);
  await lost.close();
});
