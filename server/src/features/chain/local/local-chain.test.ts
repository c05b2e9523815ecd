import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { openChains } from "../../../features.ts";
import type { Context } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/database.ts";
import { isAlive } from "../../../platform/embedded/postmaster.ts";
import { createServer } from "../../../server.ts";
import { findAnvilPid, RECIPIENT, signTransfer, TRANSFER_WEI } from "../../../testing/chain/chain-kills.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";

type Rpc = (
  method: string,
  ...params: readonly unknown[]
) => Promise<{ result?: unknown; error?: { code: number } }>;
type Node = {
  context: Context;
  key: Hex;
  send(body: unknown): Promise<{ statusCode: number; body: unknown }>;
  rpc: Rpc;
  networks(): Promise<unknown>;
  stop(): Promise<void>;
};

let database: TestDatabase;
let folder: string;
let running: Node[];
let warnings: string[];
/** Called for each warning as it is logged. */
let warned: (line: string) => void;

beforeAll(async () => {
  database = await testDatabase({ LOCAL_CHAIN: "1", RATE_LIMITS: "0" });
});
afterAll(() => database.close());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "wrapsody-chain-"));
  running = [];
  warnings = [];
  warned = (line) => void warnings.push(line);
});

afterEach(async () => {
  for (const node of running) await node.stop();
  await sql`truncate local_transaction restart identity`.execute(database.context.db);
  await rm(folder, { recursive: true, force: true });
});

/** Starts a program on the test's database, without its site. Its chain may take longer than the program waits for it. */
async function startNode(
  dataDir = folder,
  changes: Partial<Context["config"]> = {},
  url = database.url,
): Promise<Node> {
  const config = { ...database.context.config, ...changes, dataDir };
  const log = pino({ level: "warn" }, { write: (line: string) => warned(line) });
  const chains = await openChains(config, log);
  const evm = await chains.join({ url, db: database.context.db });
  const context = { ...database.context, config, evm };
  const app = await createServer(context, { site: false });
  const send: Node["send"] = async (body) => {
    const payload = typeof body === "string" ? body : JSON.stringify(body);
    const headers = { "content-type": "application/json" };
    const answered = await app.inject({ method: "POST", url: "/chain/local", headers, payload });
    return { statusCode: answered.statusCode, body: answered.json() };
  };
  const node: Node = {
    context,
    key: evm.operatorKey,
    send,
    rpc: async (method, ...params) =>
      (await send({ jsonrpc: "2.0", id: 1, method, params })).body as Awaited<ReturnType<Rpc>>,
    networks: async () => (await app.inject("/api/v1/chain/networks")).json().body.networks,
    async stop() {
      await app.close();
      await chains.stop();
    },
  };
  running.push(node);
  return node;
}

/** Like `start`, and waits until the chain answers. */
async function openNode(...args: Parameters<typeof startNode>): Promise<Node> {
  const node = await startNode(...args);
  await expect.poll(async () => (await node.rpc("eth_chainId")).result).toBe("0x7a69");
  return node;
}

const balance = async (node: Node, address: Hex = RECIPIENT) =>
  BigInt(String((await node.rpc("eth_getBalance", address, "latest")).result));
const readStoredNonces = async () => {
  const { rows } = await sql<{ nonce: number }>`select nonce from local_transaction order by nonce`.execute(
    database.context.db,
  );
  return rows.map(({ nonce }) => nonce);
};
async function transfer(node: Node, nonce: number): Promise<string> {
  const { result, error } = await node.rpc("eth_sendRawTransaction", await signTransfer(node.key, nonce));
  expect(error).toBeUndefined();
  await expect
    .poll(async () => (await node.rpc("eth_getTransactionReceipt", result)).result)
    .toMatchObject({ status: "0x1" });
  return String(result);
}

it("is available at the first start, with a funded operator and a public RPC path", async () => {
  const node = await openNode();
  expect(await node.networks()).toEqual([
    { name: "LOCAL", chain_id: 31_337, rpc_url: "/chain/local", contracts: { wrap_token: null } },
  ]);
  expect(await balance(node, privateKeyToAccount(node.key).address)).toBeGreaterThan(10n ** 23n);
  const { mode } = await stat(join(folder, "chain", "operator.key"));
  expect(mode & 0o777).toBe(0o600);
});

it("keeps its key, blocks and receipts across restarts, and leaves no process behind", async () => {
  const node = await openNode();
  const hash = await transfer(node, 0);
  const receipt = await node.rpc("eth_getTransactionReceipt", hash);
  const pid = (await findAnvilPid(folder)) ?? 0;
  expect(await isAlive(pid)).toBe(true);
  await node.stop();
  expect(await isAlive(pid)).toBe(false);
  const restarted = await openNode();
  expect(restarted.key).toBe(node.key);
  expect(await restarted.rpc("eth_getTransactionReceipt", hash)).toEqual(receipt);
});

