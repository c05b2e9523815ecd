import { Socket } from "node:net";
import pg from "pg";
import { sessionName } from "../database/database.ts";
import { stretchTimeout } from "../timeouts.ts";
import { BackupError } from "./backup-error.ts";

const CONNECTION_TIMEOUT_MS = 10_000;

/**
 * Runs a function with a connection of its own: a backup streams for longer than the pool allows. An error closes the
 * socket, because the server would first send the rest of a stream otherwise.
 */
export async function withConnection<Result>(
  url: string,
  run: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const socket = new Socket();
  const client = await connectClient(url, socket);
  try {
    const result = await run(client);
    await client.end();
    return result;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function connectClient(url: string, socket: Socket): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    stream: () => socket,
    application_name: sessionName,
    connectionTimeoutMillis: stretchTimeout(CONNECTION_TIMEOUT_MS),
    keepAlive: true,
  });
  // A lost connection rejects its query; without a listener, the error event would also crash the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new BackupError(`The database at ${client.host}:${client.port} cannot be used: ${reason}`, {
      cause: error,
    });
  }
  return client;
}

/** Makes the text of values independent of the server's settings, and lets a stream take its time. For one transaction. */
export async function prepareTransaction(client: pg.Client): Promise<void> {
  await client.query(`
    set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
    set local bytea_output = 'hex'; set local extra_float_digits = 1; set local client_encoding = 'UTF8';
    set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`);
}

export const quote = pg.escapeIdentifier;

/** The quoted name of a table or sequence. */
export function nameOf({ schema, name }: { schema: string; name: string }): string {
  return `${quote(schema)}.${quote(name)}`;
}
