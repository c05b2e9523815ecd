import { createHmac } from "node:crypto";
import { privateKeyToAccount } from "viem/accounts";
import type { Config } from "../config/config.ts";
import { type Database, type Executor, sql } from "../database/database.ts";
import type { Encryption } from "./encryption.ts";
import { type OperatorHandover, readHandover } from "./operator-handover.data.ts";

/** A key other than the one that the database was used with. */
class KeyMismatchError extends Error {
  override name = "KeyMismatchError";
}

/** Purpose of the sealed canary. A rotation seals it again. */
export const KEY_CANARY_PURPOSE = "key-canary";
const purpose = KEY_CANARY_PURPOSE;

/**
 * Compares the keys of this node with the keys of the first node that started on this database, or of the last rotation. One
 * of the node's secret keys must open the canary, so nodes with the old and the new key start during a rotation.
 *
 * @throws KeyMismatchError for another SECRET_KEY or OPERATOR_KEY
 */
export async function checkKeys(
  db: Database,
  encryption: Encryption,
  { secretKey, chains: { operatorKey } }: Pick<Config, "secretKey" | "chains">,
): Promise<void> {
  const sealed = await keepCanary(db, "SECRET_KEY", encryption.encrypt(purpose, purpose));
  if (!canDecrypt(encryption, sealed))
    throw new KeyMismatchError(
      describeMismatch(secretKey === undefined ? "The file secret.key in DATA_DIR" : "SECRET_KEY"),
    );
  if (operatorKey !== undefined) await checkOperatorKey(db, operatorKey);
}

/** Compares an OPERATOR_KEY like `checkKeys`. @throws KeyMismatchError if it is another one */
export async function checkOperatorKey(db: Database, operatorKey: `0x${string}`): Promise<void> {
  const digest = digestOf(operatorKey);
  if ((await keepCanary(db, "OPERATOR_KEY", digest)).equals(digest)) return;
  const address = privateKeyToAccount(operatorKey).address.toLowerCase();
  throw new KeyMismatchError(describeOperatorMismatch(address, await readHandover(db)));
}

/** From now on nodes start with the new OPERATOR_KEY only. */
export async function replaceOperatorCanary(
  tx: Executor,
  { oldKey, newKey }: { oldKey: `0x${string}`; newKey: `0x${string}` },
): Promise<void> {
  await sql`
    update key_canary set sealed = ${digestOf(newKey)}
    where name = 'OPERATOR_KEY' and sealed = ${digestOf(oldKey)}`.execute(tx);
}

/** Forgets the keys, and a handover between them: the next start accepts and remembers its own. */
export async function forgetKeys(tx: Executor): Promise<void> {
  await sql`delete from key_canary`.execute(tx);
  await sql`delete from operator_handover`.execute(tx);
}

function digestOf(operatorKey: `0x${string}`): Buffer {
  const key = Buffer.from(operatorKey.slice(2), "hex");
  return createHmac("sha256", key).update(purpose).digest();
}

/** Returns the canary of the first node that started. */
async function keepCanary(db: Database, name: string, own: Buffer): Promise<Buffer> {
  await sql`insert into key_canary (name, sealed) values (${name}, ${own}) on conflict do nothing`.execute(
    db,
  );
  const { rows } = await sql<{ sealed: Buffer }>`select sealed from key_canary where name = ${name}`.execute(
    db,
  );
  return rows[0]?.sealed ?? own;
}

function canDecrypt(encryption: Encryption, sealed: Buffer): boolean {
  try {
    return encryption.decrypt(purpose, sealed) === purpose;
  } catch {
    return false;
  }
}

function describeMismatch(key: string): string {
  return `${key} is not the key that this database was used with. Use the previous key (docs/operate/keys.md describes how to replace it), or run “npm run wrapsody -- keys accept” if it is lost.`;
}

function describeOperatorMismatch(address: string, handover: OperatorHandover | undefined): string {
  const isSwitched = handover?.state === "SWITCHED" || handover?.state === "DONE";
  if (isSwitched && handover.oldAddress === address)
    return `OPERATOR_KEY was replaced: set it to the key of ${handover.newAddress}, to which the roles of the contracts were handed over, and start again.`;
  if (handover?.state !== "DONE" && handover?.newAddress === address)
    return "OPERATOR_KEY is the key of an unfinished handover: run “npm run wrapsody -- keys rotate-operator” until it ends, and start again.";
  return describeMismatch("OPERATOR_KEY");
}
