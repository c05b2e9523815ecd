import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure } from "../../../platform/failure.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { deleteSuppression } from "../../../platform/mail/suppressed-addresses.data.ts";
import { checkLoginThrottle, forgetLoginAttempts, recordLoginSuccess } from "../login/login-throttle.ts";
import { verifyPassword } from "../passwords/password-hash.ts";
import { accountPorts } from "../ports.ts";
import { requireFreshLogin } from "../sessions/sessions.ts";
import { hasAdministrator, lockAdministrators } from "../setup/administrators.data.ts";
import { deleteRegistrations } from "../sign-up/registrations.data.ts";
import { deleteAccountRow, lockUser, readPasswordHash, readUser, type UserRow } from "../users/users.data.ts";
import { anonymizeEvents } from "./security-events.data.ts";
import { recordEvent } from "./security-events.ts";

type DeletionRequest = {
  session: Session;
  device: Device;
  password: string | undefined;
  /** Whether its finished artworks stay public. */
  keepsArtworks: boolean;
};

/**
 * Deletes the caller's account. The password proves ownership; an account without one needs a fresh login. Unfinished
 * orders end first: if the payment provider does not answer, the account stays.
 *
 * @throws Failure E0007 on `password` if it is missing or wrong, E0010 if it was guessed too often, E0018
 * without a fresh login, E0063 for the last administrator who can log in, E0022 while its artists have songs, E0003 if it has just been deleted, E0048 if an open checkout
 * cannot be closed
 */
export async function deleteAccount(context: Context, deletion: DeletionRequest): Promise<void> {
  const { session, device } = deletion;
  const { accountId } = session;
  const known = await readPasswordHash(context.db, accountId);
  if (known === undefined) throw new Failure("E0003");
  const { passwordHash } = known;
  if (passwordHash !== null) await verifyOwnerPassword(context, deletion, { ...known, passwordHash });
  const lockDeletable = async (tx: Executor) => {
    const found = await lockUserToDelete(tx, accountId);
    // A password change has ended all sessions, this one too.
    if (found?.passwordHash !== passwordHash) throw new Failure("E0003");
    if (passwordHash === null) await requireFreshLogin(context, tx, session);
    await assertNoSongs(tx, accountId);
    return found;
  };
  await context.db.transaction().execute(lockDeletable);
  await accountPorts().endOrders(context, accountId);
  await context.db.transaction().execute(async (tx) => {
    const found = await lockDeletable(tx);
    await accountPorts().detachAccount(context, tx, { accountId, keepsArtworks: deletion.keepsArtworks });
    await recordEvent(context, tx, { accountId, kind: "account-deleted", device });
    await anonymizeEvents(tx, accountId);
    await deleteAccountRow(tx, accountId);
    await forgetEmail(context, tx, found.user);
  });
}

/**
 * Verifies the owner's password. Counts as a login attempt, so that a stolen session cannot be used to guess
 * it.
 */
async function verifyOwnerPassword(
  context: Context,
  { session, device, password = "" }: DeletionRequest,
  { email, passwordHash }: { email: string | null; passwordHash: string },
): Promise<void> {
  const { accountId } = session;
  if (password === "") throw passwordFailure("Required");
  const username = (email ?? accountId).toLowerCase();
  const loginTry = await checkLoginThrottle(context, { username, address: device.address });
  if (await verifyPassword(password, passwordHash)) return recordLoginSuccess(context, loginTry);
  const detail = { asked: "deletion" };
  await recordEvent(context, context.db, { accountId, kind: "login-failed", device, detail });
  throw passwordFailure("Wrong password.");
}

function passwordFailure(message: string): Failure {
  return new Failure("E0007", { errors: [{ field: "password", message }] });
}

/**
 * Locks the account. An administrator's also locks who is an administrator, in the order of all changes of the role, so that the last
 * two cannot delete themselves at the same instant.
 */
async function lockUserToDelete(tx: Executor, accountId: string) {
  const isAdministrator = (await readUser(tx, accountId))?.role === "ADMIN";
  if (isAdministrator) await lockAdministrators(tx);
  const found = await lockUser(tx, accountId);
  if (found?.user.role !== "ADMIN") return found;
  // The role was granted before the account was locked.
  if (!isAdministrator) throw new Failure("E0005");
  if (!(await hasAdministrator(tx, accountId))) throw new Failure("E0063");
  return found;
}

async function assertNoSongs(tx: Executor, accountId: string): Promise<void> {
  const { artists, songs } = await accountPorts().catalogue.lockAndCountOwnSongs(tx, accountId);
  if (songs === 0) return;
  const wraps = songs === 1 ? "1 wrap" : `${songs} wraps`;
  const by = artists === 1 ? "one artist" : `${artists} artists`;
  const message = `This account cannot be deleted yet: it has ${wraps} by ${by}. Delete them first.`;
  throw new Failure("E0022", { message });
}

/** Deletes what still names the address, so that it can sign up again, and sends the last mail. */
async function forgetEmail(context: Context, tx: Executor, user: UserRow): Promise<void> {
  const { email } = user;
  if (email === null) return;
  await deleteRegistrations(tx, email);
  await forgetLoginAttempts(tx, email);
  await deleteSuppression(tx, email);
  await notify(context, tx, "account-deleted", user, {});
}
