import { loginFailed, type User } from "@wrapsody/shared/accounts.ts";
import type { Context } from "../../platform/context.ts";
import { Failure } from "../../platform/failure.ts";
import { beginTry, endTry } from "./login-tries.ts";
import { isPassword, nobodysHash } from "./passwords.ts";
import { openSession } from "./sessions.ts";
import { readCredentials } from "./users.data.ts";

export type Credentials = {
  /** The e-mail address of the account, in any case. */
  username: string;
  password: string;
  /** The caller's network address. */
  address: string;
};

/**
 * Begins a session for whoever knows the password. A wrong password, an unknown username and an account without a
 * password fail alike, in words, status and time.
 *
 * @throws Failure E0000 when it fails, E0010 when it has been tried too often
 */
export async function logIn(
  context: Context,
  { username, password, address }: Credentials,
): Promise<{ token: string; user: User }> {
  const name = username.toLowerCase();
  const loginTry = await beginTry(context, { username: name, address });
  const found = await readCredentials(context.db, name);
  const matches = await isPassword(password, found?.passwordHash ?? nobodysHash);
  if (found === undefined || !matches) throw new Failure("E0000", { message: loginFailed });
  await endTry(context, loginTry);
  return { token: await openSession(context, found.user.id), user: found.user };
}
