import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure } from "../../../platform/failure.ts";
import { clientNetwork } from "../../../platform/http/ip-addresses.ts";
import { recordEvent } from "../privacy/security-events.ts";
import {
  deleteSession,
  insertSession,
  readAuthenticatedAt,
  readSession,
  touchSession,
} from "./sessions.data.ts";
import { hashToken, makeToken } from "./tokens.ts";

const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A session expires this long after its last use. */
const IDLE_LIFETIME_MS = 30 * DAY_MS;
/** A session expires this long after the login, however much it is used. */
const MAX_LIFETIME_MS = 180 * DAY_MS;
/** Minimum interval between two updates of a session's last use. */
const TOUCH_INTERVAL_MS = 15 * MINUTE_MS;
/** A login counts as fresh for this long: weakening an account requires a fresh one. */
const FRESH_LOGIN_MS = 10 * MINUTE_MS;

/** Finds the live session of a bearer token and extends it. */
export async function findSessionByToken(
  { db, clock }: Context,
  token: string,
  address: string,
): Promise<Session | undefined> {
  const now = clock.now();
  const row = await readSession(db, hashToken(token), now);
  if (row === undefined) return undefined;
  const { authenticatedAt, lastUsedAt, ...session } = row;
  if (now.getTime() - Date.parse(lastUsedAt) > TOUCH_INTERVAL_MS) {
    const expiresAt = sessionExpiry(Date.parse(authenticatedAt), now);
    await touchSession(db, session.sessionId, { now, expiresAt, network: clientNetwork(address) });
  }
  return session;
}

function sessionExpiry(authenticated: number, now: Date): Date {
  return new Date(Math.min(now.getTime() + IDLE_LIFETIME_MS, authenticated + MAX_LIFETIME_MS));
}

/**
 * Creates a session in the caller's transaction and returns its token, which is stored only as a hash.
 * `authenticatedAt` and `handedTo` are set for a session derived from another one.
 */
export async function createSession(
  { clock }: Context,
  tx: Executor,
  input: { accountId: string; device: Device; authenticatedAt?: Date; handedTo?: string },
): Promise<string> {
  const token = makeToken();
  const now = clock.now();
  const { accountId, device, authenticatedAt = now, handedTo = null } = input;
  await insertSession(tx, {
    tokenHash: hashToken(token),
    accountId,
    now,
    authenticatedAt,
    device: handedTo,
    expiresAt: sessionExpiry(authenticatedAt.getTime(), now),
    userAgent: device.userAgent,
    fingerprint: device.fingerprint,
    network: clientNetwork(device.address),
  });
  return token;
}

/** Ends the session. Does nothing if it has ended. */
export async function logOut(context: Context, session: Session | undefined, device: Device): Promise<void> {
  if (session?.sessionId === undefined) return;
  const { accountId, sessionId } = session;
  await context.db.transaction().execute(async (tx) => {
    const ended = await deleteSession(tx, accountId, sessionId);
    if (ended > 0) await recordEvent(context, tx, { accountId, kind: "logged-out", device });
  });
}

/**
 * Requires a recent login of this very session: an unattended browser or a derived session is not enough.
 *
 * @throws Failure E0018 unless the session started with a login within the last minutes
 */
export async function requireFreshLogin({ clock }: Context, tx: Executor, session: Session): Promise<void> {
  const at = session.sessionId === undefined ? undefined : await readAuthenticatedAt(tx, session.sessionId);
  if (at === undefined || clock.now().getTime() - Date.parse(at) > FRESH_LOGIN_MS) throw new Failure("E0018");
}
