import { once } from "node:events";
import { zeroAddress } from "viem";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { listTokenTransfers } from "../../../testing/chain/chain.ts";
import {
  type ChainHarness,
  openChainHarness,
  startChainChild,
  tokenOwner,
} from "../../../testing/chain/chain-harness.ts";
import { transactions } from "../../../testing/chain/exactly-once.ts";
import { requestWrapToken, requestWrapTransfer } from "../index.ts";

const SONG = 7;
const receiver = tokenOwner(SONG);

let harness: ChainHarness;
let accountId: string;
beforeEach(async () => {
  harness = await openChainHarness();
  const { db } = harness.context;
  const { rows } = await sql<{ id: string }>`
    insert into account (email, name) values ('house@wrapsody.example', 'House') returning id`.execute(db);
  accountId = rows[0]?.id ?? "";
  await sql`insert into wallet (address, account_id, linked_at) values (${receiver}, ${accountId}, now())`.execute(
    db,
  );
});
afterEach(() => harness.close());

/** Mints a token in custody and requests its transfer. Returns its contract. */
async function requestTransferOfNewToken(): Promise<string> {
  const { context, chain, inTransaction, continuationFor } = harness;
  const local = { network: "LOCAL", songId: SONG } as const;
  const mint = { ...local, owner: chain.operator, metadataUri: "", royalty: null };
  await inTransaction((tx) =>
    requestWrapToken(context, tx, { ...mint, continuation: continuationFor("mint") }),
  );
  await harness.runUntilIdle();
  const [minted] = harness.outcomes;
  const contract = (minted?.outcome.ok === true && minted.outcome.address) || "";
  const transfer = { ...local, contract, receiver, accountId, continuation: continuationFor("transfer") };
  await inTransaction((tx) => requestWrapTransfer(context, tx, transfer));
  return contract;
}

async function expectOneTransfer(contract: string): Promise<void> {
  const { chain, outcomes } = harness;
  expect(await listTokenTransfers(chain, { contract, tokenId: SONG })).toEqual([
    [zeroAddress, chain.operator],
    [chain.operator, receiver],
  ]);
  expect(outcomes.filter(({ item }) => item === "transfer")).toEqual([
    { item: "transfer", outcome: { ok: true, hash: expect.any(String), address: contract } },
  ]);
  const confirmed = (await transactions(harness)).filter(({ status }) => status === "CONFIRMED");
  // The contract, the mint and the transfer.
  expect(confirmed).toHaveLength(3);
}

test.each([
  ["reading the owner", "eth_call"],
  ["simulating", "eth_estimateGas"],
  ["reading the balance", "eth_getBalance"],
  ["broadcasting", "eth_sendRawTransaction"],
  ["looking for the receipt", "eth_getTransactionReceipt"],
])("a worker killed while %s transfers a token exactly once", async (_, method) => {
  const contract = await requestTransferOfNewToken();
  const child = startChainChild(harness);
  harness.proxy.intercept = (call) => {
    if (call.method === method) child.kill("SIGKILL");
    return "pass";
  };
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
  harness.proxy.intercept = () => "pass";
  await harness.runUntilIdle();
  await expectOneTransfer(contract);
});

test("a stuck transfer is replaced at the same nonce, and a reorganised one is sent again", async () => {
  const { chain, context } = harness;
  const contract = await requestTransferOfNewToken();
  await chain.request("evm_setAutomine", false);
  await harness.runTxManager();
  context.clock.move(61);
  await harness.runTxManager();
  expect((await transactions(harness)).at(-1)?.hashes).toHaveLength(2);
  await chain.request("evm_setAutomine", true);
  await chain.mineBlocks();
  await harness.runUntilIdle();
  await expectOneTransfer(contract);
  await chain.request("anvil_reorg", 1, []);
  await harness.runUntilIdle();
  await chain.mineBlocks();
  await harness.runUntilIdle();
  await expectOneTransfer(contract);
});

test("two workers transfer a token once", async () => {
  const contract = await requestTransferOfNewToken();
  await Promise.all([harness.runTxManager(), harness.runTxManager(), harness.runTxManager()]);
  await harness.runUntilIdle();
  await expectOneTransfer(contract);
});
