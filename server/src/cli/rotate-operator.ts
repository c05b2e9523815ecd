import { setTimeout as sleep } from "node:timers/promises";
import type { AuditKind } from "@wrapsody/shared/accounts/account-admin.ts";
import type { Address, Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";

import { recordOperatorEvent } from "../features/accounts/index.ts";

import { changeCustodian } from "../features/catalogue/index.ts";
import {
  abortHandover,
  type Handover,
  HandoverError,
  type HandoverEvent,
  handOver,
  previewHandover,
} from "../features/chain/index.ts";
import {
  findLocalNetwork,
  fundLocally,
  loadOperatorKey,
  replaceOperatorKey,
} from "../features/chain/local/index.ts";
import { readQuarantine } from "../platform/backup/quarantine.data.ts";
import type { EvmNetwork } from "../platform/config/evm.ts";
import { tryWithAdvisoryLock } from "../platform/database/advisory-lock.data.ts";
import { type Database, sql } from "../platform/database/database.ts";
import { createLog } from "../platform/log.ts";
import { checkOperatorKey } from "../platform/security/key-canaries.ts";
import { type OperatorHandover, readHandover } from "../platform/security/operator-handover.data.ts";
import type { Command, CommandArguments, Output } from "./command.ts";
import type { OperatorContext } from "./operator-context.ts";

const POLL_MS = 2_000;

const eventKinds = {
  STARTED: "operator-handover-started",
  SWITCHED: "operator-key-replaced",
  ABORTED: "operator-handover-aborted",
} as const satisfies Record<HandoverEvent, AuditKind>;

export const rotateOperatorKey: Command = {
  name: "keys rotate-operator",
  usage: "keys rotate-operator [--dry-run | --abort] [--move-balance] [--skip NETWORKS]",
  summary: "Hand the contracts over to OPERATOR_KEY_NEW; run again to continue.",
  details: [
    ["--dry-run", "Only check roles and balances."],
    ["--abort", "Return the roles to the current key. Possible until it loses the first one."],
    ["--move-balance", "Send the rest of the current key's balance to the new key."],
    ["--skip NETWORKS", "Leave the contracts of these networks with the current key, separated by commas."],
  ],
  options: {
    "dry-run": { type: "boolean" },
    abort: { type: "boolean" },
    "move-balance": { type: "boolean" },
    skip: { type: "string" },
  },
  async run(context, args, output) {
    let exitCode = 1;
    const isAlone = await withHandoverLock(context.db, async () => {
      exitCode = await runRotation(context, args, output);
    });
    if (!isAlone) output.printError("Another command is handing the contracts over. Wait until it ends.");
    return exitCode;
  },
};

/** An operator who starts the command a second time may have just killed the first. */
const LOCK_ATTEMPTS = 20;
const LOCK_RETRY_MS = 100;

async function withHandoverLock(db: Database, run: () => Promise<void>): Promise<boolean> {
  const key = sql`hashtextextended('handover of the operator key', 0)`;
  for (let attempt = 0; attempt < LOCK_ATTEMPTS; attempt++) {
    if (await tryWithAdvisoryLock(db, key, run)) return true;
    await sleep(LOCK_RETRY_MS);
  }
  return false;
}

async function runRotation(
  context: OperatorContext,
  args: CommandArguments,
  output: Output,
): Promise<number> {
  const { db } = context;
  const current = await readHandover(db);
  try {
    const keys = await readKeys(context, current);
    if (isSwitched(current, keys) && args.values.abort !== true)
      return await finishRotation(context, { args, current, keys }, output);
    if ((await readQuarantine(db)) !== undefined)
      throw new HandoverError(
        "This site is in quarantine after a restore. Release it first, so that it is clear which site controls the contracts.",
      );
    if (context.config.chains.operatorKey !== undefined) await checkOperatorKey(db, keys.oldKey);
    if (args.values.abort === true) return await abortRotation(context, { args, keys, current }, output);
    return await startRotation(context, { args, keys }, output);
  } catch (error) {
    if (!(error instanceof HandoverError)) throw error;
    output.printError(error.message);
    await printPause(db, output);
    return 1;
  }
}

/** The configured keys. `oldKey` is that of the nodes, `newKey` that of OPERATOR_KEY_NEW. */
type Keys = { oldKey: Hex; newKey: Hex | undefined };
const toAddress = (key: Hex) => privateKeyToAccount(key).address.toLowerCase() as Address;

async function readKeys({ config }: OperatorContext, current: OperatorHandover | undefined): Promise<Keys> {
  const { operatorKey, newOperatorKey: newKey, local } = config.chains;
  const oldKey = operatorKey ?? (local ? await loadOperatorKey(config.dataDir) : undefined);
  if (oldKey === undefined) throw new HandoverError("Set OPERATOR_KEY to the current key of the nodes.");
  if (newKey === oldKey && current?.newAddress !== toAddress(newKey))
    throw new HandoverError("OPERATOR_KEY_NEW is the current key. Set it to the new one.");
  return { oldKey, newKey };
}

function requireNewKey({ newKey }: Keys): Hex {
  if (newKey !== undefined) return newKey;
  throw new HandoverError(
    "Set OPERATOR_KEY_NEW, or OPERATOR_KEY_NEW_FILE, to the new key: `openssl rand -hex 32` generates one.",
  );
}

/** Whether the configured new key, or the current one if there is no other, is in charge already. */
function isSwitched(
  current: OperatorHandover | undefined,
  { oldKey, newKey = oldKey }: Keys,
): current is OperatorHandover {
  const isOver = current?.state === "SWITCHED" || current?.state === "DONE";
  return isOver && current.newAddress === toAddress(newKey);
}

async function startRotation(
  context: OperatorContext,
  { args, keys }: { args: CommandArguments; keys: Keys },
  output: Output,
): Promise<number> {
  const newKey = requireNewKey(keys);
  const handover = await describeHandover(context, { args, keys, newAddress: toAddress(newKey) }, output);
  output.print(`From ${handover.oldAddress} to ${handover.newAddress}:`);
  const complete = { ...handover, newKey };
  const local = handover.networks.find(({ name }) => name === "LOCAL");
  if (local !== undefined) await fundLocally(local, handover.newAddress);
  if (args.values["dry-run"] === true) {
    await previewHandover(complete);
    output.print("The handover can begin. No role was changed.");
    return 0;
  }
  await handOver(complete);
  const current = await readHandover(context.db);
  return current === undefined ? 1 : finishRotation(context, { args, current, keys }, output);
}

async function abortRotation(
  context: OperatorContext,
  { args, keys, current }: { args: CommandArguments; keys: Keys; current: OperatorHandover | undefined },
  output: Output,
): Promise<number> {
  if (current === undefined || current.state === "DONE")
    throw new HandoverError("No handover is in progress.");
  const newAddress = current.newAddress as Address;
  await abortHandover(await describeHandover(context, { args, keys, newAddress }, output));
  output.print(`The handover to ${newAddress} is aborted. Minting continues with the key of the nodes.`);
  return 0;
}

async function describeHandover(
  context: OperatorContext,
  { args, keys, newAddress }: { args: CommandArguments; keys: Keys; newAddress: Address },
  output: Output,
): Promise<Handover> {
  const { config, clock } = context;
  const { skip } = args.values;
  const skippedNetworks = typeof skip === "string" ? skip.split(",").map((name) => name.trim()) : [];
  const oldAddress = toAddress(keys.oldKey);
  return {
    context: { ...context, log: createLog("silent") },
    networks: (await listNetworks(context)).filter(({ name }) => !skippedNetworks.includes(name)),
    skippedNetworks,
    oldKey: keys.oldKey,
    oldAddress,
    newAddress,
    movesBalance: args.values["move-balance"] === true,
    print: output.print,
    record: (tx, event) =>
      recordOperatorEvent({ clock }, tx, {
        kind: eventKinds[event],
        detail: { from: oldAddress, to: newAddress },
      }),
    moveCustody: changeCustodian,
    pollMs: config.production ? POLL_MS : POLL_MS / 10,
  };
}

async function listNetworks({ config }: OperatorContext): Promise<EvmNetwork[]> {
  const { networks, local } = config.chains;
  const found = local ? await findLocalNetwork(config.dataDir) : undefined;
  return found === undefined ? [...networks] : [...networks, found];
}

/** Prints what is left to do after the keys were switched. A preview keeps its key in a file, which is replaced here. */
async function finishRotation(
  { config }: OperatorContext,
  { args, current, keys }: { args: CommandArguments; current: OperatorHandover; keys: Keys },
  output: Output,
): Promise<number> {
  const { newAddress, state } = current;
  const isStored = config.chains.operatorKey === undefined;
  const { newKey = keys.oldKey } = keys;
  if (isStored && newKey !== keys.oldKey && args.values["dry-run"] !== true)
    await replaceOperatorKey(config.dataDir, newKey);
  if (state === "DONE") {
    output.print(`The contracts obey ${newAddress}, and the nodes use its key. There is nothing to do.`);
    return 0;
  }
  output.print(`The contracts obey ${newAddress}. Minting stays paused until a worker runs with its key.`);
  output.print(
    isStored
      ? "The key is stored in DATA_DIR. Restart the program."
      : "Set OPERATOR_KEY to the new key on every node, remove OPERATOR_KEY_NEW, and restart the nodes.",
  );
  return 0;
}

async function printPause(db: Database, output: Output): Promise<void> {
  const current = await readHandover(db);
  if (current?.state !== "GRANTING" && current?.state !== "REVOKING") return;
  const abort = current.state === "GRANTING" ? ", or with --abort to stay with the current key" : "";
  output.printError(`Minting is paused. Run the command again to continue${abort}.`);
}
