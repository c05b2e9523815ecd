import { setTimeout as sleep } from "node:timers/promises";
import type { Hex } from "viem";
import type { EvmNetwork } from "../../../platform/config/evm.ts";
import { decodeRevertName } from "../contracts/revert-reasons.ts";
import type { Alarms } from "../health.ts";
import { broadcastDue } from "../txmgr/broadcaster.ts";
import { withNetworkLock } from "../txmgr/network-lock.data.ts";
import {
  operatorCall,
  type PreparedTransaction,
  readChainState,
  startRun,
  type TxManagerRun,
  withGasMargin,
} from "../txmgr/run.ts";
import { signTransactions } from "../txmgr/signer.ts";
import { type ChainTransaction, listOpenTransactions } from "../txmgr/transactions.data.ts";
import { followTransactions } from "../txmgr/tx-manager.ts";
import { evmOf, formatCount, type Handover, HandoverError, TRANSFER_GAS } from "./handover.ts";
import type { HandoverCall } from "./roles.ts";

/** Transactions of one key that wait for a block. Nodes keep only some per sender. */
const MAX_IN_FLIGHT = 8;
/** The run of a worker that has the lock ends sooner. */
const LOCK_POLL_MS = 100;
/** Time without any change before the command prints what delays the transactions, and before it gives up. */
const EXPLAIN_AFTER_MS = 60_000;
const GIVE_UP_AFTER_MS = 30 * 60_000;

/** Signs and sends calls with a key, and waits until all are mined. They are stored before they are sent, so a crash loses none. */
export async function sendCalls(
  handover: Handover,
  network: EvmNetwork,
  { key, calls }: { key: Hex; calls: readonly HandoverCall[] },
): Promise<void> {
  for (let from = 0; from < calls.length; from += MAX_IN_FLIGHT) {
    const batch = calls.slice(from, from + MAX_IN_FLIGHT);
    await signBatch(handover, network, { key, calls: batch });
    await waitForTransactions(handover, network, "MINED");
  }
}

async function signBatch(
  handover: Handover,
  network: EvmNetwork,
  { key, calls }: { key: Hex; calls: readonly HandoverCall[] },
): Promise<void> {
  const { db } = handover.context;
  const context = { ...handover.context, evm: evmOf(handover, key) };
  const sign = async () => {
    const alarms: Alarms = new Map();
    const run = startRun(context, network, { alarms, permission: { signs: "PENDING_ONLY" } });
    const state = await readChainState(run);
    const open = await listOpenTransactions(db, network.name);
    const prepared = await Promise.all(calls.map((call) => simulateCall(run, call)));
    const signed = await signTransactions(run, state, { prepared, open });
    await broadcastDue(run, signed);
    if (signed.length < calls.length) throw new HandoverError([...alarms.values()].join("\n"));
  };
  while (!(await withNetworkLock(db, network.name, sign))) await sleep(LOCK_POLL_MS);
}

async function simulateCall(
  run: TxManagerRun,
  { to, data, value }: HandoverCall,
): Promise<PreparedTransaction> {
  const work = { kind: "HANDOVER" } as const;
  if (value !== undefined) return { to, data, value, gas: TRANSFER_GAS, work };
  const result = await run.rpc.estimateGas(operatorCall(run, to, data));
  if (result.ok) return { to, data, gas: withGasMargin(BigInt(result.data)), work };
  const reason = decodeRevertName(result.data) ?? "no reason";
  throw new HandoverError(`${run.network.name}: ${to} rejects a call of ${run.sender} (${reason}).`);
}

/**
 * Waits until no worker signs on a network and no transaction of this program is pending there. Holds the network's lock at least
 * once: a run of a worker that began before the pause has ended then.
 */
export async function waitForPause(handover: Handover, network: EvmNetwork): Promise<void> {
  while (!(await withNetworkLock(handover.context.db, network.name, async () => undefined)))
    await sleep(LOCK_POLL_MS);
  await waitForTransactions(handover, network, "CONFIRMED");
}

/** Waits until no transaction of this program is pending on a network. */
export async function waitForTransactions(
  handover: Handover,
  network: EvmNetwork,
  until: "MINED" | "CONFIRMED",
): Promise<void> {
  const { context, print, pollMs } = handover;
  const report = createWaitReport(network.name, print);
  let open = await listPending(handover, network, until);
  while (open.length > 0) {
    const alarms: Alarms = new Map();
    const evm = evmOf(handover, signerOf(handover, open));
    const hasRun = await followTransactions({ ...context, evm }, network.name, alarms);
    open = await listPending(handover, network, until);
    if (open.length === 0) return;
    if (hasRun) report(open, alarms);
    await sleep(hasRun ? pollMs : LOCK_POLL_MS);
  }
}

async function listPending({ context }: Handover, { name }: EvmNetwork, until: "MINED" | "CONFIRMED") {
  const open = await listOpenTransactions(context.db, name);
  return until === "CONFIRMED" ? open : open.filter(({ status }) => status !== "MINED");
}

/** Returns the key that can bump the fees of the first transaction. */
function signerOf(handover: Handover, [first]: readonly ChainTransaction[]): Hex {
  const { oldKey, newKey = oldKey, newAddress } = handover;
  return first?.sender === newAddress ? newKey : oldKey;
}

/** Returns a function that prints what is waited for whenever it changes, and explains it if it does not. */
function createWaitReport(network: string, print: (line: string) => void) {
  let [lastState, changedAt, isExplained] = ["", performance.now(), false];
  return (open: readonly ChainTransaction[], alarms: Alarms): void => {
    const state = JSON.stringify([open.map(({ hash, status }) => [hash, status]), [...alarms]]);
    const idleMs = performance.now() - changedAt;
    if (state !== lastState) {
      [lastState, changedAt, isExplained] = [state, performance.now(), false];
      if (open.length > 0) print(`${network}: waiting for ${formatCount(open.length, "transaction")}`);
      for (const message of alarms.values()) print(message);
      return;
    }
    if (idleMs > GIVE_UP_AFTER_MS)
      throw new HandoverError(`${network}: nothing has changed for half an hour. ${describeWait(open)}`);
    if (idleMs < EXPLAIN_AFTER_MS || isExplained) return;
    isExplained = true;
    print(`${network}: ${describeWait(open)}`);
  };
}

function describeWait([first]: readonly ChainTransaction[]): string {
  if (first === undefined) return "The node of this network does not work; see docs/operate/runbook.md.";
  const { nonce, sender, hash, status } = first;
  if (status === "MINED") return `Nonce ${nonce} of ${sender} is mined and needs more blocks (${hash}).`;
  return (
    `Nonce ${nonce} of ${sender} is not mined yet (${hash}). Its fees are raised every minute, and after five times it is ` +
    "cancelled; docs/operate/runbook.md says more under STUCK."
  );
}
