import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database.ts";
import { Failure } from "../../../platform/failure.ts";
import { networkOf } from "../../../platform/network.ts";
import type { Device, Session } from "../../../platform/routing.ts";
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
/** Milliseconds that a session lives after it was last used. */
const IDLE_LIFETIME_MS = 30 * DAY_MS;
/** Milliseconds from when the person proved who they are to when they have to again, however much it is used. */
const MAX_LIFETIME_MS = 180 * DAY_MS;
/** A session that is used all the time is written to once in so many milliseconds, not with every request. */
const TOUCH_INTERVAL_MS = 15 * MINUTE_MS;
/** Milliseconds for which a log-in counts as fresh: what weakens an account asks for one. */
const FRESH_LOGIN_MS = 10 * MINUTE_MS;

/** Finds the living session of a bearer token, and lets it live on. */
export async function findSessionByToken(
  { db, clock }: Context,
  token: string,
  address: string,
): Promise<Session | undefined> {
  const now = clock.now();
  const found = await readSession(db, hashToken(token), now);
  if (found === undefined) return undefined;
  const { authenticatedAt, lastUsedAt, ...session } = found;
  if (now.getTime() - Date.parse(lastUsedAt) > TOUCH_INTERVAL_MS) {
    const expiresAt = sessionExpiry(Date.parse(authenticatedAt), now);
    await touchSession(db, session.sessionId, { now, expiresAt, network: networkOf(address) });
  }
  return session;
}

function sessionExpiry(authenticated: number, now: Date): Date {
  return new Date(Math.min(now.getTime() + IDLE_LIFETIME_MS, authenticated + MAX_LIFETIME_MS));
}

/**
 * Begins a session in the caller's transaction and answers its token, which is told this once. `authenticatedAt` and
 * `handedTo` are for a session that rests on another one.
 */
export async function createSession(
  { clock }: Context,
  tx: Executor,
  given: { accountId: string; device: Device; authenticatedAt?: Date; handedTo?: string },
): Promise<string> {
  const token = makeToken();
  const now = clock.now();
  const { accountId, device, authenticatedAt = now, handedTo = null } = given;
  await insertSession(tx, {
    tokenHash: hashToken(token),
    accountId,
    now,
    authenticatedAt,
    device: handedTo,
    expiresAt: sessionExpiry(authenticatedAt.getTime(), now),
    userAgent: device.userAgent,
    fingerprint: device.fingerprint,
    network: networkOf(device.address),
  });
  return token;
}

/** Ends the session; one that has ended stays so. */
export async function logOut(context: Context, session: Session | undefined, device: Device): Promise<void> {
  if (session?.sessionId === undefined) return;
  const { accountId, sessionId } = session;
  await context.db.transaction().execute(async (tx) => {
    const ended = await deleteSession(tx, accountId, sessionId);
    if (ended > 0) await recordEvent(context, tx, { accountId, kind: "logged-out", device });
  });
}

/**
 * Whoever found an open browser is not enough, and neither is what a session was handed to.
 *
 * @throws Failure E0018 unless the session began with a log-in a moment ago
 */
export async function requireFreshLogin({ clock }: Context, tx: Executor, session: Session): Promise<void> {
  const at = session.sessionId === undefined ? undefined : await readAuthenticatedAt(tx, session.sessionId);
  if (at === undefined || clock.now().getTime() - Date.parse(at) > FRESH_LOGIN_MS) throw new Failure("E0018");
}
