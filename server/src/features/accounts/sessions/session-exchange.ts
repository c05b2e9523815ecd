import type { SignedIn } from "@wrapsody/shared/accounts/accounts.ts";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import { recordEvent } from "../privacy/security-events.ts";
import { lockUser } from "../users/users.data.ts";
import { toUser } from "../users/users.ts";
import { deleteExchange, insertExchange, readExchange } from "./session-exchange.data.ts";
import { createSession } from "./sessions.ts";
import { hashToken, makeToken } from "./tokens.ts";

/** An exchange code expires after this: the companion app redeems it immediately. */
const EXCHANGE_CODE_LIFETIME_MS = 60 * 1000;

/**
 * Issues a one-time code that is valid as long as the session that issued it.
 *
 * @throws Failure E0003 if that session has just ended
 */
export async function issueExchangeCode(
  { db, clock }: Context,
  { sessionId }: Session,
): Promise<{ token: string }> {
  const token = makeToken();
  const expiresAt = new Date(clock.now().getTime() + EXCHANGE_CODE_LIFETIME_MS);
  const isInserted =
    sessionId !== undefined &&
    (await insertExchange(db, { codeHash: hashToken(token), sessionId, expiresAt }));
  if (!isInserted) throw new Failure("E0003");
  return { token };
}

/**
 * Starts the companion app's own session with an exchange code. The session keeps the login time of the
 * issuing session and ends independently of it.
 *
 * @throws Failure E0020 for a code that is unknown, used or expired, or whose session has ended
 */
export async function redeemExchangeCode(
  context: Context,
  { token, device }: { token: string; device: Device },
): Promise<SignedIn> {
  const codeHash = hashToken(token);
  const issuer = await readExchange(context.db, codeHash, context.clock.now());
  if (issuer === undefined) throw new Failure("E0020");
  const { accountId } = issuer;
  return context.db.transaction().execute(async (tx) => {
    const row = await lockUser(tx, accountId);
    if (!(await deleteExchange(tx, codeHash))) throw new Failure("E0020");
    const authenticatedAt = new Date(issuer.authenticatedAt);
    const sessionToken = await createSession(context, tx, {
      accountId,
      device,
      authenticatedAt,
      handedTo: "companion",
    });
    await recordEvent(context, tx, { accountId, kind: "handed-over", device });
    return { token: sessionToken, user: await toUser(context, tx, row?.user) };
  });
}
