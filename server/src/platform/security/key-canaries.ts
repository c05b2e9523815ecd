import { createHmac } from "node:crypto";
import type { Config } from "../config/config.ts";
import { type Database, sql } from "../database/database.ts";
import type { Encryption } from "./encryption.ts";

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
  if (operatorKey === undefined) return;
  const digest = createHmac("sha256", Buffer.from(operatorKey.slice(2), "hex"))
    .update(purpose)
    .digest();
  if (!(await keepCanary(db, "OPERATOR_KEY", digest)).equals(digest))
    throw new KeyMismatchError(describeMismatch("OPERATOR_KEY"));
}

/** Forgets the keys: the next start accepts and remembers its own. */
export async function forgetKeys(db: Database): Promise<void> {
  await sql`delete from key_canary`.execute(db);
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
