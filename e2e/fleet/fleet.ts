import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "../../server/src/platform/database/database.ts";
import { findPort } from "../../server/src/platform/embedded/port.ts";
import { findAnvilPid } from "../../server/src/testing/chain/chain-kills.ts";
import { type PgBouncer, startPgBouncer } from "../../server/src/testing/database/pgbouncer.ts";
import { startPrimary, startReplica, type TestServer } from "../../server/src/testing/database/replica.ts";
import { startNginx } from "../../server/src/testing/http/nginx.ts";
import { type ReceivedMails, receiveMails } from "../../server/src/testing/mail.ts";
import { startLoopbackS3 } from "../../server/src/testing/media/loopback-s3.ts";
import { createNode, type FleetNode } from "./node.ts";

/**
 * A production site on one machine: two api and two worker processes behind nginx, PostgreSQL with a streaming replica, PgBouncer in
 * transaction mode, an S3 server, a mail server and the local chain. Payments go to the simulator.
 */
export type Fleet = {
  /** The public address, that of nginx. */
  url: string;
  /** The addresses of the api processes themselves. */
  apiUrls: readonly string[];
  nodes: Record<"firstApi" | "secondApi" | "firstWorker" | "secondWorker", FleetNode>;
  primary: TestServer;
  replica: TestServer;
  pooler: PgBouncer;
  mails: ReceivedMails;
  /** The primary, without the pooler. */
  db: Database;
  killChain(): Promise<void>;
  close(): Promise<void>;
};

const example = new URL("../../docs/operate/examples/nginx.conf", import.meta.url);

export async function startFleet(): Promise<Fleet> {
  const folder = await mkdtemp(join(tmpdir(), "wrapsody-fleet-"));
  const stops: Array<() => Promise<unknown>> = [
    () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  ];
  const close = async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  try {
    return { ...(await startParts(folder, stops)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startParts(
  folder: string,
  stops: Array<() => Promise<unknown>>,
): Promise<Omit<Fleet, "close">> {
  const primary = await startPrimary();
  stops.push(() => primary.close());
  const replica = await startReplica(primary);
  stops.push(() => replica.close());
  const pooler = await startPgBouncer({ databaseUrl: primary.url, poolSize: 15 });
  stops.push(() => pooler.stop());
  const s3 = await startLoopbackS3(join(folder, "s3"));
  stops.push(s3.stop);
  const mails = await receiveMails();
  stops.push(mails.close);
  const ports = [await findPort(undefined), await findPort(undefined)];
  await mkdir(join(folder, "nginx"));
  const nginx = await startNginx(join(folder, "nginx"), ...(await readNginxExample(ports)));
  stops.push(nginx.stop);

  const { settings } = s3;
  const environment = {
    NODE_ENV: "production",
    PUBLIC_URL: nginx.url,
    TRUST_PROXY: "127.0.0.1",
    DATA_DIR: join(folder, "data"),
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: primary.url,
    DATABASE_REPLICA_URL: replica.url,
    DATABASE_PREPARED: "0",
    DATABASE_POOL: "10",
    SECRET_KEY: randomBytes(32).toString("base64"),
    SMTP_URL: mails.url,
    S3_BUCKET: settings.bucket,
    S3_ENDPOINT: settings.endpoint ?? "",
    S3_ACCESS_KEY_ID: settings.accessKeyId ?? "",
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey ?? "",
    S3_PATH_STYLE: "1",
    LOCAL_CHAIN: "1",
    PAYMENTS_SANDBOX: "1",
    LISTING_REVIEW: "auto",
    RATE_LIMITS: "0",
    LOG_LEVEL: "warn",
  };
  const node = (name: string, roles: string, port: number) => {
    const ownPort = roles === "api" ? { PORT: String(port) } : { HEALTH_PORT: String(port) };
    return createNode(name, { ...environment, ROLES: roles, ...ownPort });
  };
  const nodes = {
    firstApi: node("the first api", "api", ports[0] ?? 0),
    secondApi: node("the second api", "api", ports[1] ?? 0),
    firstWorker: node("the first worker", "worker", await findPort(undefined)),
    secondWorker: node("the second worker", "worker", await findPort(undefined)),
  };
  stops.push(() => Promise.all(Object.values(nodes).map((started) => started.stop())));
  await Promise.all(Object.values(nodes).map((started) => started.start()));
  const { db, close } = openDatabase({ url: primary.url, size: 3, onError: () => undefined });
  stops.push(close);
  return {
    url: nginx.url,
    apiUrls: ports.map((port) => `http://127.0.0.1:${port}`),
    nodes,
    primary,
    replica,
    pooler,
    mails,
    db,
    async killChain() {
      const pid = await findAnvilPid(environment.DATA_DIR);
      if (pid === undefined) throw new Error("The local chain does not run.");
      process.kill(pid, "SIGKILL");
    },
  };
}

/** Returns the `server` and `http` blocks of the documented configuration, for these api processes and without TLS. */
async function readNginxExample(ports: readonly number[]): Promise<[server: string, http: string]> {
  const text = await readFile(example, "utf8");
  const [, upstream, server] = /^(upstream [^{]+\{.*?^\})\s*server \{(.*)^\}/ms.exec(text) ?? [];
  if (upstream === undefined || server === undefined)
    throw new Error("docs/operate/examples/nginx.conf has another structure than expected.");
  const addresses = ports.map((port) => `server 127.0.0.1:${port};`).join(" ");
  return [
    server.replaceAll(/^\s*(listen|server_name|ssl_certificate\w*) .*$/gm, ""),
    // The test kills api processes, which nginx reports as errors.
    `error_log stderr crit; ${upstream.replace(/^\s*server .*$/m, addresses)}`,
  ];
}
