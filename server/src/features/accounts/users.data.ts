import type { User, UserType } from "@wrapsody/shared/accounts.ts";
import { type Executor, sql } from "../../platform/database.ts";

const userColumns = sql`id, email, name, role, user_type, created_at`;

export async function readUser(db: Executor, id: string): Promise<User | undefined> {
  const { rows } = await sql<User>`select ${userColumns} from account where id = ${id}`.execute(db);
  return rows[0];
}

/** `username` is in lower case already, so that there is one spelling of it alone. */
export async function readCredentials(
  db: Executor,
  username: string,
): Promise<{ user: User; passwordHash: string | null } | undefined> {
  const { rows } = await sql<User & { password_hash: string | null }>`
    select ${userColumns}, password_hash from account where lower(email) = ${username}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { password_hash: passwordHash, ...user } = row;
  return { user, passwordHash };
}

export async function updateUserType(
  db: Executor,
  id: string,
  userType: UserType,
): Promise<User | undefined> {
  const { rows } = await sql<User>`
    update account set user_type = ${userType} where id = ${id} returning ${userColumns}`.execute(db);
  return rows[0];
}
