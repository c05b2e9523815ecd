import pg from "pg";
import { migrate } from "../server/src/platform/database/migrate.ts";
import { startPostgres } from "../server/src/platform/embedded/postgres.ts";
import { migrateQueue } from "../server/src/platform/jobs/queue.ts";
import { createLog } from "../server/src/platform/log.ts";
import {
  type KillResult,
  killRepeatedly,
  RECIPIENT,
  TRANSFER_WEI,
} from "../server/src/testing/chain/chain-kills.ts";
import { benchmark } from "./measure/command.ts";
import { temporaryFolder } from "./measure/folder.ts";
import { printTable, printVerdict } from "./measure/report.ts";

/** Measures what the local chain loses if it, its program or both are killed twenty times while transactions are sent. */
const kills = Array.from({ length: 20 }, (_, at): KillResult["what"] =>
  at % 4 === 1 ? "program" : at % 4 === 3 ? "chain" : "both",
);

await benchmark(async (_effort, stops) => {
  const folder = await temporaryFolder(stops);
  const postgres = await startPostgres({ dataDir: folder });
  stops(() => postgres.stop());
  await migrate(postgres.url);
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  await migrateQueue(pool, createLog("silent"));
  await pool.end();
  const { killed, node, transfers } = await killRepeatedly({ url: postgres.url, folder }, kills);
  stops(() => node.kill("both"));
  printTable(
    ["killed", "accepted before", "lost", "back after"],
    killed.map(({ what, accepted, lost, seconds }) => [
      ...[what, String(accepted), String(lost), `${seconds.toFixed(2)} s`],
    ]),
  );
  const balance = Number(
    BigInt(String(await node.rpc("eth_getBalance", RECIPIENT, "latest"))) / TRANSFER_WEI,
  );
  const show = String;
  printVerdict({ what: "transfers lost", value: Math.max(...killed.map(({ lost }) => lost)), max: 0, show });
  printVerdict({
    what: "transfers in the purse",
    value: balance,
    min: transfers,
    max: transfers,
    show,
  });
});
