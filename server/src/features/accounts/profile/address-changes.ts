import { sameAddressMessage } from "@wrapsody/shared/accounts/accounts.ts";
import type { Address, postAddressConfirm } from "@wrapsody/shared/accounts/profile.ts";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure } from "../../../platform/failure.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { findSuppression } from "../../../platform/mail/suppressed-addresses.data.ts";
import { moveLoginAttempts } from "../login/login-throttle.ts";
import { deletePasskeysSince } from "../passkeys/passkeys.data.ts";
import { sendFirstPasswordLink } from "../passwords/password-reset.ts";
import { accountPorts } from "../ports.ts";
import { recordEvent } from "../privacy/security-events.ts";
import { deleteSessions } from "../sessions/sessions.data.ts";
import { requireFreshLogin } from "../sessions/sessions.ts";
import { hashToken, makeToken } from "../sessions/tokens.ts";
import { deleteRegistrations } from "../sign-up/registrations.data.ts";
import { deleteInvitationOf } from "../sign-up/sign-up-invitations.data.ts";
import { addressLink, lifetimes, loginLink, lostPasswordLink, settingsLink } from "../site-links.ts";
import {
  isSuspendedAccount,
  lockContactByEmail,
  lockUser,
  readUser,
  type UserRow,
} from "../users/users.data.ts";
import {
  type AddressChange,
  deleteEmailedCodes,
  deletePendingChange,
  findChangeByCode,
  findChangeByUndoCode,
  isTakenAddress,
  markConfirmed,
  markUndoneFrom,
  readPendingChange,
  replacePendingChange,
  revokeLogins,
  updateAddress,
} from "./address-changes.data.ts";

type Caller = { session: Session; device: Device };

/** Returns the caller's address and its pending change. */
export async function readAddress(
  { db, clock }: Context,
  { session: { accountId } }: Pick<Caller, "session">,
): Promise<Address> {
  const user = await readUser(db, accountId);
  if (user === undefined) throw new Failure("E0003");
  return presentAddress(db, user, clock.now());
}

async function requireUser(tx: Executor, accountId: string): Promise<UserRow> {
  const found = await lockUser(tx, accountId);
  if (found === undefined) throw new Failure("E0003");
  return found.user;
}

export async function presentAddress(db: Executor, { id, email }: UserRow, now: Date): Promise<Address> {
  const suppressed = email === null ? undefined : await findSuppression(db, email);
  const pending = (await readPendingChange(db, id, now)) ?? null;
  return { email, pending, suppressed_since: suppressed ?? null };
}

/**
 * Sends the new address a link that confirms it. If another account has it, that account's owner is notified instead, and
 * the caller gets the same response.
 *
 * @throws Failure E0018 without a fresh login, E0007 on `email` for the address that the account has
 */
export async function requestAddressChange(
  context: Context,
  { session, device, email }: Caller & { email: string },
): Promise<Address> {
  const { accountId } = session;
  return context.db.transaction().execute(async (tx) => {
    const user = await requireUser(tx, accountId);
    await requireFreshLogin(context, tx, session);
    if (user.email === email)
      throw new Failure("E0007", { errors: [{ field: "email", message: sameAddressMessage }] });
    const now = context.clock.now();
    const code = makeToken();
    const lifetimeSeconds = lifetimes["confirm-address"];
    const expiresAt = new Date(now.getTime() + lifetimeSeconds * 1000);
    await replacePendingChange(tx, {
      accountId,
      former: user.email,
      email,
      codeHash: hashToken(code),
      now,
      expiresAt,
    });
    await recordEvent(context, tx, { accountId, kind: "address-change-requested", device });
    if (await isTakenAddress(tx, accountId, email)) await notifyOwnerOf(context, tx, email);
    else {
      const link = addressLink(context, "confirm", code);
      await notify(context, tx, "confirm-address", { ...user, email }, { link, lifetimeSeconds });
    }
    return presentAddress(tx, user, now);
  });
}

async function notifyOwnerOf(context: Context, tx: Executor, email: string): Promise<void> {
  const owner = await lockContactByEmail(tx, email);
  if (owner?.verified !== true) return;
  const links = { loginLink: loginLink(context), resetLink: lostPasswordLink(context) };
  await notify(context, tx, "already-registered", owner, links);
}

/** Cancels the pending change. A repeat does nothing. */
export async function cancelAddressChange(
  context: Context,
  { session: { accountId } }: Pick<Caller, "session">,
): Promise<Address> {
  return context.db.transaction().execute(async (tx) => {
    const user = await requireUser(tx, accountId);
    await deletePendingChange(tx, accountId);
    return presentAddress(tx, user, context.clock.now());
  });
}

type LinkInput = { code: string; device: Device };

