import { type Address, createPublicClient, type Hex, http, keccak256, parseAbi, toHex, zeroHash } from "viem";
import { generatePrivateKey } from "viem/accounts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { checkOperatorKey, forgetKeys } from "../../../platform/security/key-canaries.ts";
import { readHandover } from "../../../platform/security/operator-handover.data.ts";
import {
  type ChainHarness,
  findChainJob,
  openChainHarness,
  range,
} from "../../../testing/chain/chain-harness.ts";
import { totalSupply } from "../../../testing/chain/exactly-once.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { chainHealth, confirmOperatorKey, operatorAddress } from "../index.ts";
import { abortHandover, handOver } from "./hand-over.ts";
import type { Handover, HandoverEvent } from "./handover.ts";

let database: TestDatabase;
let harness: ChainHarness;
let newKey: Hex;
let newAddress: Address;
let events: HandoverEvent[];
let lines: string[];
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  harness = await openChainHarness({}, database);
  [newKey, events, lines] = [generatePrivateKey(), [], []];
  newAddress = operatorAddress({ networks: new Map(), operatorKey: newKey });
  await harness.chain.fund(newAddress, 10n ** 20n);
});
afterEach(async () => {
  await harness.close();
  await forgetKeys(database.context.db);
});

function describeHandover(changes: Partial<Handover> = {}): Handover & { newKey: Hex } {
  const { context, chain } = harness;
  return {
    context,
    networks: [...context.evm.networks.values()],
    skippedNetworks: [],
    oldKey: context.evm.operatorKey,
    oldAddress: chain.operator,
    newAddress,
    movesBalance: false,
    print: (line) => void lines.push(line),
    record: async (_, event) => void events.push(event),
    moveCustody: async () => undefined,
    pollMs: 10,
    ...changes,
    newKey,
  };
}

const abi = parseAbi(["function hasRole(bytes32 role, address account) view returns (bool)"]);

/** Returns which of the old and the new key have a role of a contract. */
async function holders(address: Address, role: Hex): Promise<string[]> {
  const client = createPublicClient({ transport: http(harness.chain.network.rpcUrl) });
  const has = (account: Address) =>
    client.readContract({ address, abi, functionName: "hasRole", args: [role, account] });
  const [old, next] = await Promise.all([has(harness.chain.operator), has(newAddress)]);
  return [...(old ? ["old"] : []), ...(next ? ["new"] : [])];
}

const MINTER = keccak256(toHex("MINTER_ROLE"));
const newContext = () => ({ ...harness.context, evm: { ...harness.context.evm, operatorKey: newKey } });
const runWith = (context: ChainHarness["context"]) =>
  findChainJob("work-on-chain").run(context, { network: "LOCAL" });

