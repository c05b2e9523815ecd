import type { codeRequired, SignedIn } from "@wrapsody/shared/accounts/accounts.ts";
import { type SocialNetwork, streamingServiceNames } from "@wrapsody/shared/accounts/social-login.ts";
import type { Language } from "@wrapsody/shared/api/language.ts";
import type { z } from "zod";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { startSessionOrSendCode } from "../login/login.ts";
import { recordEvent } from "../privacy/security-events.ts";
import { assertSocialSignUpAllowed } from "../sign-up/sign-up-invitations.ts";
import { settingsLink } from "../site-links.ts";
import { lockUser, type UserRow } from "../users/users.data.ts";
import type { Identity } from "./identity.ts";
import {
  insertAccount,
  lockIdentity,
  readLinkedAccount,
  readVerifiedAccount,
  upsertLink,
} from "./social-sign-in.data.ts";

/** A sign-in whose identity the service has verified. */
export type SocialSignIn = {
  network: SocialNetwork;
  identity: Identity;
  /** Language of a new account. */
  language: Language;
  device: Device;
  /** The session of the call; the new one replaces it. */
  session: Session | undefined;
};

/**
 * Starts a session for the account linked to an identity, creating the account if needed; or sends a login
 * code first if the account has codes enabled.
 *
 * @throws Failure E0010 if too many codes were sent, E0060 or E0061 if only a new account could be used and this site
 *   gives none
 */
export async function signInWithIdentity(
  context: Context,
  arrival: SocialSignIn,
): Promise<SignedIn | z.output<typeof codeRequired>> {
  return context.db.transaction().execute(async (tx) => {
    const user = await findOrCreateUser(context, tx, arrival);
    const { device, session } = arrival;
    return startSessionOrSendCode(context, tx, { user, device, session, by: "network" });
  });
}

/**
 * Returns the account linked to the identity; else the one that has confirmed the address that the service
 * vouches for; else a new one. An unverified address neither joins an account nor is stored as one.
 */
async function findOrCreateUser(context: Context, tx: Executor, arrival: SocialSignIn): Promise<UserRow> {
  const { network, identity, device } = arrival;
  const person = { network, subject: identity.subject };
  const link = ({ id: accountId }: UserRow) =>
    upsertLink(tx, { ...person, accountId, email: identity.email, now: context.clock.now() });
  await lockIdentity(tx, person);
  const linked = await lockAccount(tx, await readLinkedAccount(tx, person));
  if (linked !== undefined) {
    await link(linked);
    return linked;
  }
  const { user, kind } = await linkOrCreateAccount(context, tx, arrival);
  await link(user);
  if (kind === "network-linked") await notifyOwner(context, tx, { user, network });
  await recordEvent(context, tx, { accountId: user.id, kind, device, detail: { service: network } });
  return user;
}

/** Notifies the owner that a further login method was added to the account. */
async function notifyOwner(
  context: Context,
  tx: Executor,
  { user, network }: { user: UserRow; network: SocialNetwork },
): Promise<void> {
  const service = serviceName(context, network);
  await notify(context, tx, "network-linked", user, { service, link: settingsLink(context) });
}

function serviceName({ config: { social } }: Context, network: SocialNetwork): string {
  if (network === "OIDC") return social.oidc?.name ?? "OpenID Connect";
  return network === "SANDBOX" ? "Sandbox Streaming" : streamingServiceNames[network];
}

type LinkedUser = { user: UserRow; kind: "network-linked" | "signed-up" };

/** @throws Failure E0060 or E0061 if the identity may not get a new account */
async function linkOrCreateAccount(
  context: Context,
  tx: Executor,
  arrival: SocialSignIn,
): Promise<LinkedUser> {
  const { identity, language } = arrival;
  const name = identity.name === "" ? DEFAULT_NAMES[language] : identity.name;
  const createAccount = async (email: string | null) => {
    const now = context.clock.now();
    const created = await lockAccount(tx, await insertAccount(tx, { email, name, language, now }));
    if (created !== undefined) await assertSocialSignUpAllowed(context, tx, email);
    return created;
  };
  if (identity.email !== null && identity.emailVerified) {
    // Inserts before looking up: of two concurrent sign-ins with one address the second joins the first.
    const created = await createAccount(identity.email);
    if (created !== undefined) return { user: created, kind: "signed-up" };
    const joined = await lockAccount(tx, await readVerifiedAccount(tx, identity.email));
    if (joined !== undefined) return { user: joined, kind: "network-linked" };
  }
  const user = await createAccount(null);
  if (user === undefined) throw new Error("account without an address was not inserted");
  return { user, kind: "signed-up" };
}

async function lockAccount(tx: Executor, id: string | undefined): Promise<UserRow | undefined> {
  return id === undefined ? undefined : (await lockUser(tx, id))?.user;
}

/** Name of an account whose service provides no usable name. */
const DEFAULT_NAMES = { en: "Listener", es: "Oyente" } satisfies Record<Language, string>;
