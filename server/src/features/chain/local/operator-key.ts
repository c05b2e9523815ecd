import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Hex } from "viem";
import { generatePrivateKey } from "viem/accounts";
import { LocalChainError } from "./anvil.ts";
import { writeFileAtomic } from "./data-folder.ts";

const operatorKeyPath = (dataDir: string) => join(dataDir, "chain", "operator.key");

/** Loads the operator key of the local chain, for programs without OPERATOR_KEY. Creates it under the data folder if there is none. */
export async function loadOperatorKey(dataDir: string): Promise<Hex> {
  const path = operatorKeyPath(dataDir);
  return (await readKey(path)) ?? (await createKey(path));
}

async function readKey(path: string): Promise<Hex | undefined> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
  if (text === undefined) return undefined;
  const [, digits] = /^0x([0-9a-f]{64})\n$/.exec(text) ?? [];
  if (digits === undefined)
    throw new LocalChainError(
      `The file ${path} holds no key. Restore it from a backup, or delete it to create a new key, which existing contracts do not accept.`,
    );
  return `0x${digits}`;
}

/** Replaces the stored key. The running program uses the previous one until it is restarted. */
export async function replaceOperatorKey(dataDir: string, key: Hex): Promise<void> {
  await writeFileAtomic(operatorKeyPath(dataDir), Buffer.from(`${key}\n`));
}

/** If two programs create a key concurrently, both use the first one. */
async function createKey(path: string): Promise<Hex> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, `${generatePrivateKey()}\n`, { mode: 0o600, flush: true });
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
  const key = await readKey(path);
  if (key === undefined) throw new LocalChainError(`The file ${path} disappeared while it was created.`);
  return key;
}
