import { mkdir, realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Binaries, findBinaries } from "./binaries.ts";
import { clusterExists, createCluster, removeLeftovers, resetPassword } from "./cluster.ts";
import { databaseUrl, ensureDatabase, isOwnServer } from "./database.ts";
import { explainError } from "./error.ts";
import { type DirectoryLock, lockDirectory } from "./lock.ts";
import { chooseRunner, type Runner } from "./owner.ts";
import { findPostmaster, interruptPostmaster, isPostmaster, stopPostmaster } from "./postmaster.ts";
import { launchServer } from "./server.ts";
import { newState, readState, type State, writeState } from "./state.ts";

export { EmbeddedPostgresError } from "./error.ts";

const WATCH_MS = 1_000;
/** A server that ran for this long did not end because of its start. */
const STABLE_AFTER_MS = 60_000;
/** Restarts of a server that keeps ending. */
const MAX_RESTARTS = 5;

export interface EmbeddedPostgresOptions {
  /** The program's DATA_DIR; the cluster is in its directory `postgres`. Created if missing. */
  dataDir: string;
  /**
   * Receives one line for each event of the server. The server's own log is `postgres.log` in the data
   * directory.
   */
  log?: (line: string) => void;
  /** Server settings that override the defaults, such as `{ fsync: "off" }` for a test. */
  settings?: Record<string, string>;
  /** Starts the server again, on the same port, whenever it ends without `stop()`. */
  restarts?: boolean;
}

export interface EmbeddedPostgres {
  /** `postgres://user:password@127.0.0.1:port/wrapsody?host=folder-of-the-socket`, of an existing database. */
  url: string;
  port: number;
  /** The postmaster's. A restart changes it. */
  readonly pid: number;
  /** True if a killed program had left the server running. */
  reused: boolean;
  /** Resolves if the server ends without `stop()`; with `restarts`, if it cannot be started again. */
  exited: Promise<void>;
  /** Stops the server and releases the data directory. May be called more than once. */
  stop(): Promise<void>;
}

interface Place {
  dataDir: string;
  cluster: string;
  binaries: Binaries;
  runner: Runner;
  settings: Record<string, string>;
  restarts: boolean;
  log: (line: string) => void;
}

interface Running {
  pid: number;
  port: number;
  reused: boolean;
  exited: Promise<void>;
}

/**
 * Starts the PostgreSQL of a data directory, or takes over one that is still running.
 * @throws EmbeddedPostgresError with a message for the operator
 */
export async function startPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = resolve(options.dataDir);
  let lock: DirectoryLock | undefined;
  try {
    await mkdir(folder, { recursive: true });
    const dataDir = await realpath(folder);
    lock = await lockDirectory(dataDir);
    return await openServer(await resolvePlace(dataDir, options), lock);
  } catch (error) {
    lock?.release();
    throw await explainError(error, folder);
  }
}

async function resolvePlace(
  dataDir: string,
  { log = () => undefined, settings = {}, restarts = false }: EmbeddedPostgresOptions,
): Promise<Place> {
  const cluster = join(dataDir, "postgres");
  const binaries = await findBinaries();
  const runner = await chooseRunner(cluster, binaries);
  return { dataDir, cluster, binaries, runner, settings, restarts, log };
}

async function openServer(place: Place, lock: DirectoryLock): Promise<EmbeddedPostgres> {
  const state = await prepareCluster(place);
  const running = (await takeOver(place, state)) ?? (await startServer(place, state));
  try {
    await ensureDatabase(place.cluster, state.password, running.port);
  } catch (error) {
    await stopPostmaster(running.pid, place.cluster);
    throw error;
  }
  return createHandle(place, lock, state, running);
}

/** Ensures a complete cluster with a known password. */
async function prepareCluster(place: Place): Promise<State> {
  const { cluster, dataDir, settings } = place;
  await removeLeftovers(cluster);
  const savedState = await readState(dataDir);
  const state = savedState ?? newState();
  if (!(await clusterExists(cluster))) {
    place.log(`Creating the database in ${cluster}`);
    // Before the cluster: a password without a cluster is harmless, a cluster without its password is not.
    await writeState(dataDir, state);
    await createCluster(cluster, { ...place, password: state.password, sync: settings.fsync !== "off" });
    return state;
  }
  await place.runner.give(cluster);
  if (savedState === undefined) {
    place.log(`The database password is missing; setting a new one`);
    const orphan = await findPostmaster(cluster);
    if (orphan !== undefined) await stopPostmaster(orphan.pid, cluster);
    await resetPassword(cluster, { ...place, password: state.password });
    await writeState(dataDir, state);
  }
  return state;
}