/**
 * Makes the new address the account's. Sessions stay; codes that were sent to the former address stop working. A repeat
 * returns the same.
 *
 * @throws Failure E0020 for a code that is wrong, replaced, cancelled or expired, E0092 if the address has another account
 * by now, E0082 if the account is suspended
 */
export async function confirmAddressChange(
  context: Context,
  { code, device }: LinkInput,
): Promise<AnswerOf<typeof postAddressConfirm>> {
  const codeHash = hashToken(code);
  return withFreeAddress(context, async (tx) => {
    const now = context.clock.now();
    const accountId = (await findChangeByCode(tx, codeHash, now))?.accountId;
    const user = accountId === undefined ? undefined : (await lockUser(tx, accountId))?.user;
    const change = await findChangeByCode(tx, codeHash, now);
    if (user === undefined || change === undefined) throw new Failure("E0020");
    if (change.confirmedAt !== null) return { email: change.email };
    if (await isSuspendedAccount(tx, user.id)) throw new Failure("E0082");
    await applyConfirmation(context, tx, { change, user, device, now });
    return { email: change.email };
  });
}

async function applyConfirmation(
  context: Context,
  tx: Executor,
  { change, user, device, now }: { change: AddressChange; user: UserRow; device: Device; now: Date },
): Promise<void> {
  const { id, email, accountId } = change;
  const former = user.email;
  const undoCode = makeToken();
  const lifetimeSeconds = lifetimes["address-changed"];
  const expiresAt = new Date(now.getTime() + lifetimeSeconds * 1000);
  await moveAddress(tx, { user, email, now });
  await markConfirmed(tx, { id, undoHash: former === null ? null : hashToken(undoCode), now, expiresAt });
  await recordEvent(context, tx, { accountId, kind: "address-changed", device });
  await notify(context, tx, "address-confirmed", { ...user, email }, { link: settingsLink(context) });
  if (former === null) return;
  const data = { address: maskAddress(email), link: addressLink(context, "undo", undoCode), lifetimeSeconds };
  await notify(context, tx, "address-changed", user, data);
}

/** Moves what refers to the former address, and deletes what the new one no longer needs. */
async function moveAddress(
  tx: Executor,
  { user: { id: accountId, email: former }, email, now }: { user: UserRow; email: string; now: Date },
): Promise<void> {
  if (former !== null) await accountPorts().catalogue.bindSplits(tx, { accountId, email: former });
  await updateAddress(tx, { accountId, email, now });
  if (former !== null) await moveLoginAttempts(tx, { former, email });
  await deleteEmailedCodes(tx, accountId);
  await deleteRegistrations(tx, email);
  await deleteInvitationOf(tx, email, now);
}

/**
 * Restores the former address, also if it has changed again since. The password may be known to someone else, so it is
 * removed, and all sessions end.
 *
 * @throws Failure E0020 for a code that is wrong, used or expired, E0092 if the address has another account by now
 */
export async function undoAddressChange(
  context: Context,
  { code, device }: LinkInput,
): Promise<AnswerOf<typeof postAddressConfirm>> {
  const undoHash = hashToken(code);
  return withFreeAddress(context, async (tx) => {
    const now = context.clock.now();
    const accountId = (await findChangeByUndoCode(tx, undoHash, now))?.accountId;
    const user = accountId === undefined ? undefined : (await lockUser(tx, accountId))?.user;
    const change = await findChangeByUndoCode(tx, undoHash, now);
    if (user === undefined || change === undefined) throw new Failure("E0020");
    const { former: email, requestedAt } = change;
    await moveAddress(tx, { user, email, now });
    await markUndoneFrom(tx, change, now);
    await revokeLogins(tx, user.id, requestedAt);
    await deletePasskeysSince(tx, user.id, requestedAt);
    const sessions = await deleteSessions(tx, user.id);
    await recordEvent(context, tx, {
      accountId: user.id,
      kind: "address-change-undone",
      device,
      detail: { sessions },
    });
    await sendFirstPasswordLink(context, tx, {
      ...user,
      email,
      verified: true,
      hasPassword: false,
    });
    return { email };
  });
}

/** Runs a transaction that sets an address. Another account may take it at the same instant. */
async function withFreeAddress<Result>(
  { db }: Context,
  run: (tx: Executor) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.transaction().execute(run);
  } catch (error) {
    const causes = [error, Reflect.get(Object(error), "cause")];
    if (causes.some((cause) => Reflect.get(Object(cause), "constraint") === "account_email"))
      throw new Failure("E0092");
    throw error;
  }
}

/** Returns `f…@wrapsody.example`: the mailbox of a former address may have other readers. */
function maskAddress(address: string): string {
  return address.replace(/^(.)[^@]*(?=@)/u, "$1…");
}
