import { formatEther } from "viem";
import type { EvmNetwork } from "../../../platform/config/evm.ts";
import { listWrapContracts } from "../contracts/contracts.data.ts";
import { ChainUnreachable } from "../rpc/errors.ts";
import { createRpcClient, type RpcClient } from "../rpc/rpc-client.ts";
import { estimateFees, type FeesPerGas } from "../txmgr/fees.ts";
import { formatCount, type Handover, HandoverError, TRANSFER_GAS } from "./handover.ts";
import { listOwnContracts, listUsedNetworks, listWrapTokenIds } from "./own-contracts.data.ts";
import {
  type ContractRoles,
  type HandoverCall,
  isForeign,
  listBlockedRoles,
  listGrants,
  listRevocations,
  listTransfers,
  readRoles,
} from "./roles.ts";

/** Generous: the fees that are not used stay with the sender. */
const GAS = { grant: 70_000n, transfer: 100_000n, revocation: 50_000n };

/** Checks everything that can be known before a handover changes anything. @throws HandoverError with a line for each problem */
export async function checkHandover(handover: Handover): Promise<void> {
  await checkEach(handover, async (network, rpc) => {
    const { contracts, problems } = await checkContracts(handover, rpc, network);
    if (problems.length > 0) return problems;
    const { oldAddress, newAddress } = handover;
    const blocked = contracts.flatMap((contract) =>
      listBlockedRoles(contract).map(
        (role) =>
          `${network.name}: ${oldAddress} cannot hand over ${role} of ${contract.contract.address}, which another address administers. ` +
          `Let that address grant the role to ${newAddress} first.`,
      ),
    );
    for (const { contract } of contracts.filter(isForeign))
      handover.print(
        `${network.name}: ${contract.address} obeys another key than OPERATOR_KEY and stays as it is`,
      );
    return [...blocked, ...(await checkBalances(handover, { rpc, network, contracts }))];
  });
}

/** Checks that the contracts of all networks can be reached, to return their roles. @throws HandoverError with a line for each problem */
export async function checkReturn(handover: Handover): Promise<void> {
  await checkEach(handover, async (network, rpc) => (await checkContracts(handover, rpc, network)).problems);
}

/** Runs a check for each network that is handed over. `check` returns problems. */
async function checkEach(
  handover: Handover,
  check: (network: EvmNetwork, rpc: RpcClient) => Promise<string[]>,
): Promise<void> {
  const problems = await listMissingNetworks(handover);
  for (const network of handover.networks)
    try {
      problems.push(...(await check(network, createRpcClient(network))));
    } catch (error) {
      if (!(error instanceof ChainUnreachable)) throw error;
      const { name } = network;
      problems.push(
        `${error.alarm} Correct that, or leave the contracts there with the previous key by --skip ${name}.`,
      );
    }
  if (problems.length > 0) throw new HandoverError(problems.join("\n"));
}

async function listMissingNetworks({ context, networks, skippedNetworks }: Handover): Promise<string[]> {
  const expected = new Set([...networks.map(({ name }) => name), ...skippedNetworks]);
  const missing = (await listUsedNetworks(context.db)).filter((name) => !expected.has(name));
  return missing.map(
    (name) =>
      `${name} has contracts of this site, but no node of it is configured: ` +
      `${name === "LOCAL" ? "start the program, which runs that chain" : `set ${name}_RPC_URL`}, ` +
      `or leave them with the previous key by --skip ${name}.`,
  );
}

/** Reads the roles of all contracts of a network, and checks that its node has that chain with the contracts. */
async function checkContracts(
  handover: Handover,
  rpc: RpcClient,
  network: EvmNetwork,
): Promise<{ contracts: ContractRoles[]; problems: string[] }> {
  const { name } = network;
  const chainId = await rpc.getChainId();
  if (chainId !== network.chainId) {
    const problem = `${name}: the node reports chain ID ${chainId}, expected ${network.chainId}.`;
    return { contracts: [], problems: [problem] };
  }
  const { contracts, missing } = await readAllRoles(handover, rpc, network);
  const problems = missing.map(
    (address) => `${name}: the contract ${address} does not exist on the chain of the node.`,
  );
  return { contracts, problems };
}

