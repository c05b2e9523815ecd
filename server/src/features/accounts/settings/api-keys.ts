import { randomBytes, timingSafeEqual } from "node:crypto";
import type { apiKeys } from "@wrapsody/shared/accounts/account-settings.ts";
import type { z } from "zod";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure } from "../../../platform/failure.ts";
import { accountPorts } from "../ports.ts";
import { recordEvent } from "../privacy/security-events.ts";
import { hashToken, makeToken } from "../sessions/tokens.ts";
import { lockUser } from "../users/users.data.ts";
import { readKeyHolder, readKeys, replaceKeys } from "./api-keys.data.ts";

type Keys = z.output<typeof apiKeys>;
type Caller = { session: Session; device: Device };

/**
 * Encryption purpose of an account's secret: a ciphertext copied to another row cannot be decrypted there.
 */
const encryptionPurpose = (accountId: string) => `api-key ${accountId}`;

/**
 * Returns the keys of the caller; nulls if there are none.
 *
 * @throws Failure E0019 without a premium plan
 */
export async function revealKeys(context: Context, { session, device }: Caller): Promise<Keys> {
  const { accountId } = session;
  return context.db.transaction().execute(async (tx) => {
    await requirePremium(context, tx, accountId);
    const stored = await readKeys(tx, accountId);
    if (stored === undefined) return { apiKeyId: null, apiKeySecret: null };
    await recordEvent(context, tx, { accountId, kind: "keys-revealed", device });
    return {
      apiKeyId: stored.keyId,
      apiKeySecret: context.encryption.decrypt(encryptionPurpose(accountId), stored.secretSealed),
    };
  });
}

/**
 * Creates new keys that replace the old ones. Concurrent calls wait for each other, so that the pair returned
 * last is the valid one.
 *
 * @throws Failure E0019 without a premium plan
 */
export async function rotateKeys(context: Context, { session, device }: Caller): Promise<Keys> {
  const { accountId } = session;
  const keyId = `wk_${randomBytes(12).toString("hex")}`;
  const secret = makeToken();
  await context.db.transaction().execute(async (tx) => {
    if ((await lockUser(tx, accountId)) === undefined) throw new Failure("E0003");
    await requirePremium(context, tx, accountId);
    await replaceKeys(tx, {
      accountId,
      keyId,
      secretHash: hashToken(secret),
      secretSealed: context.encryption.encrypt(encryptionPurpose(accountId), secret),
      now: context.clock.now(),
    });
    await recordEvent(context, tx, { accountId, kind: "keys-rotated", device });
  });
  return { apiKeyId: keyId, apiKeySecret: secret };
}

async function requirePremium({ clock }: Context, tx: Executor, accountId: string): Promise<void> {
  if (!(await accountPorts().subscriptions.isPremium(tx, accountId, clock.now()))) throw new Failure("E0019");
}

/**
 * Finds the publisher of a pair of keys, as long as their plan is premium. The secret has 256 random bits, so
 * guessing needs no throttle.
 */
export async function findSessionByKeys(
  { db, clock }: Context,
  { id, secret }: { id: string; secret: string },
): Promise<Session | undefined> {
  const holder = await readKeyHolder(db, id);
  if (holder === undefined || !timingSafeEqual(holder.secretHash, hashToken(secret))) return undefined;
  if (!(await accountPorts().subscriptions.isPremium(db, holder.accountId, clock.now()))) return undefined;
  const { secretHash: _, ...who } = holder;
  return { ...who, sessionId: undefined };
}
