import type { Hex } from "viem";
import type { EvmNetwork } from "../../../platform/config/evm.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { replaceOperatorCanary } from "../../../platform/security/key-canaries.ts";
import {
  deleteGrantingHandover,
  type HandoverState,
  insertHandover,
  readHandover,
  updateHandover,
} from "../../../platform/security/operator-handover.data.ts";
import { ChainUnreachable } from "../rpc/errors.ts";
import { createRpcClient, type RpcClient } from "../rpc/rpc-client.ts";
import { estimateFees } from "../txmgr/fees.ts";
import { replaceCustodian } from "../txmgr/tasks.data.ts";
import {
  checkHandover,
  checkReturn,
  listCustodyTransfers,
  movableWei,
  readAllRoles,
} from "./check-handover.ts";
import { formatCount, type Handover, HandoverError } from "./handover.ts";
import {
  type ContractRoles,
  type HandoverCall,
  listGrants,
  listRevocations,
  listUngranted,
} from "./roles.ts";
import { sendCalls, waitForPause, waitForTransactions } from "./send-calls.ts";

/** Attempts to bring the chain into the wanted state. A node that is behind may still show the state before. */
const MAX_ROUNDS = 3;

type CompleteHandover = Handover & { newKey: Hex };

/**
 * Hands the contracts over from one key to another: pauses minting, waits for pending transactions, grants the roles to the new key,
 * takes them from the old one and lets nodes start with the new key only. Every step first reads what is left to do, so the next
 * run continues one that was interrupted anywhere.
 *
 * @throws HandoverError before anything is changed, or if it cannot go on
 */
export function handOver(handover: CompleteHandover): Promise<void> {
  return withOperatorErrors(async () => {
    const { networks, print } = handover;
    const state = await findState(handover);
    await checkHandover(handover);
    if (state === undefined) await beginHandover(handover);
    else print("Continuing the handover. Minting is paused.");
    for (const network of networks) await waitForPause(handover, network);
    // Grants in the state REVOKING too: this run may be the first one with one of the networks.
    for (const network of networks) await grantRoles(handover, network);
    if (state !== "REVOKING")
      await changeState(handover, handover.context.db, { from: "GRANTING", to: "REVOKING" });
    for (const network of networks) await transferTokens(handover, network);
    if (handover.movesBalance) for (const network of networks) await moveBalance(handover, network);
    for (const network of networks) await takeRoles(handover, network);
    await switchKeys(handover);
  });
}

/** Checks what `handOver` checks, and prints what it would do. @throws HandoverError */
export function previewHandover(handover: CompleteHandover): Promise<void> {
  return withOperatorErrors(async () => {
    await findState(handover);
    await checkHandover(handover);
  });
}

/** Takes the roles back from the new key and ends the pause. @throws HandoverError if the old key has lost roles already */
export function abortHandover(handover: Handover): Promise<void> {
  return withOperatorErrors(async () => {
    const { context, networks } = handover;
    if ((await findState(handover)) !== "GRANTING")
      throw new HandoverError(
        "The previous key has lost roles already. Run the command without --abort to finish the handover.",
      );
    await checkReturn(handover);
    for (const network of networks) await waitForPause(handover, network);
    for (const network of networks) await returnRoles(handover, network);
    await context.db.transaction().execute(async (tx) => {
      requireChange(await deleteGrantingHandover(tx));
      await handover.record(tx, "ABORTED");
    });
  });
}

async function withOperatorErrors(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof ChainUnreachable) throw new HandoverError(error.alarm, { cause: error });
    throw error;
  }
}

/** Returns the state of the handover between these keys, or undefined if it has not begun. */
async function findState({ context, oldAddress, newAddress }: Handover): Promise<HandoverState | undefined> {
  const current = await readHandover(context.db);
  if (current === undefined || current.state === "DONE") return undefined;
  if (current.state === "SWITCHED")
    throw new HandoverError(
      `The handover to ${current.newAddress} waits for a worker: set OPERATOR_KEY to its key and restart the nodes.`,
    );
  if (current.oldAddress === oldAddress && current.newAddress === newAddress) return current.state;
  throw new HandoverError(
    `A handover from ${current.oldAddress} to ${current.newAddress} is in progress. Finish it with the keys of these addresses` +
      `${current.state === "GRANTING" ? ", or end it with --abort" : ""}.`,
  );
}

async function beginHandover({ context, oldAddress, newAddress, record, print }: Handover): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction().execute(async (tx) => {
    requireChange(await insertHandover(tx, { oldAddress, newAddress, now }));
    await record(tx, "STARTED");
  });
  print("Minting is paused.");
}

async function changeState(
  { context, newAddress }: Handover,
  db: Executor,
  { from, to }: { from: HandoverState; to: HandoverState },
): Promise<void> {
  const now = context.clock.now();
  requireChange(await updateHandover(db, { newAddress, from, to, now }));
}

function requireChange(isChanged: boolean): void {
  if (!isChanged) throw new HandoverError("The handover was changed by another command. Run this one again.");
}