/** Reads the roles of all contracts of a network. `missing`: addresses without the contract that should be there. */
export async function readAllRoles(
  handover: Handover,
  rpc: RpcClient,
  { name }: EvmNetwork,
): Promise<{ contracts: ContractRoles[]; missing: string[] }> {
  const contracts: ContractRoles[] = [];
  const missing: string[] = [];
  for (const contract of await listOwnContracts(handover.context.db, name)) {
    const read = await readRoles(rpc, name, { contract, ...handover });
    if (read !== undefined) contracts.push(read);
    else if (contract.isConfirmed) missing.push(contract.address);
  }
  return { contracts, missing };
}

/** Lists the calls that transfer tokens in custody to the new key. */
export async function listCustodyTransfers(
  handover: Handover,
  rpc: RpcClient,
  { name }: EvmNetwork,
): Promise<HandoverCall[]> {
  const { db } = handover.context;
  const { oldAddress: from, newAddress: to } = handover;
  const transfers: HandoverCall[] = [];
  for (const contract of await listWrapContracts(db, name)) {
    const tokenIds = await listWrapTokenIds(db, { network: name, contract, owner: from });
    transfers.push(...(await listTransfers(rpc, { contract, tokenIds, from, to })));
  }
  return transfers;
}

async function checkBalances(
  handover: Handover,
  { rpc, network, contracts }: { rpc: RpcClient; network: EvmNetwork; contracts: readonly ContractRoles[] },
): Promise<string[]> {
  const { name } = network;
  const { oldAddress, newAddress } = handover;
  const header = await rpc.getHeader("latest");
  const fees = await estimateFees({ network, rpc }, { baseFee: header?.baseFee ?? 0n });
  if ("requiredWeiPerGas" in fees)
    return [
      `${name}: gas costs ${fees.requiredWeiPerGas} wei, above the maximum of ${fees.maxWeiPerGas}; try later.`,
    ];
  const grants = contracts.flatMap((contract) => listGrants(contract, newAddress)).length;
  const transfers = (await listCustodyTransfers(handover, rpc, network)).length;
  const revocations =
    grants +
    contracts.flatMap((contract) => listRevocations(contract, { caller: "hasNew", from: oldAddress })).length;
  handover.print(
    `${name}: ${formatCount(contracts.length, "contract")}, ${formatCount(grants, "role")} to grant, ` +
      `${formatCount(transfers, "token")} in custody to transfer, ${formatCount(revocations, "role")} to take from the previous key`,
  );
  const [oldBalance, newBalance] = await Promise.all([
    rpc.getBalance(oldAddress),
    rpc.getBalance(newAddress),
  ]);
  const oldCost = (BigInt(grants) * GAS.grant + BigInt(transfers) * GAS.transfer) * fees.maxFeePerGas;
  const newCost = BigInt(revocations) * GAS.revocation * fees.maxFeePerGas;
  if (oldBalance < oldCost)
    return [
      `${name}: the current key ${oldAddress} has ${formatEther(oldBalance)} and needs up to ${formatEther(oldCost)} for gas.`,
    ];
  const moved = handover.movesBalance ? movableWei(oldBalance - oldCost, fees) : 0n;
  const available = newBalance + moved;
  if (available >= newCost) return [];
  return [
    `${name}: the new key ${newAddress} has ${formatEther(newBalance)} and needs up to ${formatEther(newCost)} for gas: ` +
      "fund it, or use --move-balance.",
  ];
}

/**
 * Returns how much of the old key's balance can be sent to the new one: all except for a reserve that also pays for higher fees of
 * this transfer. 0 if that is hardly worth the fee.
 */
export function movableWei(balance: bigint, { maxFeePerGas }: Pick<FeesPerGas, "maxFeePerGas">): bigint {
  const reserve = 2n * TRANSFER_GAS * maxFeePerGas;
  return balance < 11n * reserve ? 0n : balance - reserve;
}
