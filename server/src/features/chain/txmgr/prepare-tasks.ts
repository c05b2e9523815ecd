import type { Address, Hex } from "viem";
import { toAddress } from "../addresses.ts";
import {
  collectionOf,
  creationTopics,
  encodeCreateCollection,
  encodeDeployment,
  encodeMintWrap,
  encodeRefreshMetadata,
  encodeTransferWrap,
  mintTopics,
  ownerOf,
  tokenTransferTopics,
} from "../contracts/contract-calls.ts";
import { findContract, listWrapContracts } from "../contracts/contracts.data.ts";
import { isLinkedWallet } from "../wallets/wallets.data.ts";
import { completeTask, failTask, hasExceededReverts, UNEXPLAINED_REVERT } from "./completion.ts";
import {
  type ChainState,
  explainRevert,
  operatorCall,
  type PreparedTransaction,
  reportMissingContract,
  type TxManagerRun,
  withGasMargin,
} from "./run.ts";
import {
  countTaskRevert,
  createCollectionPayload,
  deployPayload,
  ensureDeployTask,
  listWaitingTasks,
  mintWrapPayload,
  refreshMetadataPayload,
  replaceCustodian,
  type TaskRow,
  transferWrapPayload,
} from "./tasks.data.ts";

/** Enough to look past tasks that are blocked on a missing contract or key, so they do not starve the rest. */
const MAX_TASKS_READ = 100;

