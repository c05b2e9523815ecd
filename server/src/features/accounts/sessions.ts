import { createHash, randomBytes } from "node:crypto";
import type { Context } from "../../platform/context.ts";
import type { FindSession, Session } from "../../platform/routing.ts";
import { deleteSession, extendSession, insertSession, readSession } from "./sessions.data.ts";

/** Milliseconds that a session lives after it was last used. */
const lifetime = 30 * 24 * 60 * 60 * 1000;
/** A session that is used all the time is written to once in so many milliseconds, not with every request. */
const extendEvery = 24 * 60 * 60 * 1000;

/** A session that a token of ours proved. What else proves a caller has no session to end. */
type TokenSession = Session & { tokenHash: Buffer };

/** Only the hash of a token is stored; a token has 256 random bits, so a plain hash cannot be searched back. */
function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Finds the living session of a bearer token, and lets it live on. */
export function findSession({ db, clock }: Context): FindSession {
  return async (token): Promise<TokenSession | undefined> => {
    const tokenHash = hashToken(token);
    const now = clock.now().getTime();
    const found = await readSession(db, tokenHash, new Date(now));
    if (found === undefined) return undefined;
    const { expiresAt, ...session } = found;
    const expires = now + lifetime;
    if (expires - Date.parse(expiresAt) > extendEvery) {
      await extendSession(db, tokenHash, new Date(expires));
    }
    return { ...session, tokenHash };
  };
}

/** Begins a session and answers its token, which is told this once. */
export async function openSession({ db, clock }: Context, accountId: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + lifetime);
  await insertSession(db, { tokenHash: hashToken(token), accountId, now, expiresAt });
  return token;
}

/** Ends the session; one that has ended stays so. */
export async function endSession({ db }: Context, session: Session | undefined): Promise<void> {
  if (session !== undefined && isTokenSession(session)) await deleteSession(db, session.tokenHash);
}

function isTokenSession(session: Session): session is TokenSession {
  return "tokenHash" in session;
}
