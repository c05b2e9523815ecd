import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Network, networks } from "@wrapsody/shared/experiences/chain.ts";
import { z } from "zod";
import {
  type CollectionInit,
  chainJobs,
  findCollectionAddress,
  type Outcome,
  outcome,
  requestCollection,
  requestMints,
} from "../../features/chain/index.ts";
import type { Context } from "../../platform/context.ts";
import { type Executor, sql } from "../../platform/database/database.ts";
import { type Job, job, toTaskList } from "../../platform/jobs/queue.ts";
import { type TestClock, type TestDatabase, testDatabase } from "../database/database.ts";
import { runTasks } from "../jobs.ts";
import { startTestChain, type TestChain } from "./chain.ts";
import { type RpcProxy, startRpcProxy } from "./rpc-proxy.ts";

/** A database, a chain, and a job that collects the outcomes of requests. */
export type ChainHarness = {
  database: TestDatabase;
  chain: TestChain;
  /** Between the context and the chain's node. */
  proxy: RpcProxy;
  context: Context & { clock: TestClock };
  /** The outcomes that continuations have got, in order. */
  outcomes: { item: string; outcome: Outcome }[];
  /** Returns a continuation that adds its outcome to `outcomes`. */
  continuationFor(item: string): { job: string; payload: { item: string } };
  inTransaction<T>(run: (tx: Executor) => Promise<T>): Promise<T>;
  /** Runs all due jobs. Returns the errors of jobs. */
  runDueJobs(): Promise<unknown[]>;
  /** Enqueues the transaction manager's job and runs all due jobs. */
  runTxManager(network?: string): Promise<unknown[]>;
  /** Runs the transaction manager and mines blocks until no request or transaction is open. */
  runUntilIdle(): Promise<void>;
  /** Requests a campaign's collection and does not wait. */
  requestCollection(campaignId: number, init?: Partial<CollectionInit>): Promise<void>;
  /** Requests a campaign's collection and waits for it. Returns its address. */
  createCollection(campaignId: number, init?: Partial<CollectionInit>): Promise<string>;
  /** Sets the time limit of the node's responses. */
  setTimeoutMs(timeoutMs: number): void;
  /** Requests tokens by id, each for its `tokenOwner`, and does not wait. */
  requestTokens(collection: string, tokenIds: readonly number[]): Promise<void>;
  close(): Promise<void>;
};

/** The owner that a token is requested for, in lower case. */
export const tokenOwner = (tokenId: number) => `0x${(0xa_0000 + tokenId).toString(16).padStart(40, "0")}`;

/** Returns `count` consecutive numbers. */
export const range = (count: number, first = 1) => Array.from({ length: count }, (_, at) => first + at);

export const collectionInit: CollectionInit = {
  name: "Salt Meridian",
  symbol: "SALT",
  baseURI: "https://wrapsody.example/metadata/7/",
  contractURI: "https://wrapsody.example/metadata/7",
  maxSupply: 0,
  royaltyReceiver: tokenOwner(0),
  royaltyBasisPoints: 500,
};