/** Simulates at most `slots` waiting tasks, in their order. */
export async function prepareTasks(
  run: TxManagerRun,
  state: ChainState,
  slots: number,
): Promise<PreparedTransaction[]> {
  const prepared: PreparedTransaction[] = [];
  for (const task of await listWaitingTasks(run.context.db, run.network.name, MAX_TASKS_READ)) {
    if (prepared.length >= slots) break;
    if (run.deferred.has(deferralKey(task))) continue;
    const transaction = await prepareTask(run, state, task);
    if (transaction !== undefined) prepared.push(transaction);
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
  if (task.kind === "REFRESH_METADATA") return prepareRefresh(run, task);
  if (task.kind === "TRANSFER_WRAP") return prepareTransfer(run, state, task);
  return prepareWrapToken(run, state, task);
}

async function prepareDeployment(
  run: TxManagerRun,
  state: ChainState,
  task: TaskRow,
): Promise<PreparedTransaction | undefined> {
  const { contract } = deployPayload.parse(task.payload);
  // The task has an address if it was signed before: the deployment may have been mined without being confirmed here.
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
  const payload = createCollectionPayload.parse(task.payload);
  const { campaignId } = payload;
  const factory = await findContract(run.context.db, run.network.name, "CAMPAIGN_FACTORY");
  if (factory === undefined) return undefined;
  const result = await run.rpc.call({ to: factory, data: collectionOf.encode(campaignId) });
  if (!result.ok || result.data === "0x") return deferMissingContract(run, task, factory);
  const address = collectionOf.decode(result.data);
  if (await hasCode(run, address, "latest")) {
    const origin = { address: factory, topics: creationTopics(campaignId) };
    if (await hasCode(run, address, state.confirmedBlock))
      await completeExisting(run, { ...task, address }, origin);
    return undefined;
  }
  return simulateTask(run, task, { to: factory, data: encodeCreateCollection(payload, run.sender), address });
}

async function prepareWrapToken(
  run: TxManagerRun,
  state: ChainState,
  task: TaskRow,
): Promise<PreparedTransaction | undefined> {
  const payload = mintWrapPayload.parse(task.payload);
  const { songId, owner: receiver } = payload;
  const { previousOperator } = run.permission;
  if (previousOperator !== undefined && receiver === previousOperator) {
    // A node that still ran with the previous key requested it for custody. The next tick prepares it for the new key.
    await replaceCustodian(run.context.db, {
      from: previousOperator,
      to: run.sender,
      networks: [run.network.name],
    });
    return undefined;
  }
  const { db } = run.context;
  const contract = await findContract(db, run.network.name, "WRAP_TOKEN_2");
  if (contract === undefined) {
    // Requests of earlier versions asked for the earlier contract.
    const { name: network } = run.network;
    await ensureDeployTask(db, { network, contract: "WRAP_TOKEN_2", now: run.context.clock.now() });
    return undefined;
  }
  // An earlier version may have minted it in the earlier contract, without confirming it.
  for (const address of await listWrapContracts(db, run.network.name)) {
    const ownerCall = { to: address, data: ownerOf.encode(songId) };
    const owner = await run.rpc.call(ownerCall);
    if (owner.ok && owner.data === "0x") return deferMissingContract(run, task, address);
    if (!owner.ok) continue;
    const { confirmedBlock } = state;
    const confirmed = confirmedBlock < 0 ? undefined : await run.rpc.call(ownerCall, confirmedBlock);
    const origin = { address, topics: mintTopics(songId) };
    if (confirmed?.ok === true && confirmed.data !== "0x")
      await completeExisting(run, { ...task, address }, origin);
    return undefined;
  }
  return simulateTask(run, task, { to: contract, data: encodeMintWrap(payload), address: contract });
}

/** An event leaves nothing to read, so only the stored transaction tells whether it was sent. */
function prepareRefresh(run: TxManagerRun, task: TaskRow): Promise<PreparedTransaction | undefined> {
  const payload = refreshMetadataPayload.parse(task.payload);
  const address = toAddress(payload.contract);
  return simulateTask(run, task, { to: address, data: encodeRefreshMetadata(payload), address });
}

/** The token leaves custody once: afterwards the operator does not own it. */
async function prepareTransfer(
  run: TxManagerRun,
  { confirmedBlock }: ChainState,
  task: TaskRow,
): Promise<PreparedTransaction | undefined> {
  const payload = transferWrapPayload.parse(task.payload);
  const { songId, accountId } = payload;
  const [contract, receiver] = [toAddress(payload.contract), toAddress(payload.receiver)];
  const ownerCall = { to: contract, data: ownerOf.encode(songId) };
  const result = await run.rpc.call(ownerCall);
  // The node is behind, or on another chain.
  if (!result.ok || result.data === "0x") return deferMissingContract(run, task, contract);
  const owner = ownerOf.decode(result.data);
  if (owner !== run.sender) {
    const confirmed = confirmedBlock < 0 ? undefined : await run.rpc.call(ownerCall, confirmedBlock);
    if (confirmed?.ok !== true || confirmed.data === "0x" || ownerOf.decode(confirmed.data) !== owner)
      return undefined;
    if (owner !== receiver) await failInTransaction(run, task, NOT_IN_CUSTODY);
    else {
      const origin = { address: contract, topics: tokenTransferTopics(songId, receiver) };
      await completeExisting(run, { ...task, address: contract }, origin);
    }
    return undefined;
  }
  const wallet = { accountId, address: receiver, network: run.network.name };
  if (!(await isLinkedWallet(run.context.db, wallet))) {
    await failInTransaction(run, task, WALLET_UNLINKED);
    return undefined;
  }
  const data = encodeTransferWrap(payload, run.sender);
  return simulateTask(run, task, { to: contract, data, address: contract }, RECEIVER_REFUSES);
}

function deferMissingContract(run: TxManagerRun, task: TaskRow, contract: Address): undefined {
  reportMissingContract(run, contract);
  run.deferred.add(deferralKey(task));
  return undefined;
}

async function hasCode({ rpc }: TxManagerRun, address: Address, block: number | "latest"): Promise<boolean> {
  if (typeof block === "number" && block < 0) return false;
  return (await rpc.getCode(address, block)) !== "0x";
}

type TaskCall = { to: Address | null; data: Hex; address: Address | null };

const NOT_IN_CUSTODY = "The token is not in this site’s custody.";
const WALLET_UNLINKED = "The wallet was unlinked before the transfer was sent.";
/** The operator owns the token, so only the receiver, called by `safeTransferFrom`, can refuse. */
const RECEIVER_REFUSES = "The wallet is a contract that doesn’t accept the token.";

/** `unexplained` is the problem of a revert that none of our contracts explains; without it such tasks are tried again. */
async function simulateTask(
  run: TxManagerRun,
  task: TaskRow,
  { to, data, address }: TaskCall,
  unexplained?: string,
): Promise<PreparedTransaction | undefined> {
  const result = await run.rpc.estimateGas(operatorCall(run, to, data));
  if (result.ok) {
    const { id, payload } = task;
    const gas = withGasMargin(BigInt(result.data));
    return { to, data, gas, work: { kind: "TASK", id, address, payload } };
  }
  const reason = explainRevert(run, to ?? "a new contract", result);
  run.deferred.add(deferralKey(task));
  if (reason.kind === "PERMANENT") await failInTransaction(run, task, reason.problem);
  else if (reason.kind === "UNKNOWN" && unexplained !== undefined)
    await failInTransaction(run, task, unexplained);
  else if (reason.kind === "UNKNOWN" && hasExceededReverts(task.reverts))
    await failInTransaction(run, task, UNEXPLAINED_REVERT);
  else if (reason.kind === "UNKNOWN") await countTaskRevert(run.context.db, task.id);
  return undefined;
}

const failInTransaction = (run: TxManagerRun, task: TaskRow, problem: string) =>
  run.context.db.transaction().execute((tx) => failTask(run, tx, task, problem));

/** The event by which the transaction that did a task is found. */
type EventOrigin = { address: Address; topics: readonly (Hex | null)[] };

/** Completes a task whose result is on the chain already, even if it was done elsewhere. */
async function completeExisting(
  run: TxManagerRun,
  task: TaskRow,
  origin: EventOrigin | undefined,
): Promise<void> {
  const [hash = ""] = origin === undefined ? [] : ((await run.rpc.findLogTransactions(origin)) ?? []);
  await run.context.db.transaction().execute((tx) => completeTask(run, tx, task, hash));
}
