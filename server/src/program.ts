import { access, constants, mkdir } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { allJobs } from "./features.ts";
import { systemClock } from "./platform/clock.ts";
import type { Config } from "./platform/config.ts";
import type { Context } from "./platform/context.ts";
import { openDatabase } from "./platform/database.ts";
import { findPort } from "./platform/embedded/port.ts";
import { startPostgres } from "./platform/embedded/postgres.ts";
import { createPageStore } from "./platform/kept-pages.ts";
import { createLog } from "./platform/log.ts";
import { migrate } from "./platform/migrate.ts";
import { listenForPageChanges } from "./platform/pages-changed.ts";
import { prepareQueue, queue, startWorker } from "./platform/queue.ts";
import { openStorage } from "./platform/storage/open.ts";
import { createServer } from "./server.ts";

export type Program = {
  url: string | undefined;
  /** Fulfilled, with what to tell, when a part that the program cannot do without has died. */
  failed: Promise<string>;
  /** Finishes what is in flight, then stops every child. */
  stop(): Promise<void>;
};

/** Bytes of rendered pages that a node keeps. */
const mostPageBytes = 64 << 20;

/** What the person who starts the program can mend; the message says how. */
class StartError extends Error {
  override name = "StartError";
}

/** Starts the roles that the configuration names, and prints where they are once they are ready. */
export async function startProgram(given: Config): Promise<Program> {
  const config = given.port === 0 ? { ...given, port: await findPort(undefined) } : given;
  const log = createLog(config.logLevel);
  const stops: Array<() => Promise<void>> = [];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  try {
    await prepareFolder(config.dataDir);
    const postgres =
      config.database.url === undefined
        ? await startPostgres({ dataDir: config.dataDir, log: (line) => log.info(line) })
        : undefined;
    if (postgres !== undefined) stops.push(() => postgres.stop());
    const url = postgres?.url ?? config.database.url ?? "";
    await migrate(url);
    const onError = (error: Error) => log.warn({ err: error }, "a database connection was lost");
    const main = openDatabase({ url, size: config.database.pool, onError });
    stops.push(main.close);
    const replica =
      config.database.replicaUrl === undefined
        ? main
        : openDatabase({ url: config.database.replicaUrl, size: config.database.pool, onError });
    if (replica !== main) stops.push(replica.close);
    await prepareQueue(main.pool, log);
    const storage = await openStorage(config);
    stops.push(() => storage.close());
    const context: Context = {
      config,
      publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
      db: main.db,
      replica: replica.db,
      storage,
      queue,
      clock: systemClock,
      log,
    };
    const logIns = config.demo ? await fillWithDemo(context) : [];
    if (config.roles.includes("worker")) {
      const worker = await startWorker(context, main.pool, allJobs);
      stops.push(worker.stop);
    }
    const address = config.roles.includes("api")
      ? await listen(
          context,
          url,
          { main: main.pool, ...(replica === main ? {} : { replica: replica.pool }) },
          stops,
        )
      : undefined;
    announce(context, address, logIns);
    return { url: address, failed: failureOf(postgres?.exited), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The demo catalogue is only loaded where it is wanted: a production installation never reads it. */
async function fillWithDemo(context: Context): Promise<string[]> {
  const { demoLogIns, seedDemo } = await import("../../demo/seed.ts");
  await seedDemo(context);
  return context.config.production ? [] : demoLogIns(context);
}

/** Said here, once, instead of by whichever part meets the folder first. */
async function prepareFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(`The data folder ${folder} (DATA_DIR) cannot be used: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}

type Stops = Array<() => Promise<void>>;

async function listen(
  context: Context,
  databaseUrl: string,
  pools: Record<string, pg.Pool>,
  stops: Stops,
): Promise<string> {
  const { config, log } = context;
  const pages = createPageStore(mostPageBytes);
  const app = await createServer(context, { site: true, pages, pools });
  const news = listenForPageChanges({ url: databaseUrl, log, changed: () => pages.drop() });
  stops.push(() => news.close());
  stops.push(() => closeServer(app));
  try {
    await app.listen({ host: config.host, port: config.port, listenTextResolver: () => "listening" });
  } catch (error) {
    throw new StartError(
      `The program cannot listen on ${config.host}, port ${config.port}: ${reasonOf(error)}. PORT and HOST choose another.`,
      { cause: error },
    );
  }
  const { port } = app.server.address() as AddressInfo;
  const anyHost = ["127.0.0.1", "::1", "0.0.0.0", "::"].includes(config.host);
  return `http://${anyHost ? "localhost" : config.host}:${port}`;
}

/** Finishes the requests under way. Connections that fall idle meanwhile are closed, or they would hold it up for a minute. */
async function closeServer(app: FastifyInstance): Promise<void> {
  const tidy = setInterval(() => app.server.closeIdleConnections(), 100);
  try {
    await app.close();
  } finally {
    clearInterval(tidy);
  }
}

const reasons: Record<string, string> = {
  EADDRINUSE: "another program has it",
  EADDRNOTAVAIL: "this machine does not have the address",
  EACCES: "this account is not allowed to",
  EPERM: "this account is not allowed to",
  ENOTDIR: "a part of its path is a file",
  EEXIST: "a file has its name",
  EROFS: "its disk is read-only",
  ENOSPC: "its disk is full",
};

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  return reasons[code] ?? error.message;
}

function failureOf(exited: Promise<void> | undefined): Promise<string> {
  return exited === undefined
    ? new Promise(() => undefined)
    : exited.then(() => "The embedded database has stopped.");
}

function announce({ config }: Context, address: string | undefined, logIns: readonly string[]): void {
  const lines = [
    address === undefined ? "Wrapsody works through its queue." : `Wrapsody is ready at ${address}`,
    `Data is kept in ${config.dataDir}`,
    ...(logIns.length === 0 ? [] : ["Log in as", ...logIns.map((line) => `  ${line}`)]),
  ];
  process.stdout.write(`\n${lines.map((line) => `  ${line}`).join("\n")}\n\n`);
}