/** With `shared`, the database of the tests of a file, `close` deletes what is stored of the chain. */
export async function openChainHarness(
  options?: Parameters<typeof startTestChain>[0],
  shared?: TestDatabase,
): Promise<ChainHarness> {
  const [database, chain] = await Promise.all([shared ?? testDatabase(), startTestChain(options)]);
  const wire = await startRpcProxy(() => chain.network.rpcUrl);
  const reached = { ...chain.network, rpcUrl: wire.url };
  const evm = { ...chain.evm, networks: new Map([[reached.name, reached]]) };
  const context = { ...database.context, evm };
  const outcomes: ChainHarness["outcomes"] = [];
  const noteJob = job({
    name: "note-outcome",
    payload: z.object({ item: z.string(), outcome }),
    tries: 1,
    run: async (_, note) => void outcomes.push(note),
  });
  const runDue = () => runJobs(context, [...chainJobs, noteJob]);
  const runTxManager: ChainHarness["runTxManager"] = async (network = reached.name) => {
    await context.queue.enqueue(context.db, findChainJob("work-on-chain"), { network });
    return runDue();
  };
  const { name: network } = reached;
  const inTransaction: ChainHarness["inTransaction"] = (run) => context.db.transaction().execute(run);
  const continuationFor: ChainHarness["continuationFor"] = (item) => ({
    job: noteJob.name,
    payload: { item },
  });
  const runUntilIdle = async () => {
    for (let round = 0; round < 60; round++) {
      const failures = await runTxManager();
      if (failures.length > 0) throw failures[0];
      if ((await countOpen(context, network)) === 0) return;
      await chain.mineBlocks(reached.confirmations === "finalized" ? 64 : 1);
    }
    throw new Error("work is open that does not end");
  };
  const requestOneCollection: ChainHarness["requestCollection"] = async (campaignId, init = {}) => {
    const continuation = continuationFor(`collection ${campaignId}`);
    const input = {
      network: toNetwork(network),
      campaignId,
      init: { ...collectionInit, ...init },
      continuation,
    };
    await inTransaction((tx) => requestCollection(context, tx, input));
  };
  return {
    database,
    chain,
    proxy: wire,
    context,
    outcomes,
    runDueJobs: runDue,
    runTxManager,
    runUntilIdle,
    inTransaction,
    continuationFor,
    setTimeoutMs: (timeoutMs) => void Object.assign(reached, { timeoutMs }),
    requestCollection: requestOneCollection,
    async createCollection(campaignId, init) {
      await requestOneCollection(campaignId, init);
      await runUntilIdle();
      return (await findCollectionAddress(context, network, campaignId)) ?? "";
    },
    async requestTokens(collection, tokenIds) {
      const tokens = tokenIds.map((tokenId) => {
        const continuation = continuationFor(`token ${tokenId}`);
        return { tokenId, owner: tokenOwner(tokenId), continuation };
      });
      await inTransaction((tx) =>
        requestMints(context, tx, { network: toNetwork(network), collection, tokens }),
      );
    },
    async close() {
      await wire.close();
      await chain.stop();
      await (shared === undefined ? database.close() : forgetChain(context));
    },
  };
}

/** Starts a worker of the transaction manager as a process that a test kills. */
export function startChainChild({ database, context, proxy }: ChainHarness): ChildProcess {
  const program = fileURLToPath(new URL("./chain-child.ts", import.meta.url));
  const child = spawn(process.execPath, [program], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      DATA_DIR: context.config.dataDir,
      CHAIN_RPC_URL: proxy.url,
      CHAIN_OPERATOR_KEY: context.evm.operatorKey,
    },
  });
  process.once("exit", () => child.kill("SIGKILL"));
  return child;
}

/** A job of the chain's by its name. */
export function findChainJob(name: string): Job {
  const found = chainJobs.find((job) => job.name === name);
  if (found === undefined) throw new Error(`there is no job ${name}`);
  return found;
}

function toNetwork(name: string): Network {
  const network = networks.find((known) => known === name);
  if (network === undefined) throw new Error(`${name} is no network`);
  return network;
}

async function runJobs(context: Context, jobs: readonly Job[]): Promise<unknown[]> {
  const failures: unknown[] = [];
  const watched = jobs.map(
    (item): Job => ({
      ...item,
      run: (...input) =>
        item.run(...input).catch((error: unknown) => {
          failures.push(error);
          throw error;
        }),
    }),
  );
  await runTasks(context, toTaskList(context, watched), 2);
  return failures;
}

async function forgetChain({ db }: Context): Promise<void> {
  await sql`
    truncate chain_alarm, chain_contract, chain_mint, chain_task, chain_transaction, graphile_worker._private_jobs
    restart identity`.execute(db);
}

async function countOpen({ db }: Context, network: string): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select (select count(*) from chain_task where network = ${network} and state in ('WAITING', 'SENT'))
      + (select count(*) from chain_mint where network = ${network} and state in ('WAITING', 'SENT'))
      + (select count(*) from chain_transaction where network = ${network} and status in ('SIGNED', 'SENT', 'MINED')) as open`.execute(
    db,
  );
  return rows[0]?.open ?? 0;
}