it("restarts with its state when its process dies", async () => {
  const node = await openNode();
  await transfer(node, 0);
  const pid = (await findAnvilPid(folder)) ?? 0;
  process.kill(pid, "SIGKILL");
  await expect.poll(async () => (await node.rpc("eth_chainId")).result).toBe("0x7a69");
  expect(await findAnvilPid(folder)).not.toBe(pid);
  // The transactions lost with the process are replayed and mined.
  await expect.poll(() => balance(node)).toBe(TRANSFER_WEI);
  expect(warnings.join("")).toContain("the local chain exited (SIGKILL); restarting it");
});

it.each(["broken", "empty", "cut short"])(
  "is rebuilt from its transactions if the snapshot is %s",
  async (how) => {
    const node = await openNode();
    const hashes = [await transfer(node, 0), await transfer(node, 1)];
    await node.stop();
    const path = join(folder, "chain", "state.gz");
    if (how === "broken") await writeFile(path, "no snapshot");
    else await truncate(path, how === "empty" ? 0 : Math.floor((await stat(path)).size / 2));
    const restarted = await openNode();
    for (const hash of hashes)
      await expect
        .poll(async () => (await restarted.rpc("eth_getTransactionReceipt", hash)).result)
        .toMatchObject({ status: "0x1" });
    expect(await balance(restarted)).toBe(2n * TRANSFER_WEI);
    expect(await readdir(join(folder, "chain"))).toContainEqual(expect.stringMatching(/^state\.gz\.broken-/));
    expect(warnings.join("")).toContain("was renamed");
  },
);

it("keeps its last snapshot while the disk is full, and writes the next one later", async () => {
  const node = await openNode();
  const first = await transfer(node, 0);
  const path = join(folder, "chain", "state.gz");
  await expect.poll(() => stat(path).then(({ size }) => size)).toBeGreaterThan(0);
  await node.stop();
  const before = await readFile(path);
  // Every write fails with ENOSPC.
  await symlink("/dev/full", `${path}.new`);
  // Checked while it fails, because it is retried soon.
  const left: Buffer[] = [];
  warned = (line) => {
    if (line.includes("ENOSPC")) left.push(readFileSync(path));
  };
  const restarted = await openNode();
  await expect.poll(() => left.length).toBeGreaterThan(0);
  expect(left[0]).toEqual(before);
  const second = await transfer(restarted, 1);
  await expect.poll(() => readFile(path)).not.toEqual(before);
  await restarted.stop();
  expect(await readdir(join(folder, "chain"))).not.toContain("state.gz.new");
  const last = await openNode();
  for (const hash of [first, second])
    expect((await last.rpc("eth_getTransactionReceipt", hash)).result).toMatchObject({ status: "0x1" });
});

it("is shared by a second program with the same folder, which takes over when the first stops", async () => {
  const first = await openNode();
  await transfer(first, 0);
  const second = await openNode();
  await transfer(second, 1);
  expect(await balance(first)).toBe(2n * TRANSFER_WEI);
  await first.stop();
  await expect
    .poll(async () => (await second.rpc("eth_getBalance", RECIPIENT, "latest")).result)
    .toBe(`0x${(2n * TRANSFER_WEI).toString(16)}`);
});

it("does not start twice for one database from different folders", { retry: 0 }, async () => {
  await openNode();
  const other = await mkdtemp(join(tmpdir(), "wrapsody-chain-other-"));
  const second = await startNode(other);
  await expect.poll(() => warnings.join("")).toContain("from another folder");
  expect(await second.rpc("eth_chainId")).toMatchObject({ error: { code: -32_002 } });
  await second.stop();
  await rm(other, { recursive: true });
});

it("continues soon after the database is back, on every program with its folder", async () => {
  const proxy = await startDatabaseProxy();
  const nodes = [await openNode(folder, {}, proxy.url), await openNode(folder, {}, proxy.url)];
  const chainIds = () => Promise.all(nodes.map(async (node) => (await node.rpc("eth_chainId")).result));
  proxy.leave();
  await expect.poll(proxy.countRefused).toBeGreaterThanOrEqual(3);
  expect(await chainIds()).toEqual([undefined, undefined]);
  proxy.comeBack();
  await expect.poll(chainIds).toEqual(["0x7a69", "0x7a69"]);
  // Tries that count as failures of the chain are up to 10 seconds apart.
  expect(warnings.join("")).not.toContain("does not start");
});

