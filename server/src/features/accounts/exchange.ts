import type { SignedIn } from "@wrapsody/shared/accounts.ts";
import type { Context } from "../../platform/context.ts";
import { Failure } from "../../platform/failure.ts";
import type { Device, Session } from "../../platform/routing.ts";
import { deleteExchange, insertExchange, readExchange } from "./exchange.data.ts";
import type { Plans } from "./plans.ts";
import { recordEvent } from "./security-events.ts";
import { openSession } from "./sessions.ts";
import { hashToken, makeToken } from "./tokens.ts";
import { lockUser } from "./users.data.ts";
import { presentUser } from "./users.ts";

/** Milliseconds between leaving for the companion app and arriving there. */
const codeLifetime = 60 * 1000;

/** A one-time code that dies with the session it was made by. @throws Failure E0003 when that has just ended */
export async function handOver({ db, clock }: Context, { sessionId }: Session): Promise<{ token: string }> {
  const token = makeToken();
  const expiresAt = new Date(clock.now().getTime() + codeLifetime);
  const made =
    sessionId !== undefined &&
    (await insertExchange(db, { codeHash: hashToken(token), sessionId, expiresAt }));
  if (!made) throw new Failure("E0003");
  return { token };
}

/**
 * Begins the companion app's own session with the code that it was handed. It rests on the log-in of the session that
 * handed it over, and ends apart from it.
 *
 * @throws Failure E0020 for a code that is unknown, was used, or whose time or session is over
 */
export async function takeOver(
  context: Context,
  plans: Plans,
  { token, device }: { token: string; device: Device },
): Promise<SignedIn> {
  const codeHash = hashToken(token);
  const handed = await readExchange(context.db, codeHash, context.clock.now());
  if (handed === undefined) throw new Failure("E0020");
  const { accountId } = handed;
  return context.db.transaction().execute(async (tx) => {
    const found = await lockUser(tx, accountId);
    if (!(await deleteExchange(tx, codeHash))) throw new Failure("E0020");
    const authenticatedAt = new Date(handed.authenticatedAt);
    const opened = await openSession(context, tx, {
      accountId,
      device,
      authenticatedAt,
      handedTo: "companion",
    });
    await recordEvent(context, tx, { accountId, kind: "handed-over", device });
    return { token: opened, user: await presentUser(context, tx, plans, found?.user) };
  });
}