async function startServer(place: Place, state: State): Promise<Running> {
  const { cluster, dataDir, settings } = place;
  const logFile = join(dataDir, "postgres.log");
  const { child, pid, port } = await launchServer({ ...place, logFile, port: state.port });
  const exited = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    child.once("exit", () => resolve());
  });
  try {
    await writeState(dataDir, { ...state, port, launched: { program: place.binaries.postgres, settings } });
  } catch (error) {
    await stopPostmaster(pid, cluster);
    throw error;
  }
  place.log(`PostgreSQL started on port ${port} (process ${pid})`);
  return { pid, port, reused: false, exited };
}

/**
 * Takes over an orphaned server if it accepts our password and runs with our settings; otherwise stops it.
 */
async function takeOver(place: Place, state: State): Promise<Running | undefined> {
  const orphan = await findPostmaster(place.cluster);
  if (orphan === undefined) return undefined;
  const launch: State["launched"] = { program: place.binaries.postgres, settings: place.settings };
  const fits = JSON.stringify(state.launched) === JSON.stringify(launch);
  if (fits && orphan.status === "ready" && (await isOwnServer(place.cluster, state.password, orphan.port))) {
    place.log(`PostgreSQL is already running on port ${orphan.port} (process ${orphan.pid}); reusing it`);
    return {
      pid: orphan.pid,
      port: orphan.port,
      reused: true,
      exited: waitForEnd(orphan.pid, place.cluster),
    };
  }
  place.log(`Stopping a PostgreSQL server left by an earlier run (process ${orphan.pid})`);
  await stopPostmaster(orphan.pid, place.cluster);
  return undefined;
}

/** Polls a server of another parent, because its end is not reported to this process. */
async function waitForEnd(pid: number, cluster: string): Promise<void> {
  while (await isPostmaster(pid, cluster)) await sleep(WATCH_MS, undefined, { ref: false });
}

function createHandle(place: Place, lock: DirectoryLock, state: State, started: Running): EmbeddedPostgres {
  const { port, reused } = started;
  const server = superviseServer(place, { ...state, port }, started);
  let stopped: Promise<void> | undefined;
  const interrupt = () => interruptPostmaster(server.running().pid, place.cluster);
  const stop = async () => {
    process.off("exit", interrupt);
    await server.endRestarts();
    const { pid, reused: isOrphan, exited } = server.running();
    await stopPostmaster(pid, place.cluster);
    // A child that was just killed no longer shows its command, so that it looks like another process.
    if (!isOrphan) await exited;
    lock.release();
    place.log(`PostgreSQL stopped (process ${pid})`);
  };
  process.once("exit", interrupt);
  return {
    url: databaseUrl(place.cluster, state.password, port),
    port,
    get pid() {
      return server.running().pid;
    },
    reused,
    exited: new Promise((resolve) => {
      void server.ended.then(() => stopped === undefined && resolve());
    }),
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

interface Supervised {
  running(): Running;
  /** Resolves when the server has ended and is not started again. */
  ended: Promise<void>;
  /** Prevents restarts from now on, and waits for one that has begun. */
  endRestarts(): Promise<void>;
}

/** Starts the server again when it ends, if the options say so. Its clients keep their port. */
function superviseServer(place: Place, state: State & { port: number }, started: Running): Supervised {
  let running = started;
  let isStopping = false;
  let restarting: Promise<boolean> = Promise.resolve(true);

  async function restartServer(): Promise<boolean> {
    try {
      const restarted = await startServer(place, state);
      running = restarted;
      if (restarted.port === state.port) return true;
      place.log(`PostgreSQL cannot be restarted: another program has taken port ${state.port}`);
      await stopPostmaster(restarted.pid, place.cluster);
    } catch (error) {
      place.log(`PostgreSQL cannot be restarted: ${error instanceof Error ? error.message : String(error)}`);
    }
    return false;
  }
  async function runUntilEnd(): Promise<void> {
    let failures = 0;
    while (true) {
      const from = performance.now();
      await running.exited;
      if (isStopping || !place.restarts) return;
      failures = performance.now() - from > STABLE_AFTER_MS ? 0 : failures + 1;
      if (failures > MAX_RESTARTS) return;
      place.log(`PostgreSQL ended unexpectedly (process ${running.pid}); starting it again`);
      restarting = restartServer();
      if (!(await restarting)) return;
    }
  }
  return {
    running: () => running,
    ended: runUntilEnd(),
    async endRestarts() {
      isStopping = true;
      await restarting;
    },
  };
}
