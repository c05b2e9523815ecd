import type { SignedIn } from "@wrapsody/shared/accounts/accounts.ts";
import type { Assertion, postAuthPasskeyOptions } from "@wrapsody/shared/accounts/passkeys.ts";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import { startSession } from "../login/login.ts";
import { findChallengeAccount } from "../login/mfa.ts";
import { recordEvent } from "../privacy/security-events.ts";
import { hashToken } from "../sessions/tokens.ts";
import { lockUser } from "../users/users.data.ts";
import {
  findPasskey,
  listDescriptors,
  popChallenge,
  recordUse,
  type StoredPasskey,
} from "./passkeys.data.ts";
import { loadWebAuthn, relyingParty, storeChallenge, unverified } from "./passkeys.ts";

/**
 * Starts a login with a passkey. Without a token, any passkey may respond and the browser offers those it has, so the response tells
 * nothing about accounts. With the token of a login that waits for its code, a passkey of that account replaces the code.
 *
 * @throws Failure E0015 for a token that is unknown, used or expired
 */
export async function beginPasskeyLogin(
  context: Context,
  { sessionToken }: { sessionToken: string | undefined },
): Promise<AnswerOf<typeof postAuthPasskeyOptions>> {
  const { db } = context;
  const accountId = sessionToken === undefined ? null : await findChallengeAccount(context, sessionToken);
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(context).id,
    userVerification: "required",
    ...(accountId === null ? {} : { allowCredentials: await listDescriptors(db, accountId) }),
  });
  const { challenge } = options;
  return {
    options: { ...options },
    session_token: await storeChallenge(context, db, { challenge, sessionId: null, accountId }),
  };
}

type PasskeyLogin = {
  sessionToken: string | undefined;
  response: Assertion;
  device: Device;
  /** The caller's previous session; the new one replaces it. */
  session: Session | undefined;
};

/**
 * Completes a login with a passkey. It has verified its user, so no code follows.
 *
 * @throws Failure E0093 for a challenge that is unknown, used, expired or for something else, for unknown passkeys, and if the
 * response does not verify; E0082 if the account is suspended
 */
export async function logInWithPasskey(
  context: Context,
  { sessionToken = "", response, device, session }: PasskeyLogin,
): Promise<SignedIn> {
  const { db, clock } = context;
  const open = await popChallenge(db, hashToken(sessionToken), clock.now());
  if (open === undefined || open.sessionId !== null) throw new Failure("E0093");
  const passkey = await findPasskey(db, response.id);
  if (passkey === undefined || !isAllowed(passkey, open.accountId, response)) throw new Failure("E0093");
  const counter = await verifyAssertion(context, { challenge: open.challenge, passkey, response }).catch(
    async (error: unknown) => {
      const { accountId } = passkey;
      await recordEvent(context, db, { accountId, kind: "login-failed", device, detail: { by: "passkey" } });
      throw error;
    },
  );
  return db.transaction().execute(async (tx) => {
    const found = await lockUser(tx, passkey.accountId);
    const isUsed = await recordUse(tx, { id: passkey.id, counter, now: clock.now() });
    if (found === undefined || !isUsed) throw new Failure("E0093");
    return startSession(context, tx, { user: found.user, device, session, by: "passkey" });
  });
}

/** Whether the login may be completed with this passkey, and the authenticator names its account. */
function isAllowed(
  passkey: StoredPasskey,
  accountId: string | null,
  { response: { userHandle } }: Assertion,
): boolean {
  if (accountId !== null && accountId !== passkey.accountId) return false;
  return userHandle === undefined || Buffer.from(userHandle, "base64url").toString() === passkey.accountId;
}

/** Verifies signature, challenge, origin, relying party, user verification and counter. Returns the new counter. */
async function verifyAssertion(
  context: Context,
  {
    challenge,
    passkey,
    response: assertion,
  }: { challenge: string; passkey: StoredPasskey; response: Assertion },
): Promise<number> {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(context);
  const { id, rawId, type, response } = assertion;
  const { clientDataJSON, authenticatorData, signature } = response;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id,
      rawId,
      type,
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID,
    credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
    requireUserVerification: true,
  }).catch(unverified);
  if (!verified) throw new Failure("E0093");
  return authenticationInfo.newCounter;
}
