import { campaignCollection } from "@wrapsody/contracts/CampaignCollection.ts";
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  toHex,
  zeroHash,
} from "viem";
import { balanceOf, ownerOf } from "../contracts/contract-calls.ts";
import { ChainUnreachable } from "../rpc/errors.ts";
import type { RpcClient } from "../rpc/rpc-client.ts";
import type { OwnContract } from "./own-contracts.data.ts";

/** A transaction of a handover. */
export type HandoverCall = { to: Address; data: Hex; value?: bigint };

/** Whether each of the two keys has a role of a contract. */
type RoleHolders = { name: string; role: Hex; hasOld: boolean; hasNew: boolean };
export type ContractRoles = { contract: OwnContract; roles: readonly RoleHolders[] };

const ADMIN = { name: "DEFAULT_ADMIN_ROLE", role: zeroHash };
const named = (name: string) => ({ name, role: keccak256(toHex(name)) });
/** In the order in which they are taken: without the first, the last still allows to take all of them. */
const rolesOf = ({ kind }: OwnContract) => [
  named(kind === "CAMPAIGN_FACTORY" ? "OPERATOR_ROLE" : "MINTER_ROLE"),
  ADMIN,
];

/** The program's contracts declare the same functions of AccessControl. */
const { abi } = campaignCollection;

/** Reads who has the roles of a contract. Returns undefined if there is no contract at its address. */
export async function readRoles(
  rpc: RpcClient,
  network: string,
  { contract, oldAddress, newAddress }: { contract: OwnContract; oldAddress: Address; newAddress: Address },
): Promise<ContractRoles | undefined> {
  const { address } = contract;
  if ((await rpc.getCode(address)) === "0x") return undefined;
  const roles: RoleHolders[] = [];
  for (const { name, role } of rolesOf(contract)) {
    const [hasOld, hasNew] = await Promise.all(
      [oldAddress, newAddress].map(async (account) => {
        const data = encodeFunctionData({ abi, functionName: "hasRole", args: [role, account] });
        const result = await rpc.call({ to: address, data });
        if (!result.ok || result.data === "0x")
          throw new ChainUnreachable(network, `the contract ${address} does not say who has ${name}`);
        return decodeFunctionResult({ abi, functionName: "hasRole", data: result.data });
      }),
    );
    roles.push({ name, role, hasOld: hasOld === true, hasNew: hasNew === true });
  }
  return { contract, roles };
}

const isAdmin = ({ roles }: ContractRoles, key: "hasOld" | "hasNew") =>
  roles.some((holders) => holders.role === ADMIN.role && holders[key]);

/** Returns the roles that only the old key has. */
export const listUngranted = ({ roles }: ContractRoles) =>
  roles.filter(({ hasOld, hasNew }) => hasOld && !hasNew);

/** Returns the names of roles that the old key has and cannot hand over, because another address administers the contract. */
export const listBlockedRoles = (contract: ContractRoles): string[] =>
  isAdmin(contract, "hasOld") || isAdmin(contract, "hasNew")
    ? []
    : listUngranted(contract).map(({ name }) => name);

/** Whether neither key has any role of a contract. */
export const isForeign = ({ roles }: ContractRoles): boolean =>
  roles.every(({ hasOld, hasNew }) => !hasOld && !hasNew);

/** Returns the calls of the old key that grant its roles to the new one. */
export function listGrants(contract: ContractRoles, newAddress: Address): HandoverCall[] {
  if (!isAdmin(contract, "hasOld")) return [];
  return listUngranted(contract).map(({ role }) => ({
    to: contract.contract.address,
    data: encodeFunctionData({ abi, functionName: "grantRole", args: [role, newAddress] }),
  }));
}

/**
 * Returns the calls of one key that take the other's roles: of the new key from the old one, or, to abort, of the old key from the
 * new one. Takes only roles that both have, from contracts that the caller administers.
 */
export function listRevocations(
  contract: ContractRoles,
  { caller, from }: { caller: "hasOld" | "hasNew"; from: Address },
): HandoverCall[] {
  if (!isAdmin(contract, caller)) return [];
  return contract.roles
    .filter(({ hasOld, hasNew }) => hasOld && hasNew)
    .map(({ role }) => ({
      to: contract.contract.address,
      data: encodeFunctionData({ abi, functionName: "revokeRole", args: [role, from] }),
    }));
}

const transferFrom = parseAbi(["function transferFrom(address from, address to, uint256 tokenId)"]);

/** Returns the calls of the old key that transfer its tokens to the new one: those of `tokenIds` that it owns. */
export async function listTransfers(
  rpc: RpcClient,
  {
    contract,
    tokenIds,
    from,
    to,
  }: { contract: Address; tokenIds: readonly number[]; from: Address; to: Address },
): Promise<HandoverCall[]> {
  const calls: HandoverCall[] = [];
  const balance = await rpc.call({ to: contract, data: balanceOf.encode(from) });
  const owned = balance.ok && balance.data !== "0x" ? balanceOf.decode(balance.data) : 0n;
  for (const tokenId of tokenIds) {
    if (BigInt(calls.length) >= owned) break;
    const result = await rpc.call({ to: contract, data: ownerOf.encode(tokenId) });
    if (!result.ok || result.data === "0x" || ownerOf.decode(result.data) !== from) continue;
    const data = encodeFunctionData({ abi: transferFrom, args: [from, to, BigInt(tokenId)] });
    calls.push({ to: contract, data });
  }
  return calls;
}
