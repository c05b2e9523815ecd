import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { type Hex, isHex, recoverTransactionAddress, type TransactionSerialized } from "viem";
import { generatePrivateKey } from "viem/accounts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { operatorAddress } from "../features/chain/index.ts";
import { findRunningAnvil, writePidFile } from "../features/chain/local/anvil-pid-file.ts";
import { confirmOperatorKey } from "../features.ts";
import { sql } from "../platform/database/database.ts";
import { type HandoverState, readHandover } from "../platform/security/operator-handover.data.ts";
import { type CustodyApi, openCustodyApi } from "../testing/chain/custody.ts";
import { type RpcCall, type RpcProxy, startRpcProxy } from "../testing/chain/rpc-proxy.ts";
import { inheritedVariables } from "../testing/node-process.ts";

const command = fileURLToPath(new URL("./main.ts", import.meta.url));
const killedCommand = fileURLToPath(new URL("../testing/killed-command.ts", import.meta.url));

let api: CustodyApi;
/** Between the command and the chain. */
let proxy: RpcProxy;
beforeAll(async () => {
  api = await openCustodyApi();
  const folder = await realpath(join(api.context.config.dataDir, "chain"));
  const anvil = await findRunningAnvil(folder);
  const { pid = 0, url = "" } = anvil ?? {};
  proxy = await startRpcProxy(() => url);
  await writePidFile(folder, { pid, url: proxy.url });
});
afterAll(async () => {
  await proxy?.close();
  await api?.close();
});

const newKey = generatePrivateKey();
const addressOf = (operatorKey: Hex) => operatorAddress({ networks: new Map(), operatorKey });

function spawnCommand(script: string, variables: Record<string, string> = {}) {
  const child = spawn(process.execPath, [script, "keys", "rotate-operator"], {
    env: {
      ...inheritedVariables(),
      DATABASE_URL: api.databaseUrl,
      DATA_DIR: api.context.config.dataDir,
      OPERATOR_KEY_NEW: newKey,
      ...variables,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return { child, ended: waitForEnd(child) };
}

async function waitForEnd(child: ChildProcess) {
  const [printed, errors, [code, signal]] = await Promise.all([
    child.stdout === null ? "" : text(child.stdout),
    child.stderr === null ? "" : text(child.stderr),
    once(child, "exit"),
  ]);
  return { code, signal, text: printed + errors };
}

/** Waits until the database has noticed that a killed command is gone. */
async function waitForLock(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ free: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended('handover of the operator key', 0)) as free`.execute(
        api.context.db,
      );
      return rows[0]?.free;
    })
    .toBe(true);
}

async function expectKilled({ ended }: ReturnType<typeof spawnCommand>, state: HandoverState): Promise<void> {
  const { signal, text: printed } = await ended;
  expect([signal, signal === null ? printed : ""]).toEqual(["SIGKILL", ""]);
  proxy.intercept = () => "pass";
  await waitForLock();
  expect(await readHandover(api.context.db)).toMatchObject({ state });
}

/** Kills the command when it sends the first transaction of a key. */
async function killAtSend(
  key: Hex,
  interception: "pass" | "drop-request",
  state: HandoverState,
): Promise<void> {
  const running = spawnCommand(command);
  proxy.intercept = async (call) => {
    if ((await findSender(call)) !== addressOf(key)) return "pass";
    running.child.kill("SIGKILL");
    return interception;
  };
  await expectKilled(running, state);
}

async function findSender({ method, params: [raw] }: RpcCall): Promise<string | undefined> {
  if (method !== "eth_sendRawTransaction" || !isHex(raw)) return undefined;
  const serializedTransaction = raw as TransactionSerialized;
  return (await recoverTransactionAddress({ serializedTransaction })).toLowerCase();
}

/** Kills the command in the transaction that switches the keys. */
async function killAtSwitch(): Promise<void> {
  const { db } = api.context;
  await sql`
    create function delay_switch() returns trigger language plpgsql as $$ begin perform pg_sleep(600); return new; end $$`.execute(
    db,
  );
  await sql`
    create trigger delay_switch before update on operator_handover for each row when (new.state = 'SWITCHED')
    execute function delay_switch()`.execute(db);
  const running = spawnCommand(command);
  const isDelayed = sql`datname = current_database() and wait_event = 'PgSleep'`;
  await expect
    .poll(async () => (await sql`select from pg_stat_activity where ${isDelayed}`.execute(db)).rows.length)
    .toBe(1);
  running.child.kill("SIGKILL");
  await running.ended;
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where ${isDelayed}`.execute(db);
  await expectKilled(running, "REVOKING");
  await sql`drop trigger delay_switch on operator_handover`.execute(db);
}

/** Runs the jobs of a node with the key in use. */
async function runNode(): Promise<void> {
  await sql`select graphile_worker.add_job('work-on-chain', '{"network":"LOCAL"}')`.execute(api.context.db);
  await api.runDueJobs();
}

let minted: number[];
let waiting: number[];

const expectWaiting = async () => {
  for (const song of waiting) expect(await api.readToken(song)).toMatchObject({ state: "PENDING" });
};

it("a command that is killed while it sends transactions is continued by the next one", async () => {
  const { evm } = api.context;
  minted = [await api.requestToken(), await api.requestToken()];
  for (const song of minted) await api.readOwners(song);
  waiting = [await api.requestToken()];
  await killAtSend(evm.operatorKey, "drop-request", "GRANTING");
  // The node broadcasts what is signed, and mints nothing.
  await runNode();
  waiting.push(await api.requestToken());
  await killAtSend(newKey, "pass", "REVOKING");
  await expectWaiting();
});

it("a command that is killed while it switches the keys is continued by the next one, and minting resumes", async () => {
  const { context } = api;
  await killAtSwitch();
  await runNode();
  await expectWaiting();
  await expectKilled(spawnCommand(killedCommand, { KILL_AT: "rename /operator\\.key$" }), "SWITCHED");
  await runNode();
  await expectWaiting();
  expect(await spawnCommand(command).ended).toMatchObject({ code: 0 });

  context.evm = { ...context.evm, operatorKey: newKey };
  await confirmOperatorKey(context);
  const owner = addressOf(newKey);
  for (const song of [...minted, ...waiting])
    expect(await api.readOwners(song)).toEqual({ api: { address: owner, in_custody: true }, chain: owner });
  const { rows } = await sql<{ kind: string }>`
    select kind from security_event where kind like 'operator-%' order by id`.execute(context.db);
  expect(rows.map(({ kind }) => kind)).toEqual(["operator-handover-started", "operator-key-replaced"]);
});
