import * as z from "zod";
import type { Device } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure } from "../../../platform/failure.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { encryptedPayload } from "../encrypted-payload.ts";
import { recordEvent } from "../privacy/security-events.ts";
import { deleteSessions } from "../sessions/sessions.data.ts";
import { hashToken, makeToken } from "../sessions/tokens.ts";
import { lifetimes, lostPasswordLink, passwordLink } from "../site-links.ts";
import { type Contact, lockContact, lockContactByEmail } from "../users/users.data.ts";
import { hashPassword } from "./password-hash.ts";
import {
  consumeResetCodes,
  deleteChallenges,
  insertResetCode,
  readCodeOwner,
  updatePassword,
} from "./password-reset.data.ts";
import { assertStrongPassword } from "./password-strength.ts";

/**
 * Live codes per account. A second request leaves the first link valid; because a code lives for an hour,
 * this is also the limit of mails per hour.
 */
const MAX_RESET_CODES = 3;

const resetPayload = encryptedPayload(
  "password-reset",
  z.object({
    email: z.string(),
    code: z.string(),
    device: z.object({ address: z.string(), userAgent: z.string() }),
  }),
);

/**
 * Requests a password reset link. The account is looked up by the job, so neither the response nor its
 * duration reveals whether it exists.
 */
export async function requestPasswordReset(
  context: Context,
  input: { email: string; device: Device },
): Promise<void> {
  const { address, userAgent } = input.device;
  const payload = { email: input.email, code: makeToken(), device: { address, userAgent } };
  await context.queue.enqueue(context.db, sendResetJob, resetPayload.encryptContent(context, payload));
}

export const sendResetJob = job({
  name: "send-password-reset",
  payload: resetPayload.payload,
  tries: 16,
  priority: "urgent",
  run: (context, payload) => {
    const { device, ...resetRequest } = resetPayload.decryptContent(context, payload);
    const from = { ...device, fingerprint: undefined };
    return context.db
      .transaction()
      .execute((tx) => sendReset(context, tx, { ...resetRequest, device: from }));
  },
});

/** Sends the link to a confirmed address only: an unconfirmed one may belong to another person. */
async function sendReset(
  context: Context,
  tx: Executor,
  { email, code, device }: { email: string; code: string; device: Device },
): Promise<void> {
  const contact = await lockContactByEmail(tx, email);
  if (contact?.verified !== true) return;
  if (!(await sendCode(context, tx, { kind: "reset-password", contact, code }))) return;
  await recordEvent(context, tx, { accountId: contact.id, kind: "password-reset-asked", device });
}

/** Sends the owner of a claimed account the link to choose a first password. */
export async function sendFirstPasswordLink(context: Context, tx: Executor, contact: Contact): Promise<void> {
  await sendCode(context, tx, { kind: "choose-password", contact, code: makeToken() });
}

/**
 * Sends a code. Returns false, and sends nothing, if the account has its maximum of codes or this very code.
 */
async function sendCode(
  context: Context,
  tx: Executor,
  { kind, contact, code }: { kind: "reset-password" | "choose-password"; contact: Contact; code: string },
): Promise<boolean> {
  const { id } = contact;
  const now = context.clock.now();
  const lifetimeSeconds = lifetimes[kind];
  const expiresAt = new Date(now.getTime() + lifetimeSeconds * 1000);
  const resetCode = { accountId: id, codeHash: hashToken(code), expiresAt, now, maxCodes: MAX_RESET_CODES };
  if (!(await insertResetCode(tx, resetCode))) return false;
  await notify(context, tx, kind, contact, { link: passwordLink(context, { id, code }), lifetimeSeconds });
  return true;
}

type ResetPasswordInput = { userId: string; code: string; password: string; device: Device };

/**
 * Sets the password with the code of a link, which works once, and ends all sessions. Login codes stay
 * enabled.
 *
 * @throws Failure E0020 for a code that is wrong, used or expired, E0007 on `password` for a common one
 */
export async function resetPassword(context: Context, input: ResetPasswordInput): Promise<void> {
  const { userId: accountId, password, device } = input;
  const { db, clock } = context;
  if (!z.guid().safeParse(accountId).success) throw new Failure("E0020");
  const code = { accountId, codeHash: hashToken(input.code) };
  const owner = await readCodeOwner(db, code, clock.now());
  if (owner === undefined) throw new Failure("E0020");
  await assertStrongPassword("password", password, [owner.email ?? "", owner.name]);
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    const now = clock.now();
    const contact = await lockContact(tx, accountId);
    const isConsumed = await consumeResetCodes(tx, code, now);
    if (contact === undefined || !isConsumed) throw new Failure("E0020");
    await updatePassword(tx, { accountId, passwordHash, now });
    await endAllAccess(context, tx, { contact, device });
  });
}

/** Ends all sessions and pending logins after a password change and notifies the owner. */
async function endAllAccess(
  context: Context,
  tx: Executor,
  { contact, device }: { contact: Contact; device: Device },
): Promise<void> {
  const { id: accountId } = contact;
  const sessions = await deleteSessions(tx, accountId);
  await deleteChallenges(tx, accountId);
  await recordEvent(context, tx, { accountId, kind: "password-changed", device, detail: { sessions } });
  await notify(context, tx, "password-changed", contact, { link: lostPasswordLink(context) });
}
