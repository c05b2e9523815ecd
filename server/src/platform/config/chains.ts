import { pbkdf2Sync } from "node:crypto";
import { HDKey } from "viem/accounts";
import { z } from "zod";
import type { EvmNetwork } from "./evm.ts";

type Hex = `0x${string}`;
type Given = Record<string, string | undefined>;

/** What a node is asked at; its path may hold a key. */
export const nodeAddress = z
  .url({ protocol: /^https?$/, error: "must be an address such as https://rpc.example/key" })
  .optional();

/** Of secp256k1, whose keys are the numbers below it. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** The key that signs what the program does on chains. */
export const signingKeyOfChains = z
  .string()
  .regex(
    /^(0x)?[0-9a-f]{64}$/i,
    "must be 32 random bytes in hexadecimal, as `openssl rand -hex 32` writes them",
  )
  .transform((value): Hex => `0x${value.toLowerCase().replace(/^0x/, "")}`)
  .refine(isKey, "is no key: it is zero or too large")
  .optional();

function isKey(value: string): boolean {
  if (!/^0x[0-9a-f]{64}$/.test(value)) return true;
  return BigInt(value) > 0n && BigInt(value) < order;
}

type Known = Pick<EvmNetwork, "chainId" | "confirmations"> & { name: string };

/**
 * Networks that others run, by the variable that names a node of each. Old test networks are dead: their names stand for
 * those that took their place (Linea Sepolia, Sepolia, Amoy).
 */
const known = {
  LINEA_RPC_URL: { name: "LINEA", chainId: 59_144, confirmations: 1 },
  MAINNET_RPC_URL: { name: "MAINNET", chainId: 1, confirmations: 12 },
  POLYGON_RPC_URL: { name: "POLYGON", chainId: 137, confirmations: "finalized" },
  LINEA_GOERLI_RPC_URL: { name: "LINEA_GOERLI", chainId: 59_141, confirmations: 1 },
  GOERLI_RPC_URL: { name: "GOERLI", chainId: 11_155_111, confirmations: 12 },
  MUMBAI_RPC_URL: { name: "MUMBAI", chainId: 80_002, confirmations: "finalized" },
  RINKEBY_RPC_URL: { name: "RINKEBY", chainId: 11_155_111, confirmations: 12 },
} as const satisfies Record<string, Known>;

type Variable = keyof typeof known;
const names = Object.keys(known) as Variable[];

/** The configured networks that others run, the usual choice first. */
export function readNetworks(read: Partial<Record<Variable, string | undefined>>): EvmNetwork[] {
  return names.flatMap((variable) => {
    const rpcUrl = read[variable];
    return rpcUrl === undefined ? [] : [{ ...known[variable], rpcUrl }];
  });
}

/** What is wrong between the networks, and between them and the key. */
export function chainProblems(given: Given): string[] {
  return [...sharedChains(given), ...keyProblems(given)];
}

/** Both would sign with the same nonces, and wallets could not tell them apart. */
function sharedChains(given: Given): string[] {
  const set = names.filter((name) => given[name] !== undefined);
  return set.flatMap((name, at) => {
    const { chainId } = known[name];
    const earlier = set.slice(0, at).find((other) => known[other].chainId === chainId);
    return earlier === undefined
      ? []
      : [`${name}: it is the same chain as ${earlier} (${chainId}); set one of them`];
  });
}

function keyProblems(given: Given): string[] {
  const first = names.find((name) => given[name] !== undefined);
  if (first === undefined) return [];
  const key = signingKeyOfChains.safeParse(given.OPERATOR_KEY);
  // What is wrong with the key by itself is told already.
  if (!key.success) return [];
  if (key.data === undefined) {
    return [
      `OPERATOR_KEY: required when ${first} is set, 32 random bytes in hexadecimal, the same for every node`,
    ];
  }
  if (!isPublic(key.data)) return [];
  return [`OPERATOR_KEY: everybody knows this key, so it must not be used where ${first} is set`];
}

/** Of Foundry and Hardhat, of Ganache, of Truffle. */
const publicMnemonics = [
  "test test test test test test test test test test test junk",
  "myth like bonus scare over problem client lizard pioneer submit female collect",
  "candy maple cake sugar pudding cream honey rich smooth crumble sweet treat",
];
const accountsOfMnemonic = 20;
/** Below it lie the keys that people write down as examples. */
const leastRandom = 1n << 64n;

/** Whether a key is one of those that development tools give to everybody. */
function isPublic(key: Hex): boolean {
  return BigInt(key) < leastRandom || publicMnemonics.some((mnemonic) => keysOf(mnemonic).includes(key));
}

/** The first keys of a mnemonic (BIP-39, BIP-44). */
function keysOf(mnemonic: string): Hex[] {
  const seed = pbkdf2Sync(mnemonic, "mnemonic", 2_048, 64, "sha512");
  const parent = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0");
  return Array.from({ length: accountsOfMnemonic }, (_, index): Hex => {
    const { privateKey } = parent.deriveChild(index);
    return `0x${Buffer.from(privateKey ?? []).toString("hex")}`;
  });
}
