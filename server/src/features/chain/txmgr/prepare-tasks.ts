import type { Address, Hex } from "viem";
import {
  collectionOf,
  creationTopics,
  encodeCreateCollection,
  encodeDeployment,
  encodeMintWrap,
  mintTopics,
  ownerOf,
} from "../contracts/contract-calls.ts";
import { findContract } from "../contracts/contracts.data.ts";
import { completeTask, failTask, hasExceededReverts, UNEXPLAINED_REVERT } from "./completion.ts";
import { createCollectionPayload, deployPayload, mintWrapPayload } from "./payloads.ts";
import {
  explainRevert,
  operatorCall,
  type PreparedTransaction,
  reportMissingContract,
  withGasMargin,
} from "./prepare.ts";
import type { ChainState, TxManagerRun } from "./run.ts";
import { countTaskRevert, listWaitingTasks, type TaskRow } from "./tasks.data.ts";

/** Those of a network that wait for a contract of the house's, or for its key, do not keep others from their turn. */
const MAX_TASKS_READ = 100;

/** Takes tasks that wait, in their order, at most `slots`. */
export async function prepareTasks(
  run: TxManagerRun,
  state: ChainState,
  slots: number,
): Promise<PreparedTransaction[]> {
  const prepared: PreparedTransaction[] = [];
  for (const task of await listWaitingTasks(run.context.db, run.network.name, MAX_TASKS_READ)) {
    if (prepared.length >= slots) break;
    if (run.deferred.has(deferralKey(task))) continue;
    const one = await prepareTask(run, state, task);
    if (one !== undefined) prepared.push(one);
  }
  return prepared;
}

const deferralKey = ({ id }: TaskRow) => `task ${id}`;

function prepareTask(
  run: TxManagerRun,
  state: ChainState,
  task: TaskRow,
): Promise<PreparedTransaction | undefined> {
  if (task.kind === "DEPLOY") return prepareDeployment(run, state, task);
  if (task.kind === "CREATE_COLLECTION") return prepareCollection(run, state, task);
  return prepareWrapToken(run, state, task);
}

async function prepareDeployment(
  run: TxManagerRun,
  state: ChainState,
  task: TaskRow,
): Promise<PreparedTransaction | undefined> {
  const { contract } = deployPayload.parse(task.payload);
  // It was signed before, and nobody saw how that ended.
  if (task.address !== null && (await hasCode(run, task.address, "latest"))) {
    if (await hasCode(run, task.address, state.confirmedBlock)) await completeExisting(run, task, undefined);
    return undefined;
  }
  const data = encodeDeployment(contract, run.sender, run.context.publicUrl);
  return simulateTask(run, task, { to: null, data, address: null });
}

async function prepareCollection(
  run: TxManagerRun,
  state: ChainState,
  task: TaskRow,
): Promise<PreparedTransaction | undefined> {
  const given = createCollectionPayload.parse(task.payload);
  const factory = await findContract(run.context.db, run.network.name, "CAMPAIGN_FACTORY");
  if (factory === undefined) return undefined;
  const answer = await run.rpc.call({ to: factory, data: collectionOf.encode(given.campaignId) });
  if (!answer.ok || answer.data === "0x") return deferMissingContract(run, task, factory);
  const address = collectionOf.decode(answer.data);
  if (await hasCode(run, address, "latest")) {
    const origin = { address: factory, topics: creationTopics(given.campaignId) };
    if (await hasCode(run, address, state.confirmedBlock))
      await completeExisting(run, { ...task, address }, origin);
    return undefined;
  }
  return simulateTask(run, task, { to: factory, data: encodeCreateCollection(given, run.sender), address });
}

async function prepareWrapToken(
  run: TxManagerRun,
  state: ChainState,
  task: TaskRow,
): Promise<PreparedTransaction | undefined> {
  const given = mintWrapPayload.parse(task.payload);
  const address = await findContract(run.context.db, run.network.name, "WRAP_TOKEN");
  if (address === undefined) return undefined;
  const call = { to: address, data: ownerOf.encode(given.songId) };
  const now = await run.rpc.call(call);
  if (now.ok && now.data === "0x") return deferMissingContract(run, task, address);
  if (now.ok) {
    const settled = state.confirmedBlock < 0 ? undefined : await run.rpc.call(call, state.confirmedBlock);
    const origin = { address, topics: mintTopics(given.songId) };
    if (settled?.ok === true && settled.data !== "0x")
      await completeExisting(run, { ...task, address }, origin);
    return undefined;
  }
  return simulateTask(run, task, { to: address, data: encodeMintWrap(given), address });
}

function deferMissingContract(run: TxManagerRun, task: TaskRow, contract: Address): undefined {
  reportMissingContract(run, contract);
  run.deferred.add(deferralKey(task));
  return undefined;
}

async function hasCode({ rpc }: TxManagerRun, address: Address, at: number | "latest"): Promise<boolean> {
  if (typeof at === "number" && at < 0) return false;
  return (await rpc.getCode(address, at)) !== "0x";
}

type TaskCall = { to: Address | null; data: Hex; address: Address | null };

/** Tries a task on the chain as it is. */
async function simulateTask(
  run: TxManagerRun,
  task: TaskRow,
  { to, data, address }: TaskCall,
): Promise<PreparedTransaction | undefined> {
  const tried = await run.rpc.estimateGas(operatorCall(run, to, data));
  if (tried.ok) {
    const { id, payload } = task;
    return { to, data, gas: withGasMargin(BigInt(tried.data)), work: { kind: "TASK", id, address, payload } };
  }
  const refusal = explainRevert(run, to ?? "a new contract", tried);
  run.deferred.add(deferralKey(task));
  if (refusal.kind === "PERMANENT") await failInTransaction(run, task, refusal.problem);
  else if (refusal.kind === "UNKNOWN" && hasExceededReverts(task.reverts))
    await failInTransaction(run, task, UNEXPLAINED_REVERT);
  else if (refusal.kind === "UNKNOWN") await countTaskRevert(run.context.db, task.id);
  return undefined;
}

const failInTransaction = (run: TxManagerRun, task: TaskRow, problem: string) =>
  run.context.db.transaction().execute((tx) => failTask(run, tx, task, problem));

type EventOrigin = { address: Address; topics: readonly (Hex | null)[] };

/** It is on the chain already, whoever sent it. */
async function completeExisting(
  run: TxManagerRun,
  task: TaskRow,
  origin: EventOrigin | undefined,
): Promise<void> {
  const [hash = ""] = origin === undefined ? [] : ((await run.rpc.findLogTransactions(origin)) ?? []);
  await run.context.db.transaction().execute((tx) => completeTask(run, tx, task, hash));
}
