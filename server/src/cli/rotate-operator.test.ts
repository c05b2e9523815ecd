import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Hex } from "viem";
import { generatePrivateKey } from "viem/accounts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { operatorAddress } from "../features/chain/index.ts";
import { loadOperatorKey } from "../features/chain/local/index.ts";
import { confirmOperatorKey } from "../features.ts";
import { sql } from "../platform/database/database.ts";
import { readHandover } from "../platform/security/operator-handover.data.ts";
import { type CustodyApi, openCustodyApi } from "../testing/chain/custody.ts";
import { runCommand } from "./run-command.ts";

let api: CustodyApi;
let environment: Record<string, string>;
/** A token in custody that a later test transfers. */
let transferred: number;

beforeAll(async () => {
  api = await openCustodyApi();
  environment = { DATABASE_URL: api.databaseUrl, DATA_DIR: api.context.config.dataDir };
});
afterAll(() => api?.close());

const addressOf = (operatorKey: Hex) => operatorAddress({ networks: new Map(), operatorKey });

async function run(args: readonly string[], variables: Record<string, string | undefined> = {}) {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const code = await runCommand(args, { ...environment, ...variables }, { print, printError: print });
  return { code, text: lines.join("\n") };
}

const rotate = (newKey: Hex, ...options: string[]) =>
  run(["keys", "rotate-operator", ...options], { OPERATOR_KEY_NEW: newKey });

/** Starts a worker with a key, as far as the handover is concerned. */
async function restartWith(operatorKey: Hex): Promise<void> {
  api.context.evm = { ...api.context.evm, operatorKey };
  await confirmOperatorKey(api.context);
}

/** The owners of a token in custody of a key. */
const inCustodyOf = (key: Hex) => ({
  api: { address: addressOf(key), in_custody: true },
  chain: addressOf(key),
});

async function readEvents(): Promise<{ kind: string; from: string; to: string }[]> {
  const { rows } = await sql<{ kind: string; from: string; to: string }>`
    select kind, detail ->> 'from' as from, detail ->> 'to' as to from security_event
    where kind like 'operator-%' and detail ->> 'by' = 'operator' order by id`.execute(api.context.db);
  return rows;
}

const command = ["keys", "rotate-operator"];

it("checks keys, roles and balances before anything changes", async () => {
  const { context } = api;
  await api.readOwners(await api.requestToken());
  expect(await run(command)).toEqual({ code: 1, text: expect.stringContaining("Set OPERATOR_KEY_NEW") });
  const current = await rotate(context.evm.operatorKey);
  expect(current).toEqual({ code: 1, text: expect.stringContaining("is the current key") });
  const preview = await rotate(generatePrivateKey(), "--dry-run");
  expect([preview.code, preview.text]).toEqual([
    0,
    expect.stringMatching(/LOCAL: 1 contract, 2 roles to grant, \d+ tokens? in custody to transfer, 2 roles/),
  ]);
  expect(await rotate(generatePrivateKey(), "--abort")).toEqual({
    code: 1,
    text: "No handover is in progress.",
  });
  expect([await readHandover(context.db), await readEvents()]).toEqual([undefined, []]);
});

it("hands the contracts and tokens of a preview over once, although two commands run", {
  retry: 0,
}, async () => {
  const { context } = api;
  const oldKey = context.evm.operatorKey;
  const newKey = generatePrivateKey();
  const song = await api.requestToken();
  expect(await api.readOwners(song)).toEqual(inCustodyOf(oldKey));
  const results = await Promise.all([rotate(newKey), rotate(newKey)]);
  const handover = { from: addressOf(oldKey), to: addressOf(newKey) };
  expect(await readEvents()).toEqual([
    { kind: "operator-handover-started", ...handover },
    { kind: "operator-key-replaced", ...handover },
  ]);
  // The second waits for the first one for a limited time.
  for (const { code, text } of results)
    expect(text).toMatch(code === 0 ? /Minting stays paused/ : /^Another command is handing/);
  expect(results.map(({ code }) => code)).toContain(0);
  const keyFile = join(context.config.dataDir, "chain", "operator.key");
  expect((await readFile(keyFile, "utf8")).trim()).toBe(newKey);
  expect(await api.readOwners(song)).toEqual(inCustodyOf(newKey));
  transferred = song;
});

