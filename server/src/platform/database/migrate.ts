import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";

const folder = fileURLToPath(new URL("../../../migrations/", import.meta.url));
/** Advisory lock key shared by all nodes. */
const migrationLock = 7_229_411;

class MigrationError extends Error {
  override name = "MigrationError";
}

/**
 * Runs the pending files of `server/migrations` in order, each in its own transaction, under an advisory lock.
 * Rejects a file that was changed after it ran. Returns the names of the files that ran.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: "wrapsody-migrate" });
  // A lost connection rejects its query; without a listener, the error event would also crash the process.
  client.on("error", () => undefined);
  await connect(client);
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await client.query(
      "create table if not exists schema_migration (name text primary key, checksum text not null, ran_at timestamptz not null default now())",
    );
    const ran = await client.query<{ name: string; checksum: string }>(
      "select name, checksum from schema_migration",
    );
    const appliedChecksums = new Map(ran.rows.map((row) => [row.name, row.checksum]));
    return await runMissing(client, appliedChecksums);
  } finally {
    await client.end();
  }
}

async function connect(client: pg.Client): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new MigrationError(
      `The database at ${client.host}:${client.port} cannot be used (DATABASE_URL): ${reason}`,
      { cause: error },
    );
  }
}

async function runMissing(client: pg.Client, appliedChecksums: Map<string, string>): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const ranNow: string[] = [];
  for (const name of names) {
    const text = await readFile(`${folder}${name}`, "utf8");
    const checksum = createHash("sha256").update(text).digest("hex");
    const before = appliedChecksums.get(name);
    if (before === checksum) continue;
    if (before !== undefined) throw new MigrationError(`${name} was changed after it ran on this database.`);
    await runOne(client, name, text, checksum);
    ranNow.push(name);
  }
  return ranNow;
}

async function runOne(client: pg.Client, name: string, text: string, checksum: string): Promise<void> {
  await client.query("begin");
  try {
    await client.query(text);
    await client.query("insert into schema_migration (name, checksum) values ($1, $2)", [name, checksum]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new MigrationError(`${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
