import type { SignedIn } from "@wrapsody/shared/accounts/accounts.ts";
import {
  type postSetup,
  type postSetupSettings,
  takenAddressMessage,
} from "@wrapsody/shared/accounts/setup.ts";
import type { AnswerOf, BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import type { Language } from "@wrapsody/shared/api/language.ts";
import { settingVariables } from "@wrapsody/shared/operations/site-settings.ts";
import type { Device } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import { startSession } from "../login/login.ts";
import { hashPassword } from "../passwords/password-hash.ts";
import { assertStrongPassword } from "../passwords/password-strength.ts";
import { recordEvent } from "../privacy/security-events.ts";
import { hashToken, makeToken } from "../sessions/tokens.ts";
import { storeFirstSettings } from "../site/site-settings.ts";
import { lifetimes, setupLink } from "../site-links.ts";
import { lockUser } from "../users/users.data.ts";
import {
  deleteExpiredSetupLinks,
  deleteSetupLinks,
  hasAdministrator,
  insertAdministrator,
  insertSetupLink,
  isSetupCodeValid,
  lockAdministrators,
} from "./administrators.data.ts";

/**
 * Creates a link to the page that creates the first administrator. Links of other nodes stay valid. Returns undefined
 * if an administrator can log in.
 */
export async function createSetupLink(context: Context): Promise<string | undefined> {
  const { db, clock } = context;
  if (await hasAdministrator(db)) return undefined;
  const now = clock.now();
  await deleteExpiredSetupLinks(db, now);
  const code = makeToken();
  const expiresAt = new Date(now.getTime() + lifetimes.setup * 1000);
  await insertSetupLink(db, { codeHash: hashToken(code), expiresAt });
  return setupLink(context, code);
}

/**
 * Returns the settings that the setup page proposes.
 *
 * @throws Failure E0020 as `setUpSite`
 */
export async function showSetupSettings(
  { db, clock, config, site }: Context,
  code: string,
): Promise<AnswerOf<typeof postSetupSettings>> {
  if ((await hasAdministrator(db)) || !(await isSetupCodeValid(db, hashToken(code), clock.now())))
    throw new Failure("E0020");
  const { name, contact, mail_sender } = await site.read();
  const { name: nameVariable, mail_sender: senderVariable } = settingVariables;
  const { lockedSettings } = config;
  return {
    site_name: name,
    contact,
    mail_sender,
    locked: {
      ...("name" in lockedSettings ? { site_name: nameVariable } : {}),
      ...("mail_sender" in lockedSettings ? { mail_sender: senderVariable } : {}),
    },
  };
}

type SetUp = { body: BodyOf<typeof postSetup>; device: Device; language: Language };

/**
 * Creates the first administrator, stores the first settings, and logs the administrator in. Ends all setup links.
 *
 * @throws Failure E0020 for a wrong, used or expired code, and once an administrator can log in; E0007 on `email` for
 *   an address that has an account, on `password` for a common one
 */
export async function setUpSite(context: Context, { body, device, language }: SetUp): Promise<SignedIn> {
  const { db, clock } = context;
  const { email, name, password, site_name: siteName, contact, mail_sender: mailSender } = body;
  const codeHash = hashToken(body.code);
  // Before the hash, which is expensive.
  if (!(await isSetupCodeValid(db, codeHash, clock.now()))) throw new Failure("E0020");
  await assertStrongPassword("password", password, [email, name]);
  const passwordHash = await hashPassword(password);
  const signedIn = await db.transaction().execute(async (tx) => {
    const now = clock.now();
    await lockAdministrators(tx);
    if ((await hasAdministrator(tx)) || !(await isSetupCodeValid(tx, codeHash, now)))
      throw new Failure("E0020");
    const accountId = await insertAdministrator(tx, { email, name, passwordHash, language, now });
    if (accountId === undefined)
      throw new Failure("E0007", { errors: [{ field: "email", message: takenAddressMessage }] });
    await deleteSetupLinks(tx);
    await recordEvent(context, tx, { accountId, kind: "administrator-created", device });
    const settings = { name: siteName, contact, mail_sender: mailSender };
    await storeFirstSettings(context, tx, { accountId, device }, settings);
    const user = await lockUser(tx, accountId);
    if (user === undefined) throw new Error("created account not found");
    return startSession(context, tx, { user: user.user, device, session: undefined, by: "password" });
  });
  context.site.invalidate();
  return signedIn;
}
