import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { allJobs } from "./features.ts";
import { systemClock } from "./platform/clock.ts";
import type { Config } from "./platform/config.ts";
import type { Context } from "./platform/context.ts";
import { openDatabase } from "./platform/database.ts";
import { findPort } from "./platform/embedded/port.ts";
import { startPostgres } from "./platform/embedded/postgres.ts";
import { createLog } from "./platform/log.ts";
import { migrate } from "./platform/migrate.ts";
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

/** Starts the roles that the configuration names, and prints where they are once they are ready. */
export async function startProgram(given: Config): Promise<Program> {
  const config = given.port === 0 ? { ...given, port: await findPort(undefined) } : given;
  const log = createLog(config.logLevel);
  const stops: Array<() => Promise<void>> = [];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  try {
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
    if (config.demo) await fillWithDemo(context);
    if (config.roles.includes("worker")) {
      const worker = await startWorker(context, main.pool, allJobs);
      stops.push(worker.stop);
    }
    const address = config.roles.includes("api") ? await listen(context, stops) : undefined;
    announce(context, address);
    return { url: address, failed: failureOf(postgres?.exited), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The demo catalogue is only loaded where it is wanted: a production installation never reads it. */
async function fillWithDemo(context: Context): Promise<void> {
  const { seedDemo } = await import("../../demo/seed.ts");
  await seedDemo(context);
}

async function listen(context: Context, stops: Array<() => Promise<void>>): Promise<string> {
  const app: FastifyInstance = await createServer(context, { site: true });
  await app.listen({ host: context.config.host, port: context.config.port });
  stops.push(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return `http://${context.config.host === "127.0.0.1" ? "localhost" : context.config.host}:${port}`;
}

function failureOf(exited: Promise<void> | undefined): Promise<string> {
  return exited === undefined
    ? new Promise(() => undefined)
    : exited.then(() => "The embedded database has stopped.");
}

function announce({ config }: Context, address: string | undefined): void {
  const lines = [
    address === undefined ? "Wrapsody works through its queue." : `Wrapsody is ready at ${address}`,
    `Data is kept in ${config.dataDir}`,
  ];
  process.stdout.write(`\n${lines.map((line) => `  ${line}`).join("\n")}\n\n`);
}
