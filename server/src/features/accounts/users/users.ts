import type { User, UserType } from "@wrapsody/shared/accounts/accounts.ts";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure } from "../../../platform/failure.ts";
import { listMemberships } from "../members/members.data.ts";
import { accountPorts } from "../ports.ts";
import { recordEvent } from "../privacy/security-events.ts";
import { lockUser, readUser, type UserRow, updateName, updateUserType } from "./users.data.ts";

/**
 * Returns the user of the session.
 *
 * @throws Failure E0003 if the account has just been deleted
 */
export async function getCurrentUser(context: Context, session: Session): Promise<User> {
  const { db } = context;
  return toUser(context, db, await readUser(db, session.accountId));
}

/**
 * Sets the fan's or the artist's view.
 *
 * @throws Failure E0003 if the account has just been deleted
 */
export async function updateView(
  context: Context,
  { session, view }: { session: Session; view: UserType },
): Promise<User> {
  const { db } = context;
  return toUser(context, db, await updateUserType(db, session.accountId, view));
}

/**
 * Changes the user's name.
 *
 * @throws Failure E0003 if the account has just been deleted
 */
export async function renameUser(
  context: Context,
  { session: { accountId }, device, name }: { session: Session; device: Device; name: string },
): Promise<User> {
  return context.db.transaction().execute(async (tx) => {
    const before = (await lockUser(tx, accountId))?.user;
    if (before === undefined || before.name === name) return toUser(context, tx, before);
    const user = await updateName(tx, accountId, name);
    await accountPorts().catalogue.invalidateOwnPlaylists(tx, accountId);
    await recordEvent(context, tx, { accountId, kind: "name-changed", device });
    return toUser(context, tx, user);
  });
}

/**
 * Returns the user with their subscriptions and memberships.
 *
 * @throws Failure E0003 if `user` is undefined
 */
export async function toUser(
  { clock }: Pick<Context, "clock">,
  db: Executor,
  user: UserRow | undefined,
): Promise<User> {
  if (user === undefined) throw new Failure("E0003");
  return {
    ...user,
    subscriptions: await accountPorts().subscriptions.listSubscriptions(db, user.id, clock.now()),
    memberships: await listMemberships(db, user.id),
  };
}
