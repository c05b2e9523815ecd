import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { forgetLoginAttempts } from "../login/login-throttle.ts";
import { updateMfa } from "../login/mfa.data.ts";
import { replaceResetCodes } from "../passwords/password-reset.data.ts";
import { recordOperatorEvent } from "../privacy/security-events.ts";
import { hashToken, makeToken } from "../sessions/tokens.ts";
import { lifetimes, passwordLink } from "../site-links.ts";
import { lockContactByEmail, lockUser } from "../users/users.data.ts";
import {
  confirmAddress,
  insertAdministrator,
  lockAdministrators,
  updateRole,
} from "./administrators.data.ts";

/** The part of the context that the command line has. */
type OperatorContext = Pick<Context, "db" | "clock" | "publicUrl">;

/**
 * Makes an address an administrator, with a new account if it has none. Returns whether the account is new, and a link
 * to choose a password if it has none.
 */
export async function createAdministrator(
  context: OperatorContext,
  { email, name }: { email: string; name: string },
): Promise<{ isNew: boolean; link: string | undefined }> {
  const now = context.clock.now();
  return context.db.transaction().execute(async (tx) => {
    await lockAdministrators(tx);
    const created = await insertAdministrator(tx, { email, name, passwordHash: null, language: "en", now });
    const contact = await lockContactByEmail(tx, email);
    if (contact === undefined) throw new Error("created account not found");
    const { id: accountId, hasPassword } = contact;
    await confirmAddress(tx, accountId, now);
    const isNew = created !== undefined;
    if ((await updateRole(tx, { accountId, role: "ADMIN" })) || isNew)
      await recordOperatorEvent(context, tx, { accountId, kind: "administrator-created" });
    return { isNew, link: hasPassword ? undefined : await createPasswordLink(context, tx, accountId) };
  });
}

/**
 * Creates a link to choose a new password for an administrator who is locked out, forgets failed logins and, with
 * `withoutCodes`, turns off the login codes that are sent by email. Returns undefined if the address is not an
 * administrator's.
 */
export async function resetAdministrator(
  context: OperatorContext,
  { email, withoutCodes }: { email: string; withoutCodes: boolean },
): Promise<string | undefined> {
  return context.db.transaction().execute(async (tx) => {
    const contact = await lockContactByEmail(tx, email);
    const found = contact === undefined ? undefined : await lockUser(tx, contact.id);
    if (found?.user.role !== "ADMIN") return undefined;
    const { id: accountId } = found.user;
    await forgetLoginAttempts(tx, contact?.email ?? email);
    if (withoutCodes && found.user.mfa_enabled) {
      await updateMfa(tx, accountId, false);
      await recordOperatorEvent(context, tx, { accountId, kind: "codes-switched-off" });
    }
    await recordOperatorEvent(context, tx, { accountId, kind: "password-reset-asked" });
    return createPasswordLink(context, tx, accountId);
  });
}

/** Replaces all codes of the account, so that the operator is not limited by earlier requests. */
async function createPasswordLink(
  context: OperatorContext,
  tx: Executor,
  accountId: string,
): Promise<string> {
  const code = makeToken();
  const expiresAt = new Date(context.clock.now().getTime() + lifetimes["choose-password"] * 1000);
  await replaceResetCodes(tx, { accountId, codeHash: hashToken(code), expiresAt });
  return passwordLink(context, { id: accountId, code });
}
