import type { User, UserType } from "@wrapsody/shared/accounts.ts";
import type { Context } from "../../platform/context.ts";
import { Failure } from "../../platform/failure.ts";
import type { Session } from "../../platform/routing.ts";
import { readUser, updateUserType } from "./users.data.ts";

/** The user of the session. @throws Failure E0003 when the account went away a moment ago */
export async function showUser({ db }: Context, session: Session | undefined): Promise<User> {
  return present(await readUser(db, accountOf(session)));
}

/** Chooses the fan's or the artist's view. @throws Failure E0003 as `showUser` */
export async function switchView(
  { db }: Context,
  session: Session | undefined,
  view: UserType,
): Promise<User> {
  return present(await updateUserType(db, accountOf(session), view));
}

function accountOf(session: Session | undefined): string {
  if (session === undefined) throw new Failure("E0002");
  return session.accountId;
}

function present(user: User | undefined): User {
  if (user === undefined) throw new Failure("E0003");
  return user;
}
