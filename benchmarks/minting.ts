import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { campaignCollection } from "@wrapsody/contracts/CampaignCollection.ts";
import { campaignFactory } from "@wrapsody/contracts/CampaignFactory.ts";
import pg from "pg";
import { type Address, createClient, http } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import {
  deployContract,
  getTransactionReceipt,
  readContract,
  simulateContract,
  writeContract,
} from "viem/actions";
import { foundry } from "viem/chains";
import {
  chainJobs,
  findCollectionAddress,
  requestCollection,
  requestMints,
} from "../server/src/features/chain/index.ts";
import { type Database, sql } from "../server/src/platform/database/database.ts";
import { migrate } from "../server/src/platform/database/migrate.ts";
import { startPostgres } from "../server/src/platform/embedded/postgres.ts";
import { migrateQueue } from "../server/src/platform/jobs/queue.ts";
import { startWorker } from "../server/src/platform/jobs/worker.ts";
import { startTestChain, type TestChain } from "../server/src/testing/chain/chain.ts";
import { openChainContext } from "../server/src/testing/chain/chain-context.ts";
import { benchmark } from "./measure/command.ts";
import { temporaryFolder } from "./measure/folder.ts";
import { printLine, printTable, printVerdict, rate, times } from "./measure/report.ts";
import { median } from "./measure/rounds.ts";

/**
 * Measures tokens minted per second on a real local chain: through the outbox, from the request until each token is confirmed
 * and its continuation is enqueued; next to viem alone, which stores nothing.
 */
const many = 4_000;
const few = 200;
const batchSize = 50;

const owner = (number: number): Address => `0x${(0xa_0000 + number).toString(16).padStart(40, "0")}`;
const init = {
  name: "Bench",
  symbol: "BENCH",
  baseURI: "https://wrapsody.example/",
  contractURI: "https://wrapsody.example",
  maxSupply: 0,
  royaltyReceiver: null,
  royaltyBasisPoints: 0,
};

type Contender = { mint(ids: number[]): Promise<void>; stop(): Promise<void> };

await benchmark(async ({ rounds }, stops) => {
  const folder = await temporaryFolder(stops);
  const postgres = await startPostgres({ dataDir: folder });
  stops(() => postgres.stop());
  const contenders = [
    { name: "viem, one token at a time", count: few, open: (chain: TestChain) => openBare(chain, 1) },
    { name: "viem, fifty at a time", count: many, open: (chain: TestChain) => openBare(chain, batchSize) },
    {
      name: "Wrapsody's outbox",
      count: many,
      open: async (chain: TestChain) => openOutbox(await freshDatabase(postgres.url), folder, chain),
    },
  ];
  const rates = contenders.map((): number[] => []);
  // The first round warms up and is not counted.
  for (let round = 0; round <= rounds; round++) {
    for (const [at, { count, open }] of contenders.entries()) {
      const durationMs = await measure(open, count);
      if (round > 0) rates[at]?.push((count * 1_000) / durationMs);
    }
  }
  print(
    contenders.map(({ name }) => name),
    rates.map(median),
  );
});

/** Returns milliseconds. Starts a new chain, because a local chain becomes slower with every token. */
async function measure(open: (chain: TestChain) => Promise<Contender>, count: number): Promise<number> {
  const chain = await startTestChain();
  try {
    const contender = await open(chain);
    try {
      const start = performance.now();
      await contender.mint(Array.from({ length: count }, (_, at) => at + 1));
      return performance.now() - start;
    } finally {
      await contender.stop();
    }
  } finally {
    await chain.stop();
  }
}

function print(names: readonly string[], rates: readonly number[]): void {
  const [single = 0, batched = 0, ours = 0] = rates;
  printLine(`${many.toLocaleString("en")} tokens on an empty chain, ${few} if minted one by one`);
  printTable(
    ["", "tokens/s", "one at a time = 1"],
    names.map((name, at) => [name, rate(rates[at] ?? 0), times((rates[at] ?? 0) / single)]),
  );
  printVerdict({ what: "through the outbox", value: ours, min: 2_000, show: rate });
  const what = "next to fifty at a time without storing anything";
  printVerdict({ what, value: ours / batched, min: 1, show: times });
}

