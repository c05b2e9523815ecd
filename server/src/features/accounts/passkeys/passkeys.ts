import {
  type getPasskeys,
  MAX_PASSKEYS,
  type Passkey,
  type postPasskeyOptions,
  type Registration,
} from "@wrapsody/shared/accounts/passkeys.ts";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { recordEvent } from "../privacy/security-events.ts";
import { requireFreshLogin } from "../sessions/sessions.ts";
import { hashToken, makeToken } from "../sessions/tokens.ts";
import { settingsLink } from "../site-links.ts";
import { lockUser, type UserRow } from "../users/users.data.ts";
import {
  type Challenge,
  deletePasskeyRow,
  hasOtherLogin,
  insertChallenge,
  insertPasskey,
  listDescriptors,
  listPasskeys,
  popChallenge,
  readOwner,
} from "./passkeys.data.ts";

type Caller = { session: Session; device: Device };

/** Time in which the authenticator has to respond to a challenge. */
const CHALLENGE_LIFETIME_MS = 5 * 60 * 1000;

/** ES256, EdDSA and RS256, by their COSE numbers: what authenticators have. */
const supportedAlgorithmIDs = [-7, -8, -257];

/** Loads the library on first use: it takes 26 MB of memory. */
export const loadWebAuthn = () => import("@simplewebauthn/server");

/** The relying party: passkeys are bound to the host of `PUBLIC_URL`, and responses to its origin. */
export function relyingParty({ publicUrl }: Pick<Context, "publicUrl">): { id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

/** Stores a challenge, so that any node can check the response. Returns the token that has to come back with it. */
export async function storeChallenge(
  { clock }: Context,
  tx: Executor,
  challenge: Pick<Challenge, "challenge" | "sessionId" | "accountId">,
): Promise<string> {
  const token = makeToken();
  const expiresAt = new Date(clock.now().getTime() + CHALLENGE_LIFETIME_MS);
  await insertChallenge(tx, { ...challenge, tokenHash: hashToken(token), expiresAt });
  return token;
}

export async function listOwn(
  { db }: Context,
  { session: { accountId } }: Pick<Caller, "session">,
): Promise<AnswerOf<typeof getPasskeys>> {
  const data = await listPasskeys(db, accountId);
  return { data, total: data.length };
}

/**
 * Starts the registration of a passkey: a discoverable one that verifies its user, because it replaces password and code.
 *
 * @throws Failure E0018 without a fresh login, E0096 if the account has its maximum
 */
export async function beginRegistration(
  context: Context,
  { session }: Pick<Caller, "session">,
): Promise<AnswerOf<typeof postPasskeyOptions>> {
  const { accountId, sessionId = null } = session;
  return context.db.transaction().execute(async (tx) => {
    const user = await lockOwner(context, tx, session);
    const known = await listDescriptors(tx, accountId);
    if (known.length >= MAX_PASSKEYS) throw new Failure("E0096");
    const { id: rpID } = relyingParty(context);
    const { generateRegistrationOptions } = await loadWebAuthn();
    const options = await generateRegistrationOptions({
      rpName: rpID,
      rpID,
      userID: new TextEncoder().encode(accountId),
      userName: user.email ?? user.name,
      userDisplayName: user.name,
      timeout: CHALLENGE_LIFETIME_MS,
      excludeCredentials: known,
      supportedAlgorithmIDs,
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const { challenge } = options;
    return {
      options: { ...options },
      session_token: await storeChallenge(context, tx, { challenge, sessionId, accountId }),
    };
  });
}

async function lockOwner(context: Context, tx: Executor, session: Session): Promise<UserRow> {
  const found = await lockUser(tx, session.accountId);
  if (found === undefined) throw new Failure("E0003");
  await requireFreshLogin(context, tx, session);
  return found.user;
}

/**
 * Registers a passkey and notifies the owner by email.
 *
 * @throws Failure E0093 for a challenge that is unknown, used, expired or of another session, and if the response does not
 * verify; E0094 if an account has the passkey, E0096 if this one has its maximum, E0018 without a fresh login
 */
export async function registerPasskey(
  context: Context,
  {
    session,
    device,
    sessionToken = "",
    name,
    response,
  }: Caller & { sessionToken: string | undefined; name: string; response: Registration },
): Promise<Passkey> {
  const { accountId, sessionId } = session;
  const { clock, db } = context;
  const open = await popChallenge(db, hashToken(sessionToken), clock.now());
  const isOwn = open !== undefined && open.accountId === accountId && open.sessionId === sessionId;
  if (!isOwn) throw new Failure("E0093");
  const credential = await verifyRegistration(context, open.challenge, response);
  return db.transaction().execute(async (tx) => {
    const user = await lockOwner(context, tx, session);
    if ((await listPasskeys(tx, accountId)).length >= MAX_PASSKEYS) throw new Failure("E0096");
    const passkey = await insertPasskey(tx, {
      accountId,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: response.response.transports ?? [],
      name,
      now: clock.now(),
    });
    if (passkey === undefined) throw new Failure("E0094");
    await recordEvent(context, tx, { accountId, kind: "passkey-added", device });
    await notify(context, tx, "passkey-added", user, { passkey: name, link: settingsLink(context) });
    return passkey;
  });
}

async function verifyRegistration(
  context: Context,
  expectedChallenge: string,
  { id, rawId, type, response: { clientDataJSON, attestationObject } }: Registration,
) {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(context);
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      id,
      rawId,
      type,
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject },
    },
    expectedChallenge,
    expectedOrigin,
    expectedRPID,
    supportedAlgorithmIDs,
    requireUserVerification: true,
  }).catch(unverified);
  if (registrationInfo === undefined) throw new Failure("E0093");
  return registrationInfo.credential;
}

/** The library throws an error for every response that does not verify. */
export function unverified(): never {
  throw new Failure("E0093");
}

/**
 * Removes a passkey and notifies the owner by email. A repeat does nothing.
 *
 * @throws Failure E0001 for a passkey of another account, E0018 without a fresh login, E0095 if it is the only way in
 */
export async function removePasskey(
  context: Context,
  { session, device, id }: Caller & { id: string },
): Promise<void> {
  const { accountId } = session;
  await context.db.transaction().execute(async (tx) => {
    const user = await lockOwner(context, tx, session);
    const passkey = await readOwner(tx, id);
    if (passkey === undefined) return;
    if (passkey.accountId !== accountId) throw notFound();
    const isLast = (await listPasskeys(tx, accountId)).length === 1;
    if (isLast && !(await hasOtherLogin(tx, accountId))) throw new Failure("E0095");
    await deletePasskeyRow(tx, id);
    await recordEvent(context, tx, { accountId, kind: "passkey-removed", device });
    await notify(context, tx, "passkey-removed", user, {
      passkey: passkey.name,
      link: settingsLink(context),
    });
  });
}
