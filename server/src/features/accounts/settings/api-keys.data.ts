import { type Executor, sql } from "../../../platform/database/database.ts";
import { isSuspended } from "../users/users.data.ts";

export type KeyRow = { keyId: string; secretSealed: Buffer };

export async function readKeys(db: Executor, accountId: string): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    select key_id as "keyId", secret_sealed as "secretSealed" from api_key where account_id = ${accountId}`.execute(
    db,
  );
  return rows[0];
}

/** Stores the key pair of an account, replacing the old one. */
export async function replaceKeys(
  db: Executor,
  keys: KeyRow & { accountId: string; secretHash: Buffer; now: Date },
): Promise<void> {
  await sql`
    insert into api_key (account_id, key_id, secret_hash, secret_sealed, created_at)
    values (${keys.accountId}, ${keys.keyId}, ${keys.secretHash}, ${keys.secretSealed}, ${keys.now})
    on conflict (account_id) do update set key_id = excluded.key_id, secret_hash = excluded.secret_hash,
      secret_sealed = excluded.secret_sealed, created_at = excluded.created_at`.execute(db);
}

export type KeyHolder = {
  accountId: string;
  role: "ADMIN" | "ARTIST" | "PROVIDER";
  userType: "provider" | "artist";
  secretHash: Buffer;
};

export async function readKeyHolder(db: Executor, keyId: string): Promise<KeyHolder | undefined> {
  const { rows } = await sql<KeyHolder>`
    select a.id as "accountId", a.role, a.user_type as "userType", k.secret_hash as "secretHash"
    from api_key k join account a on a.id = k.account_id where k.key_id = ${keyId} and not ${isSuspended}`.execute(
    db,
  );
  return rows[0];
}