it("resumes minting once a worker starts with the new key, without a second handover", {
  retry: 0,
}, async () => {
  const { context } = api;
  const newKey = await loadOperatorKey(context.config.dataDir);
  // This node still has the old key. It knows the new custodian and signs nothing.
  const waiting = await api.requestToken();
  const [moved, wallet] = [transferred, `0x${"5e".repeat(20)}`];
  await api.requestTransfer(moved, wallet);
  await api.runDueJobs();
  expect(await api.readToken(waiting)).toMatchObject({ state: "PENDING", owner: inCustodyOf(newKey).api });
  expect((await run(["doctor"])).text).toMatch(
    /warn {2}operator key {3}minting is paused since .*: set OPERATOR_KEY to the key of 0x/,
  );
  expect(await rotate(newKey, "--abort")).toMatchObject({ code: 1 });
  await restartWith(newKey);
  expect(await readHandover(context.db)).toMatchObject({ state: "DONE" });
  expect(await api.readOwners(waiting)).toEqual(inCustodyOf(newKey));
  // The new key transfers what was requested while nothing was signed.
  await api.runJobsUntil(async () => (await api.readToken(moved)).transfers[0].state === "DONE");
  expect(await api.readOwners(moved)).toEqual({
    api: { address: wallet, in_custody: false },
    chain: wallet,
  });
  await api.unlinkWallets();
  expect(await rotate(newKey)).toEqual({ code: 0, text: expect.stringContaining("There is nothing to do.") });
  expect(await readEvents()).toHaveLength(2);
});

it("refuses a wrong key and a site in quarantine", async () => {
  const { context } = api;
  const keys = { OPERATOR_KEY: context.evm.operatorKey, OPERATOR_KEY_NEW: generatePrivateKey() };
  expect(await run([...command, "--dry-run"], keys)).toMatchObject({ code: 0 });
  expect(await run(command, { ...keys, OPERATOR_KEY: generatePrivateKey() })).toEqual({
    code: 1,
    text: expect.stringMatching(/^OPERATOR_KEY is not the key that this database was used with/),
  });
  await sql`insert into quarantine (backup_id, started_at) values ('b', now())`.execute(context.db);
  expect(await run(command, keys)).toEqual({ code: 1, text: expect.stringContaining("in quarantine") });
  await sql`delete from quarantine`.execute(context.db);
});

it("hands over between configured keys after an aborted attempt", async () => {
  const { context } = api;
  const oldKey = context.evm.operatorKey;
  const newKey = generatePrivateKey();
  const keys = { OPERATOR_KEY: oldKey, OPERATOR_KEY_NEW: newKey };
  const before = await readEvents();
  // As a command that was killed after it paused minting.
  await sql`
    insert into operator_handover (state, old_address, new_address, started_at, changed_at)
    values ('GRANTING', ${addressOf(oldKey)}, ${addressOf(newKey)}, now(), now())
    on conflict (is_only_row) do update
    set state = excluded.state, old_address = excluded.old_address, new_address = excluded.new_address`.execute(
    context.db,
  );
  expect(await run(command, { ...keys, OPERATOR_KEY_NEW: generatePrivateKey() })).toEqual({
    code: 1,
    text: expect.stringMatching(
      /is in progress.*\nMinting is paused. Run the command again to continue, or with --abort/s,
    ),
  });
  expect(await run([...command, "--abort"], { OPERATOR_KEY: oldKey })).toMatchObject({ code: 0 });
  expect(await readHandover(context.db)).toBeUndefined();
  expect(await run(command, keys)).toEqual({
    code: 0,
    text: expect.stringContaining("Set OPERATOR_KEY to the new key on every node"),
  });
  await restartWith(newKey);
  expect(await api.readOwners(await api.requestToken())).toEqual(inCustodyOf(newKey));
  expect((await readEvents()).slice(before.length).map(({ kind }) => kind)).toEqual([
    "operator-handover-aborted",
    "operator-handover-started",
    "operator-key-replaced",
  ]);
});
