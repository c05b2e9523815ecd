import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { recordEvent } from "../privacy/security-events.ts";
import { deleteAllSessions, deleteSessions } from "../sessions/sessions.data.ts";
import { readCredentials } from "../users/users.data.ts";

/**
 * Throws unless the caller is an administrator.
 *
 * @throws Failure E0004
 */
export function requireAdmin({ role }: Session): void {
  if (role !== "ADMIN") throw new Failure("E0004");
}

/**
 * Ends the sessions of one account, or all sessions except the caller's own; for use when tokens may have
 * leaked.
 *
 * @throws Failure E0001 for an address without an account
 */
export async function endUserSessions(
  context: Context,
  { session, device, email }: { session: Session; device: Device; email: string | undefined },
): Promise<{ ended: number }> {
  return context.db.transaction().execute(async (tx) => {
    const credentials = email === undefined ? undefined : await readCredentials(tx, email);
    if (email !== undefined && credentials === undefined) throw notFound();
    const ended =
      credentials === undefined
        ? await deleteAllSessions(tx, session.sessionId)
        : await deleteSessions(tx, credentials.user.id, session.sessionId);
    const detail = { sessions: ended, by: session.accountId };
    const accountId = credentials?.user.id ?? session.accountId;
    await recordEvent(context, tx, { accountId, kind: "sessions-ended", device, detail });
    return { ended };
  });
}