test("mints of before, during and after a handover are minted once, the waiting ones by the new key", {
  retry: 0,
}, async () => {
  const { context, chain } = harness;
  const { db } = context;
  const collection = (await harness.createCollection(1)) as Address;
  await checkOperatorKey(db, context.evm.operatorKey);
  await chain.request("evm_setAutomine", false);
  await harness.requestTokens(collection, range(10));
  await harness.runTxManager();
  const ending = handOver(describeHandover());
  // It reads the roles of all contracts before.
  await expect.poll(() => readHandover(db)).toMatchObject({ state: "GRANTING" });
  await harness.requestTokens(collection, range(10, 11));
  await runWith(context);
  await chain.request("evm_setAutomine", true);
  await chain.mineBlocks();
  await ending;
  expect(events).toEqual(["STARTED", "SWITCHED"]);
  expect(await totalSupply(chain, collection)).toBe(10);
  for (const role of [MINTER, zeroHash]) expect(await holders(collection, role)).toEqual(["new"]);
  await runWith(context);
  expect(await totalSupply(chain, collection)).toBe(10);
  await expect(checkOperatorKey(db, context.evm.operatorKey)).rejects.toThrow(/OPERATOR_KEY was replaced/);
  await checkOperatorKey(db, newKey);
  for (let round = 0; round < 20 && harness.outcomes.length < 21; round++) {
    await runWith(newContext());
    await harness.runDueJobs();
  }
  expect(await totalSupply(chain, collection)).toBe(20);
  expect(await readHandover(db)).toMatchObject({ state: "DONE" });
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*) from chain_mint group by state`.execute(db);
  expect(rows).toEqual([{ state: "DONE", count: 20 }]);
  expect(harness.outcomes.filter(({ item }) => item.startsWith("token ")).length).toBe(20);
});

test("an aborted handover leaves the roles with the old key", async () => {
  const collection = (await harness.createCollection(1)) as Address;
  let isBroken = false;
  harness.proxy.intercept = ({ method }) => {
    if (method !== "eth_sendRawTransaction" || isBroken) return "pass";
    isBroken = true;
    return "drop-request";
  };
  await expect(handOver(describeHandover())).rejects.toThrow();
  expect(await readHandover(harness.context.db)).toMatchObject({ state: "GRANTING" });
  await abortHandover(describeHandover());
  expect(await readHandover(harness.context.db)).toBeUndefined();
  expect(await holders(collection, MINTER)).toEqual(["old"]);
  expect(events).toEqual(["STARTED", "ABORTED"]);
});

test("a handover that ends after the roles of one network were granted hands over the others when it continues", async () => {
  const { db } = harness.context;
  const collection = (await harness.createCollection(1)) as Address;
  const record: Handover["record"] = (_, event) =>
    event === "SWITCHED" ? Promise.reject(new Error("killed")) : Promise.resolve();
  const first = describeHandover({ networks: [], skippedNetworks: ["LOCAL"], record });
  await expect(handOver(first)).rejects.toThrow("killed");
  expect(await readHandover(db)).toMatchObject({ state: "REVOKING" });
  await checkOperatorKey(db, harness.context.evm.operatorKey);
  const issues = await chainHealth(harness.context).issues();
  expect(issues).toEqual([
    { part: "chain", of: "all networks", kind: "KEY_HANDOVER", since: expect.any(String) },
  ]);
  await expect(abortHandover(describeHandover())).rejects.toThrow(/has lost roles already/);
  const otherKey = generatePrivateKey();
  const other = operatorAddress({ networks: new Map(), operatorKey: otherKey });
  await expect(handOver({ ...describeHandover({ newAddress: other }), newKey: otherKey })).rejects.toThrow(
    `A handover from ${harness.chain.operator} to ${newAddress} is in progress.`,
  );
  await handOver(describeHandover());
  for (const role of [MINTER, zeroHash]) expect(await holders(collection, role)).toEqual(["new"]);
  await expect(handOver(describeHandover())).rejects.toThrow(/waits for a worker/);
  await confirmOperatorKey(harness.context);
  expect(await readHandover(db)).toMatchObject({ state: "SWITCHED" });
  await confirmOperatorKey(newContext());
  expect(await readHandover(db)).toMatchObject({ state: "DONE" });
  expect(await chainHealth(harness.context).issues()).toEqual([]);
});

test("the balance of the old key pays for the new one if it is moved", async () => {
  const { chain } = harness;
  const collection = (await harness.createCollection(1)) as Address;
  await chain.fund(newAddress, 0n);
  await chain.fund(chain.operator, 10n ** 18n);
  await handOver(describeHandover({ movesBalance: true }));
  expect(await holders(collection, MINTER)).toEqual(["new"]);
  const balanceOf = async (address: Address) =>
    BigInt(String(await chain.request("eth_getBalance", address, "latest")));
  expect(await balanceOf(newAddress)).toBeGreaterThan(98n * 10n ** 16n);
  expect(await balanceOf(chain.operator)).toBeLessThan(10n ** 15n);
});

test("an unusable node is named before anything changes, and its network can be left out", async () => {
  const { db } = harness.context;
  const collection = (await harness.createCollection(1)) as Address;
  const networks: Handover["networks"] = [];
  await expect(handOver(describeHandover({ networks }))).rejects.toThrow(
    "LOCAL has contracts of this site, but no node of it is configured",
  );
  harness.proxy.intercept = ({ method }) => (method === "eth_chainId" ? { result: "0x1" } : "pass");
  await expect(handOver(describeHandover())).rejects.toThrow(
    "LOCAL: the node reports chain ID 1, expected 31337.",
  );
  harness.proxy.intercept = () => "drop-request";
  await expect(handOver(describeHandover())).rejects.toThrow(/by --skip LOCAL/);
  expect([await readHandover(db), events]).toEqual([undefined, []]);
  await handOver(describeHandover({ networks, skippedNetworks: ["LOCAL"] }));
  harness.proxy.intercept = () => "pass";
  expect(await readHandover(db)).toMatchObject({ state: "SWITCHED" });
  expect(await holders(collection, MINTER)).toEqual(["old"]);
});

test("a database that was restored to the time before a handover is brought up to date without a transaction", async () => {
  const { db, evm } = harness.context;
  await harness.createCollection(1);
  await handOver(describeHandover());
  await forgetKeys(db);
  await checkOperatorKey(db, evm.operatorKey);
  const sent = harness.proxy.calls.filter(({ method }) => method === "eth_sendRawTransaction").length;
  await handOver(describeHandover());
  expect(harness.proxy.calls.filter(({ method }) => method === "eth_sendRawTransaction").length).toBe(sent);
  await checkOperatorKey(db, newKey);
});

test("a new key without funds is refused before anything changes", async () => {
  await harness.createCollection(1);
  await harness.chain.fund(newAddress, 0n);
  await expect(handOver(describeHandover())).rejects.toThrow(/fund it, or use --move-balance/);
  expect(await readHandover(harness.context.db)).toBeUndefined();
});