async function grantRoles(handover: CompleteHandover, network: EvmNetwork): Promise<void> {
  const { oldKey: key, newAddress, print } = handover;
  await repeatUntilDone(handover, network, {
    key,
    describe: (count) => `granting ${formatCount(count, "role")} to the new key`,
    findCalls: (rpc) => listRoleCalls(handover, rpc, network, (contract) => listGrants(contract, newAddress)),
  });
  print(`${network.name}: the new key has the roles`);
}

async function transferTokens(handover: CompleteHandover, network: EvmNetwork): Promise<void> {
  await repeatUntilDone(handover, network, {
    key: handover.oldKey,
    describe: (count) => `transferring ${formatCount(count, "token")} in custody to the new key`,
    findCalls: (rpc) => listCustodyTransfers(handover, rpc, network),
  });
}

async function takeRoles(handover: CompleteHandover, network: EvmNetwork): Promise<void> {
  const { newKey: key, oldAddress: from, print } = handover;
  await repeatUntilDone(handover, network, {
    key,
    describe: (count) => `taking ${formatCount(count, "role")} from the previous key`,
    findCalls: (rpc) =>
      listRoleCalls(handover, rpc, network, (contract) => {
        // A node that is behind would make a role look as if it stayed with the old key.
        if (listUngranted(contract).length > 0) throw new HandoverError(describeLag(network));
        return listRevocations(contract, { caller: "hasNew", from });
      }),
  });
  const { contracts } = await readAllRoles(handover, createRpcClient(network), network);
  for (const { contract, roles } of contracts)
    for (const { name } of roles.filter(({ hasOld }) => hasOld))
      print(
        `${network.name}: ${from} keeps ${name} of ${contract.address}, because another address administers it`,
      );
  print(`${network.name}: the contracts obey the new key`);
}

async function returnRoles(handover: Handover, network: EvmNetwork): Promise<void> {
  const { oldKey: key, newAddress: from } = handover;
  await repeatUntilDone(handover, network, {
    key,
    describe: (count) => `taking ${formatCount(count, "role")} back from the new key`,
    findCalls: (rpc) =>
      listRoleCalls(handover, rpc, network, (contract) =>
        listRevocations(contract, { caller: "hasOld", from }),
      ),
  });
}

async function listRoleCalls(
  handover: Handover,
  rpc: RpcClient,
  network: EvmNetwork,
  toCalls: (contract: ContractRoles) => HandoverCall[],
): Promise<HandoverCall[]> {
  const { contracts } = await readAllRoles(handover, rpc, network);
  return contracts.flatMap(toCalls);
}

/**
 * Sends what is left to do on a network until the chain shows that nothing is. No transaction is open when `findCalls` reads the chain.
 */
async function repeatUntilDone(
  handover: Handover,
  network: EvmNetwork,
  {
    key,
    describe,
    findCalls,
  }: {
    key: Hex;
    describe: (count: number) => string;
    findCalls: (rpc: RpcClient) => Promise<HandoverCall[]>;
  },
): Promise<void> {
  const rpc = createRpcClient(network);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const calls = await findCalls(rpc);
    if (calls.length === 0) return;
    handover.print(`${network.name}: ${describe(calls.length)}`);
    await sendCalls(handover, network, { key, calls });
    await waitForTransactions(handover, network, "CONFIRMED");
  }
  throw new HandoverError(describeLag(network));
}

const describeLag = ({ name }: EvmNetwork) =>
  `${name}: the chain does not show the result of confirmed transactions. Run the command again once its node has caught up.`;

async function moveBalance(handover: CompleteHandover, network: EvmNetwork): Promise<void> {
  const { oldKey: key, oldAddress, newAddress, print } = handover;
  const rpc = createRpcClient(network);
  const [header, balance] = await Promise.all([rpc.getHeader("latest"), rpc.getBalance(oldAddress)]);
  const fees = await estimateFees({ network, rpc }, { baseFee: header?.baseFee ?? 0n });
  if ("requiredWeiPerGas" in fees)
    throw new HandoverError(
      `${network.name}: gas costs ${fees.requiredWeiPerGas} wei, above the maximum; run the command again later.`,
    );
  const value = movableWei(balance, fees);
  if (value === 0n) return;
  print(`${network.name}: sending the balance to the new key`);
  await sendCalls(handover, network, { key, calls: [{ to: newAddress, data: "0x", value }] });
  await waitForTransactions(handover, network, "CONFIRMED");
}

async function switchKeys(handover: CompleteHandover): Promise<void> {
  const { context, oldAddress: from, newAddress: to } = handover;
  const networks = handover.networks.map(({ name }) => name);
  await context.db.transaction().execute(async (tx) => {
    await changeState(handover, tx, { from: "REVOKING", to: "SWITCHED" });
    await replaceOperatorCanary(tx, handover);
    await replaceCustodian(tx, { from, to, networks });
    await handover.moveCustody(tx, { from, to, networks });
    await handover.record(tx, "SWITCHED");
  });
}
