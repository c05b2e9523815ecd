import { access, constants, mkdir } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { createSetupLink } from "./features/accounts/index.ts";
import { findEncoderProblem } from "./features/catalogue/index.ts";
import { allJobs, confirmOperatorKey, openChains } from "./features.ts";
import { createMonitoring, type Monitoring } from "./monitoring.ts";
import type { Config } from "./platform/config/config.ts";
import { type Context, systemClock } from "./platform/context.ts";
import { type Database, type DatabaseOptions, openDatabase, openPool } from "./platform/database/database.ts";
import { describeServerError } from "./platform/database/database-errors.ts";
import { migrate } from "./platform/database/migrate.ts";
import { checkPooler } from "./platform/database/pooler.ts";
import { openProbePool } from "./platform/database/probe-pool.ts";
import { openReplica, type Replica } from "./platform/database/replica.ts";
import { openWatchedDatabase } from "./platform/database/watched-database.ts";
import { type ReservedPort, reservePort } from "./platform/embedded/port.ts";
import { startPostgres } from "./platform/embedded/postgres.ts";
import { type HealthServer, startHealthServer } from "./platform/health/health-server.ts";
import { migrateQueue, queue, unlockOrphanedJobs } from "./platform/jobs/queue.ts";
import { startWorker } from "./platform/jobs/worker.ts";
import { createLog, type Log } from "./platform/log.ts";
import { openMailer } from "./platform/mail/open-mailer.ts";
import { listenForInvalidations, type PageChange } from "./platform/pages/invalidation-listener.ts";
import { createPageCache } from "./platform/pages/page-cache.ts";
import { assetFolder } from "./platform/pages/site-assets.ts";
import { keepBuildStored } from "./platform/pages/site-builds.ts";
import { openEncryption } from "./platform/security/encryption.ts";
import { checkKeys } from "./platform/security/key-canaries.ts";
import { createSiteSettings } from "./platform/site/site-settings.ts";
import { openStorage } from "./platform/storage/open-storage.ts";
import { registerFiles } from "./platform/storage/registered-storage.ts";
import { createServer } from "./server.ts";

export type Program = {
  url: string | undefined;
  /** Resolves with a message when a required component stops. */
  failed: Promise<string>;
  /** Finishes requests and jobs in flight, then stops the child processes. */
  stop(): Promise<void>;
};

const PAGE_CACHE_BYTES = 64 << 20;
/** For a connection to the replica at the start, and for its first statement. */
const REPLICA_TIMEOUT_MS = 5_000;
/** Connections of the job queue beside those of its jobs: notifications, schedules, the slot for urgent jobs. */
const QUEUE_CONNECTIONS = 5;

/** A start failure that the operator can fix; the message says how. */
class StartError extends Error {
  override name = "StartError";
}

type Stops = Array<() => Promise<void>>;

