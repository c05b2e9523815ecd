import type { Language } from "@wrapsody/shared/language.ts";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database.ts";
import { insertClaimArtist, insertUnclaimedAccount, replaceClaim } from "./claims.data.ts";
import { type Contact, lockContactByEmail } from "./contacts.data.ts";
import { claimLink } from "./links.ts";
import { lifetimes } from "./mails/lifetimes.ts";
import { postMail } from "./mails/mails.ts";
import { hashToken, makeToken } from "./tokens.ts";

/** What claims ask of the catalogue, which knows accounts and not the other way round; `features.ts` hands it in. */
export type Claims = {
  /** Makes the account the owner of the artist; one that has gone away stays so. */
  assignArtist(tx: Executor, given: { artistId: number; accountId: string }): Promise<void>;
};

export type Invitation = {
  /** A valid address, as it was typed. */
  email: string;
  name: string;
  /** Of the mail, and of the account until its owner chooses. */
  language: Language;
  /** The artist that is handed over. */
  artistId?: number;
};

/**
 * Creates an account for somebody in the caller's transaction, and sends them the link to claim it. Asked again for an
 * account that is not claimed yet, it makes a new link, and the old one ends. Where the address belongs to an account
 * whose owner has proved it, no mail is sent and the artist is theirs at once.
 *
 * Answers the id of the account.
 */
export async function createAccountFor(
  context: Context,
  claims: Claims,
  tx: Executor,
  { artistId, ...invited }: Invitation,
): Promise<string> {
  await insertUnclaimedAccount(tx, { ...invited, now: context.clock.now() });
  const contact = await lockContactByEmail(tx, invited.email);
  if (contact === undefined) throw new Error("an account that was created is not there");
  const { id: accountId, verified } = contact;
  if (verified && artistId !== undefined) await claims.assignArtist(tx, { artistId, accountId });
  if (verified) return accountId;
  await invite(context, tx, contact);
  if (artistId !== undefined) await insertClaimArtist(tx, accountId, artistId);
  return accountId;
}

/** Sends the owner of an account that was created for them a new link to claim it. */
export async function invite(context: Context, tx: Executor, contact: Contact): Promise<void> {
  const { id, email, name, language } = contact;
  const code = makeToken();
  const expiresAt = new Date(context.clock.now().getTime() + lifetimes["claim-account"] * 1000);
  await replaceClaim(tx, { accountId: id, codeHash: hashToken(code), expiresAt });
  const mail = { kind: "claim-account", name, link: claimLink(context, { id, code }) } as const;
  await postMail(context, tx, { to: email, language, mail });
}
