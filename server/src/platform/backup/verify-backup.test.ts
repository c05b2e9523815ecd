import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { type BackupSite, openBackupSite } from "../../testing/backup-site.ts";
import { dumpDatabase } from "./dump-database.ts";
import { createProgress } from "./progress.ts";
import { openRepository } from "./repository.ts";
import { openFolderTarget } from "./targets/folder-target.ts";
import { verifiedTable } from "./verify-backup.ts";

const COPY_DONE = "c".charCodeAt(0);

let site: BackupSite;
beforeAll(async () => {
  site = await openBackupSite();
});
afterAll(() => site.close());

/** Forwards a connection to the test database, but holds back what follows the end of a COPY until `release`. */
async function openSlowConnection(): Promise<{ client: pg.Client; release(): void }> {
  let received = Buffer.alloc(0);
  let isHeld = false;
  let program: Socket | undefined;

  function forwardMessages() {
    while (!isHeld && received.length >= 5) {
      const end = 1 + received.readUInt32BE(1);
      if (received.length < end) return;
      isHeld = received[0] === COPY_DONE;
      program?.write(received.subarray(0, end));
      received = received.subarray(end);
    }
  }

  const url = new URL(site.source.url);
  const server = createServer({ noDelay: true }, (socket) => {
    program = socket;
    const database = connect(Number(url.port || 5432), url.hostname);
    database.on("data", (piece) => {
      received = Buffer.concat([received, piece]);
      forwardMessages();
    });
    socket.on("close", () => database.destroy());
    socket.pipe(database);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const proxyUrl = new URL(url);
  proxyUrl.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  proxyUrl.searchParams.delete("host");
  const client = new pg.Client({ connectionString: proxyUrl.href });
  onTestFinished(async () => {
    await client.end();
    server.close();
  });
  await client.connect();
  return {
    client,
    release() {
      isHeld = false;
      forwardMessages();
    },
  };
}

it("A backup is intact if the database reports its number of rows only after the end of a table", async () => {
  const { client, release } = await openSlowConnection();
  const repository = await openRepository(
    await openFolderTarget(site.target),
    site.variables().BACKUP_PASSPHRASE,
  );
  const progress = { ...createProgress(() => undefined), addRows: release };
  const { dump } = await dumpDatabase(client, { repository, id: "slow", progress });
  const rows = new Map<string, number>();
  for (const table of dump.tables) {
    for await (const _ of verifiedTable(repository, "slow", table));
    rows.set(table.name, table.rows);
  }
  expect(rows.get("song")).toBe(1);
});