/** Starts the configured roles and prints their address once they are ready. */
export async function startProgram(configured: Config): Promise<Program> {
  // Reserves the port: another process could take a port that is only looked up.
  const reservation = configured.port === 0 ? await reservePort() : undefined;
  const config = { ...configured, port: reservation?.port ?? configured.port };
  const stops: Stops = reservation === undefined ? [] : [reservation.release];
  const stopAll = async () => {
    for (const stopPart of stops.splice(0).reverse()) await stopPart();
  };
  try {
    const { context, database } = await openParts(config, stops);
    const monitoring = createMonitoring(context, database);
    void reportMissingEncoder(context);
    const logIns = config.demo ? await fillWithDemo(context) : [];
    if (config.roles.includes("worker")) {
      await confirmOperatorKey(context);
      const worker = await startWorker(context, database.jobPool, allJobs, {
        mainPool: database.pools.main,
        isPrepared: config.database.isPrepared,
        observer: monitoring.metrics.jobs,
      });
      stops.push(worker.stop);
    }
    const address = config.roles.includes("api")
      ? await listenForRequests(context, { database, monitoring, reservation, stops })
      : undefined;
    const health = address === undefined ? await openHealthPort(context, monitoring) : undefined;
    stops.push(monitoring.startAlarms(database.jobPool).stop);
    // Reports the shutdown until everything else has stopped.
    if (health !== undefined) stops.unshift(health.close);
    const setupLink = address && (await createSetupLink(context));
    announceStart(context, { address, healthUrl: health?.url, logIns, setupLink });
    const stop = async () => {
      monitoring.readiness.beginShutdown();
      if (address !== undefined) await sleep(config.drainSeconds * 1_000);
      await stopAll();
    };
    return { url: address, failed: waitForDatabaseExit(database.exited), stop };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

/** Opens the components that every role needs: database, schema, queue, storage, mail. */
async function openParts(
  config: Config,
  stops: Stops,
): Promise<{ context: Context; database: OpenedDatabase }> {
  const log = createLog(config.logLevel);
  await prepareFolder(config.dataDir);
  const chains = await openChains(config, log);
  // Covers a start that fails before the database is open. Otherwise the second entry stops it first, while the database runs.
  stops.push(chains.stop);
  const database = await openDatabases(config, log, stops);
  stops.push(chains.stop);
  const encryption = await openEncryption(config);
  await checkKeys(database.db, encryption, config);
  await migrateQueue(database.jobPool, log);
  // Only this program uses the embedded database, so locked jobs belong to a dead process.
  if (database.exited !== undefined) await unlockOrphanedJobs(database.db);
  const storage = registerFiles(await openStorage(config), database.db);
  stops.push(() => storage.close());
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const site = createSiteSettings({ config, publicUrl, db: database.db });
  await site.read();
  const { mail, close } = openMailer({ config, db: database.db, clock: systemClock, log });
  stops.push(async () => close());
  const context: Context = {
    config,
    publicUrl,
    site,
    db: database.db,
    replica: database.replica?.db ?? database.db,
    storage,
    queue,
    mail,
    encryption,
    evm: await chains.join(database),
    clock: systemClock,
    log,
  };
  return { context, database };
}

type OpenedDatabase = {
  /** For connections that keep a session. */
  url: string;
  db: Database;
  replica: Replica | undefined;
  /** For the job queue, which keeps sessions. */
  jobPool: pg.Pool;
  /** By name, for the metrics. */
  pools: { main: pg.Pool; direct?: pg.Pool; replica?: pg.Pool };
  /** Resolves when the embedded server has stopped and cannot be started again. */
  exited: Promise<void> | undefined;
};

async function openDatabases(config: Config, log: Log, stops: Stops): Promise<OpenedDatabase> {
  const { url: configuredUrl, directUrl, replicaUrl, pool: size, isPrepared } = config.database;
  const embedded =
    configuredUrl === undefined
      ? await startPostgres({ dataDir: config.dataDir, log: (line) => log.info(line), restarts: true })
      : undefined;
  if (embedded !== undefined) stops.push(() => embedded.stop());
  const mainUrl = embedded?.url ?? configuredUrl ?? "";
  const url = directUrl ?? mainUrl;
  const isPooled = directUrl !== undefined;
  await migrate(url, { variable: isPooled ? "DATABASE_DIRECT_URL" : "DATABASE_URL", isPooled });
  if (isPooled) await checkPooler({ url: mainUrl, directUrl: url, isPrepared });
  const onError = (error: Error) => log.warn({ err: error }, "database connection lost");
  const options: Omit<DatabaseOptions, "url"> = { size, onError, isPooled, isPrepared };
  const main = openWatchedDatabase({ url: mainUrl, ...options, log });
  stops.push(main.close);
  const pools: OpenedDatabase["pools"] = { main: main.pool };
  if (isPooled) {
    const direct = openDatabase({ url, size: config.workerConcurrency + QUEUE_CONNECTIONS, onError });
    stops.push(direct.close);
    pools.direct = direct.pool;
  }
  const opened = { url, db: main.db, jobPool: pools.direct ?? main.pool, exited: embedded?.exited };
  if (replicaUrl === undefined) return { ...opened, replica: undefined, pools };
  await checkReplica(replicaUrl, options);
  const replica = openReplica({ url: replicaUrl, ...options, primary: main, log });
  stops.push(replica.close);
  return { ...opened, replica, pools: { ...pools, replica: replica.pool } };
}

/** @throws StartError if the replica cannot be reached, or accepts connections but does not respond */
async function checkReplica(url: string, options: Omit<DatabaseOptions, "url">): Promise<void> {
  const probes = openProbePool(openPool({ url, ...options }), REPLICA_TIMEOUT_MS);
  try {
    await probes.query("select");
  } catch (error) {
    const { hostname, port } = new URL(url);
    throw new StartError(
      `The replica at ${hostname}:${port || 5432} cannot be used (DATABASE_REPLICA_URL): ${describeServerError(error)}.`,
      { cause: error },
    );
  } finally {
    await probes.end();
  }
}

/** Imports the demo catalogue lazily, so that a production installation never loads it. */
async function fillWithDemo(context: Context): Promise<string[]> {
  const { demoLogIns, seedDemo } = await import("../../demo/seed.ts");
  await seedDemo(context);
  return context.config.production ? [] : demoLogIns(context);
}

/** @throws StartError if the data directory is not usable */
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

async function listenForRequests(
  context: Context,
  input: {
    database: OpenedDatabase;
    monitoring: Monitoring;
    reservation: ReservedPort | undefined;
    stops: Stops;
  },
): Promise<string> {
  const { database, monitoring, reservation, stops } = input;
  const { url, replica } = database;
  const { config, log } = context;
  const pages = createPageCache(PAGE_CACHE_BYTES);
  const app = await createServer(context, { site: true, pages, monitoring });
  const build = await keepBuildStored(context, assetFolder);
  stops.push(build.stop);
  const changed = ({ entities, position }: PageChange) => {
    if (position === undefined) replica?.requireLatest();
    else replica?.requirePosition(position);
    pages.invalidate(entities);
  };
  const invalidations = listenForInvalidations({
    url,
    log,
    db: database.db,
    changed,
    settingsChanged: () => context.site.invalidate(),
  });
  stops.push(() => invalidations.close());
  stops.push(() => closeServer(app));
  try {
    await reservation?.release();
    await app.listen({ host: config.host, port: config.port, listenTextResolver: () => "listening" });
  } catch (error) {
    throw new StartError(
      `The program cannot listen on ${config.host}, port ${config.port}: ${reasonOf(error)}. Set PORT or HOST to use another address.`,
      { cause: error },
    );
  }
  const { port } = app.server.address() as AddressInfo;
  const anyHost = ["127.0.0.1", "::1", "0.0.0.0", "::"].includes(config.host);
  return `http://${anyHost ? "localhost" : config.host}:${port}`;
}

/** Does not delay the start. */
async function reportMissingEncoder({ config, log }: Context): Promise<void> {
  if (config.masters.maxBytes === 0) return;
  const problem = await findEncoderProblem(config);
  if (problem !== undefined)
    log[config.production ? "warn" : "info"](`Masters are refused, only mp3 is accepted: ${problem}`);
}

/**
 * Opens the port of a process without the role `api`. If it is taken and was not configured, the process runs without
 * it, so that several workers can share a machine.
 */
async function openHealthPort(context: Context, monitoring: Monitoring): Promise<HealthServer | undefined> {
  const { host, port, isDefaultPort } = context.config.health;
  try {
    return await startHealthServer(context, monitoring);
  } catch (error) {
    const reason = `The program cannot listen on ${host}, port ${port}: ${reasonOf(error)}. Set HEALTH_PORT or HEALTH_HOST to use another address.`;
    if (!isDefaultPort) throw new StartError(reason, { cause: error });
    context.log.warn(`${reason} This process has no health checks and metrics.`);
    return undefined;
  }
}

/** Finishes requests in flight. Closes idle connections, which would otherwise delay the shutdown by a minute. */
async function closeServer(app: FastifyInstance): Promise<void> {
  const tidy = setInterval(() => app.server.closeIdleConnections(), 100);
  try {
    await app.close();
  } finally {
    clearInterval(tidy);
  }
}

const reasons: Record<string, string> = {
  EADDRINUSE: "the port is already in use",
  EADDRNOTAVAIL: "the address is not available on this machine",
  EACCES: "permission denied",
  EPERM: "permission denied",
  ENOTDIR: "part of its path is a file",
  EEXIST: "a file with this name exists",
  EROFS: "its disk is read-only",
  ENOSPC: "its disk is full",
};

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  return reasons[code] ?? error.message;
}

async function waitForDatabaseExit(exited: Promise<void> = new Promise(() => undefined)): Promise<string> {
  await exited;
  return "The embedded database stopped and cannot be started again; postgres.log in DATA_DIR says why.";
}

type Announcement = {
  address: string | undefined;
  healthUrl: string | undefined;
  logIns: readonly string[];
  setupLink: string | undefined;
};

function announceStart({ config }: Context, { address, healthUrl, logIns, setupLink }: Announcement): void {
  const lines = [
    address === undefined ? "Wrapsody is processing its job queue." : `Wrapsody is ready at ${address}`,
    ...(config.publicUrl === undefined || config.publicUrl === address
      ? []
      : [`Public address: ${config.publicUrl}`]),
    `Data directory: ${config.dataDir}`,
    ...(healthUrl === undefined ? [] : [`Health checks and metrics: ${healthUrl}`]),
    ...(showsOutbox(config, address) ? [`Emails are stored at ${address}/outbox`] : []),
    ...(logIns.length === 0 ? [] : ["Demo accounts:", ...logIns.map((line) => `  ${line}`)]),
    ...(setupLink === undefined
      ? []
      : ["No administrator can log in yet. Open this link within 24 hours to create one:", `  ${setupLink}`]),
  ];
  process.stdout.write(`\n${lines.map((line) => `  ${line}`).join("\n")}\n\n`);
}

/** The outbox is readable from this machine only, through a loopback name. */
function showsOutbox({ mail }: Config, address: string | undefined): boolean {
  return mail.smtpUrl === undefined && address !== undefined && new URL(address).hostname === "localhost";
}