async function freshDatabase(url: string): Promise<string> {
  const name = `minting_${randomBytes(4).toString("hex")}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const address = new URL(url);
  address.pathname = `/${name}`;
  await migrate(address.href);
  return address.href;
}

async function openOutbox(url: string, folder: string, { evm }: TestChain): Promise<Contender> {
  const { context, pool, close } = await openChainContext({ url, folder, evm });
  await migrateQueue(pool, context.log);
  const worker = await startWorker(context, pool, chainJobs);
  const { db } = context;
  const until = async (condition: () => Promise<boolean>) => {
    while (!(await condition())) await sleep(10);
  };
  const continuation = { job: "go-on", payload: {} };
  await db
    .transaction()
    .execute((tx) => requestCollection(context, tx, { network: "LOCAL", campaignId: 1, init, continuation }));
  await until(async () => (await findCollectionAddress(context, "LOCAL", 1)) !== undefined);
  const collection = (await findCollectionAddress(context, "LOCAL", 1)) ?? "";
  return {
    async mint(ids) {
      const tokens = ids.map((tokenId) => ({ tokenId, owner: owner(tokenId), continuation }));
      await db
        .transaction()
        .execute((tx) => requestMints(context, tx, { network: "LOCAL", collection, tokens }));
      const [last = 0] = ids.slice(-1);
      await until(async () => {
        const { rows } = await sql<{ open: boolean }>`
          select exists (select from chain_mint where network = 'LOCAL' and state = 'WAITING')
            or exists (select from chain_transaction where network = 'LOCAL' and status in ('SIGNED', 'SENT', 'MINED'))
            as open`.execute(db);
        return rows[0]?.open === false;
      });
      if (!(await isMinted(db, last))) throw new Error("not all tokens are minted");
    },
    async stop() {
      await worker.stop();
      await close();
    },
  };
}

async function isMinted(db: Database, tokenId: number): Promise<boolean> {
  const { rows } = await sql<{
    state: string;
  }>`select state from chain_mint where token_id = ${tokenId}`.execute(db);
  return rows[0]?.state === "DONE";
}

/** Mints with the same contracts and a separate key: simulates, sends and awaits each transaction. */
async function openBare(chain: TestChain, batchSize: number): Promise<Contender> {
  const account = privateKeyToAccount(generatePrivateKey());
  await chain.fund(account.address, 10n ** 24n);
  const client = createClient({
    account,
    chain: foundry,
    transport: http(chain.network.rpcUrl),
  });
  // viem's own waiting polls again at the next block, which never comes if nothing else is mined.
  const waitForReceipt = async (hash: `0x${string}`) => {
    for (;;) {
      const receipt = await getTransactionReceipt(client, { hash }).catch(() => undefined);
      if (receipt?.status === "reverted") throw new Error("a transaction was reverted");
      if (receipt !== undefined) return receipt;
      await sleep(2);
    }
  };
  const deployed = await waitForReceipt(
    await deployContract(client, { ...campaignFactory, args: [account.address, account.address] }),
  );
  const factory = { abi: campaignFactory.abi, address: deployed.contractAddress ?? account.address };
  const collectionInit = { ...init, maxSupply: 0n, royaltyReceiver: owner(0), royaltyBasisPoints: 0n };
  const roles = { admin: account.address, minter: account.address };
  await waitForReceipt(
    await writeContract(client, {
      ...factory,
      functionName: "create",
      args: [1n, { ...collectionInit, ...roles }],
    }),
  );
  const address = await readContract(client, { ...factory, functionName: "collectionOf", args: [1n] });
  return {
    async mint(ids) {
      for (let from = 0; from < ids.length; from += batchSize) {
        const part = ids.slice(from, from + batchSize);
        const { request } = await simulateContract(client, {
          abi: campaignCollection.abi,
          address,
          functionName: "mintBatch",
          args: [part.map(owner), part.map(BigInt)],
        });
        await waitForReceipt(await writeContract(client, request));
      }
    },
    stop: async () => undefined,
  };
}
