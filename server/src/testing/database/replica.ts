import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import pg from "pg";
import { openDatabase } from "../../platform/database/database.ts";
import { migrate } from "../../platform/database/migrate.ts";
import { type EmbeddedPostgres, startPostgres } from "../../platform/embedded/postgres.ts";
import { migrateQueue } from "../../platform/jobs/queue.ts";
import { createLog } from "../../platform/log.ts";

/** A PostgreSQL server of its own, which tests stop, start again at the same address, and freeze. */
export type TestServer = {
  /** Of the program's database. Stays the same over restarts. */
  url: string;
  dataDir: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Kills it with SIGKILL. `start` recovers it. */
  kill(): Promise<void>;
  /** Stops all its processes with SIGSTOP: connections are still accepted, but nothing responds. */
  freeze(): Promise<void>;
  resume(): Promise<void>;
  /** Stops it and deletes its files. */
  close(): Promise<void>;
};

const settings = { fsync: "off", max_connections: "60", autovacuum: "off", shared_buffers: "32MB" };

/** Starts a server with a migrated, empty database. It can be the primary of replicas. */
export async function startPrimary(): Promise<TestServer> {
  const primary = await openServer(await mkdtemp(join(tmpdir(), "wrapsody-primary-")), settings);
  await migrate(primary.url);
  const { pool, close } = openDatabase({ url: primary.url, size: 2, onError: () => undefined });
  await migrateQueue(pool, createLog("silent"));
  await close();
  return primary;
}

/** Starts a streaming replica of a running server. Its slot keeps the log that it needs while it is stopped. */
export async function startReplica(primary: TestServer): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "wrapsody-replica-"));
  const slot = basename(dataDir).toLowerCase().replaceAll(/\W/g, "_");
  await copyCluster(primary, dataDir, slot);
  const { username, password, hostname, port } = new URL(primary.url);
  return openServer(dataDir, {
    ...settings,
    primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
    primary_slot_name: slot,
  });
}

/** Copies the files of a running server, as a base backup does: the embedded PostgreSQL has no pg_basebackup. */
async function copyCluster(primary: TestServer, dataDir: string, slot: string): Promise<void> {
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  try {
    await client.query("select pg_create_physical_replication_slot($1, true)", [slot]);
    await client.query("select pg_backup_start($1, fast => true)", [slot]);
    const cluster = join(dataDir, "postgres");
    await cp(join(primary.dataDir, "postgres"), cluster, { recursive: true, filter: isPartOfBackup });
    await cp(join(primary.dataDir, "postgres.json"), join(dataDir, "postgres.json"));
    const { rows } = await client.query<{ labelfile: string }>(
      "select labelfile from pg_backup_stop(wait_for_archive => false)",
    );
    await writeFile(join(cluster, "backup_label"), rows[0]?.labelfile ?? "");
    await writeFile(join(cluster, "standby.signal"), "");
  } finally {
    await client.end();
  }
}

function isPartOfBackup(path: string): boolean {
  return (
    !/\/postmaster\.(pid|opts)$|\/\.s\.PGSQL\.[^/]+$|\/(pg_replslot|pg_wal)\/.+/.test(path) ||
    path.endsWith("/archive_status")
  );
}

async function openServer(dataDir: string, launched: Record<string, string>): Promise<TestServer> {
  const open = () => startPostgres({ dataDir, settings: launched });
  let postgres: EmbeddedPostgres | undefined = await open();
  const { url } = postgres;
  let isFrozen = false;
  const freeze = async () => {
    if (postgres === undefined) return;
    // The postmaster stops first: it would start other processes, and free the ids of exited ones.
    process.kill(postgres.pid, "SIGSTOP");
    isFrozen = true;
    for (const pid of await childrenOf(postgres.pid)) process.kill(pid, "SIGSTOP");
  };
  const resume = async () => {
    if (postgres === undefined || !isFrozen) return;
    for (const pid of [...(await childrenOf(postgres.pid)), postgres.pid]) process.kill(pid, "SIGCONT");
    isFrozen = false;
  };
  const stop = async () => {
    await resume();
    await postgres?.stop();
    postgres = undefined;
  };
  return {
    url,
    dataDir,
    stop,
    async start() {
      postgres = await open();
      if (postgres.url !== url) throw new Error(`The port of ${url} was taken by another process.`);
    },
    async kill() {
      if (postgres === undefined) return;
      process.kill(postgres.pid, "SIGKILL");
      await postgres.exited;
      await stop();
    },
    freeze,
    resume,
    async close() {
      await stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** PostgreSQL gives each of its processes a group of its own, so that a signal to a group does not reach them. */
async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir("/proc")).map(Number).filter(Number.isInteger);
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
      return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    }),
  );
  return pids.filter((_, index) => parents[index] === parent);
}

/** Runs a statement on a server and returns its rows. */
export async function queryServer<Row extends pg.QueryResultRow>(
  { url }: TestServer,
  text: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(text);
    return rows;
  } finally {
    await client.end();
  }
}