/** Listens between the programs and the database, and refuses connections while that is away. */
async function startDatabaseProxy() {
  const { hostname, port } = new URL(database.url);
  const sockets = new Set<Socket>();
  let isAway = false;
  let refused = 0;
  const server = createTcpServer((socket) => {
    if (isAway) {
      refused += 1;
      socket.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    for (const one of [socket, upstream]) {
      sockets.add(one);
      one.on("error", () => undefined);
      one.on("close", () => sockets.delete(one));
    }
    socket.pipe(upstream).pipe(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const breakConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(async () => {
    for (const node of running.splice(0)) await node.stop();
    breakConnections();
    server.close();
    await once(server, "close");
  });
  const url = new URL(database.url);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The Unix socket of the server itself.
  url.searchParams.delete("host");
  return {
    url: url.href,
    countRefused: () => refused,
    leave() {
      isAway = true;
      breakConnections();
    },
    comeBack() {
      isAway = false;
    },
  };
}

it("stores wallet transactions before forwarding them, except rejected ones", async () => {
  const node = await openNode();
  const hash = await transfer(node, 0);
  expect(await readStoredNonces()).toEqual([0]);
  const same = await Promise.all(
    [1, 2].map(async () => node.rpc("eth_sendRawTransaction", await signTransfer(node.key, 0))),
  );
  for (const { error } of same) expect(error).toBeDefined();
  expect(await readStoredNonces()).toEqual([0]);
  const poor = await node.rpc("eth_sendRawTransaction", await signTransfer(generatePrivateKey(), 7));
  expect(poor).toMatchObject({ error: { message: expect.stringMatching(/insufficient funds/i) } });
  expect(await readStoredNonces()).toEqual([0]);
  const twice = await Promise.all(
    [1, 2].map(async () => node.rpc("eth_sendRawTransaction", await signTransfer(node.key, 1))),
  );
  expect(twice.filter(({ error }) => error === undefined).length).toBeGreaterThan(0);
  expect(await readStoredNonces()).toEqual([0, 1]);
  expect(await node.rpc("eth_getTransactionByHash", hash)).toMatchObject({ result: { hash } });
});

it("rejects every method but reads and signed transactions", async () => {
  const node = await openNode();
  const refused = [
    "anvil_setBalance",
    "evm_mine",
    "eth_sendTransaction",
    "eth_accounts",
    "debug_traceCall",
    "toString",
  ];
  for (const method of refused) expect(await node.rpc(method)).toMatchObject({ error: { code: -32_601 } });
  const foreign = await privateKeyToAccount(node.key).signTransaction({
    chainId: 1,
    nonce: 0,
    gas: 21_000n,
    gasPrice: 1n,
  });
  const wrong: [string, unknown[]][] = [
    ["eth_sendRawTransaction", []],
    ["eth_sendRawTransaction", ["0x02"]],
    ["eth_sendRawTransaction", [foreign]],
    ["eth_call", [{ data: "0x5b600056", gas: "0x2540be400" }, "latest"]],
    ["eth_getLogs", [null]],
    ["eth_feeHistory", ["0xffff", "latest", []]],
  ];
  for (const [method, params] of wrong)
    expect(await node.rpc(method, ...params), method).toMatchObject({ error: { code: -32_602 } });
  const overridden = await node.rpc("eth_call", { to: RECIPIENT, data: "0x" }, "latest", {
    [RECIPIENT]: { code: "0x5b600056" },
  });
  expect(overridden).toMatchObject({ result: "0x" });
  expect(await readStoredNonces()).toEqual([]);
});

it("answers batches in order and reports invalid calls", async () => {
  const node = await openNode();
  const call = (id: unknown, method: string) => ({ jsonrpc: "2.0", id, method, params: [] });
  expect(await node.send([call(7, "eth_blockNumber"), { id: 8 }, call("x", "evm_mine")])).toMatchObject({
    statusCode: 200,
    body: [
      { jsonrpc: "2.0", id: 7, result: "0x0" },
      { id: null, error: { code: -32_600 } },
      { id: "x", error: { code: -32_601 } },
    ],
  });
  const many = Array.from({ length: 51 }, (_, id) => call(id, "eth_chainId"));
  for (const body of [[], many])
    expect(await node.send(body)).toMatchObject({ body: { error: { code: -32_600 } } });
  expect(await node.send("{")).toMatchObject({ body: { error: { code: -32_700 } } });
  const large = await node.send([call(1, "x".repeat(300_000))]);
  expect(large.statusCode).toBe(413);
});

it("limits the transactions of one address per minute", async () => {
  const node = await openNode(folder, { rateLimits: true });
  onTestFinished(async () => void (await sql`truncate rate_limit`.execute(database.context.db)));
  // Counted before they are decoded.
  const call = (id: number) => ({ jsonrpc: "2.0", id, method: "eth_sendRawTransaction", params: ["0x02"] });
  const batch = (count: number) => Array.from({ length: count }, (_, id) => call(id));
  for (const count of [50, 50]) expect((await node.send(batch(count))).statusCode).toBe(200);
  expect(await node.send(batch(50))).toMatchObject({ statusCode: 429, body: { code: "E0010" } });
  expect(await node.send({ ...call(1), method: "eth_chainId" })).toMatchObject({ statusCode: 200 });
});

it("is absent if it is disabled", async () => {
  const { chains } = database.context.config;
  const node = await startNode(folder, { chains: { ...chains, local: false } });
  // As for any unknown path.
  expect((await node.send({})).statusCode).toBe(405);
  expect(await node.networks()).toEqual([]);
  expect(await readdir(folder)).not.toContain("chain");
});

it("fails to start if its key is unreadable, and creates no other", async () => {
  await (await openNode()).stop();
  await writeFile(join(folder, "chain", "operator.key"), "0x12\n");
  await expect(openNode()).rejects.toThrow(/operator\.key holds no key/);
  expect(await readFile(join(folder, "chain", "operator.key"), "utf8")).toBe("0x12\n");
});
