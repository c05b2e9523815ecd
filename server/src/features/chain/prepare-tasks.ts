import type { Address, Hex } from "viem";
import {
  collectionOf,
  createData,
  creationTopics,
  deployData,
  mintTopics,
  mintWrapData,
  ownerOf,
} from "./calls.ts";
import { findContract } from "./contracts.data.ts";
import { createPayload, deployPayload, wrapPayload } from "./payloads.ts";
import { fromOperator, missesContract, type Prepared, refusalIn, withMargin } from "./prepare.ts";
import { failTask, finishTask, isHopeless, unexplained } from "./settle.ts";
import type { Shift, Sight } from "./shift.ts";
import { countTaskRefusal, listWaitingTasks, type TaskRow } from "./tasks.data.ts";

/** Those of a network that wait for a contract of the house's, or for its key, do not keep others from their turn. */
const window = 100;

/** Takes tasks that wait, in their order, at most `slots`. */
export async function prepareTasks(shift: Shift, sight: Sight, slots: number): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  for (const task of await listWaitingTasks(shift.context.db, shift.network.name, window)) {
    if (prepared.length >= slots) break;
    if (shift.aside.has(nameOf(task))) continue;
    const one = await prepareTask(shift, sight, task);
    if (one !== undefined) prepared.push(one);
  }
  return prepared;
}

const nameOf = ({ id }: TaskRow) => `task ${id}`;

function prepareTask(shift: Shift, sight: Sight, task: TaskRow): Promise<Prepared | undefined> {
  if (task.kind === "DEPLOY") return prepareDeployment(shift, sight, task);
  if (task.kind === "CREATE_COLLECTION") return prepareCollection(shift, sight, task);
  return prepareWrap(shift, sight, task);
}

async function prepareDeployment(shift: Shift, sight: Sight, task: TaskRow): Promise<Prepared | undefined> {
  const { contract } = deployPayload.parse(task.payload);
  // It was signed before, and nobody saw how that ended.
  if (task.address !== null && (await isThere(shift, task.address, "latest"))) {
    if (await isThere(shift, task.address, sight.settled)) await finish(shift, task, undefined);
    return undefined;
  }
  const data = deployData(contract, shift.sender, shift.context.publicUrl);
  return attempt(shift, task, { to: null, data, address: null });
}

async function prepareCollection(shift: Shift, sight: Sight, task: TaskRow): Promise<Prepared | undefined> {
  const given = createPayload.parse(task.payload);
  const factory = await findContract(shift.context.db, shift.network.name, "CAMPAIGN_FACTORY");
  if (factory === undefined) return undefined;
  const answer = await shift.node.call({ to: factory, data: collectionOf.data(given.campaignId) });
  if (!answer.ok || answer.data === "0x") return missing(shift, task, factory);
  const address = collectionOf.read(answer.data);
  if (await isThere(shift, address, "latest")) {
    const origin = { address: factory, topics: creationTopics(given.campaignId) };
    if (await isThere(shift, address, sight.settled)) await finish(shift, { ...task, address }, origin);
    return undefined;
  }
  return attempt(shift, task, { to: factory, data: createData(given, shift.sender), address });
}

async function prepareWrap(shift: Shift, sight: Sight, task: TaskRow): Promise<Prepared | undefined> {
  const given = wrapPayload.parse(task.payload);
  const address = await findContract(shift.context.db, shift.network.name, "WRAP_TOKEN");
  if (address === undefined) return undefined;
  const call = { to: address, data: ownerOf.data(given.songId) };
  const now = await shift.node.call(call);
  if (now.ok && now.data === "0x") return missing(shift, task, address);
  if (now.ok) {
    const settled = sight.settled < 0 ? undefined : await shift.node.call(call, sight.settled);
    const origin = { address, topics: mintTopics(given.songId) };
    if (settled?.ok === true && settled.data !== "0x") await finish(shift, { ...task, address }, origin);
    return undefined;
  }
  return attempt(shift, task, { to: address, data: mintWrapData(given), address });
}

function missing(shift: Shift, task: TaskRow, contract: Address): undefined {
  missesContract(shift, contract);
  shift.aside.add(nameOf(task));
  return undefined;
}

async function isThere({ node }: Shift, address: Address, at: number | "latest"): Promise<boolean> {
  if (typeof at === "number" && at < 0) return false;
  return (await node.code(address, at)) !== "0x";
}

type Attempt = { to: Address | null; data: Hex; address: Address | null };

/** Tries a task on the chain as it is. */
async function attempt(
  shift: Shift,
  task: TaskRow,
  { to, data, address }: Attempt,
): Promise<Prepared | undefined> {
  const tried = await shift.node.gas(fromOperator(shift, to, data));
  if (tried.ok) {
    const { id, payload } = task;
    return { to, data, gas: withMargin(BigInt(tried.data)), work: { kind: "TASK", id, address, payload } };
  }
  const refusal = refusalIn(shift, to ?? "a new contract", tried);
  shift.aside.add(nameOf(task));
  if (refusal.kind === "FOR_GOOD") await fail(shift, task, refusal.problem);
  else if (refusal.kind === "UNKNOWN" && isHopeless(task.reverts)) await fail(shift, task, unexplained);
  else if (refusal.kind === "UNKNOWN") await countTaskRefusal(shift.context.db, task.id);
  return undefined;
}

const fail = (shift: Shift, task: TaskRow, problem: string) =>
  shift.context.db.transaction().execute((tx) => failTask(shift, tx, task, problem));

type Origin = { address: Address; topics: readonly (Hex | null)[] };

/** It is on the chain already, whoever sent it. */
async function finish(shift: Shift, task: TaskRow, origin: Origin | undefined): Promise<void> {
  const [hash = ""] = origin === undefined ? [] : ((await shift.node.origins(origin)) ?? []);
  await shift.context.db.transaction().execute((tx) => finishTask(shift, tx, task, hash));
}
