import type { Language } from "@wrapsody/shared/language.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database.ts";
import { lifetimes } from "../mails/lifetimes.ts";
import { postMail } from "../mails/mails.ts";
import { hashToken, makeToken } from "../sessions/tokens.ts";
import { claimLink } from "../site-links.ts";
import { type Contact, lockContactByEmail } from "../users/contacts.data.ts";
import { insertClaimArtist, insertUnclaimedAccount, replaceClaim } from "./account-claims.data.ts";

/** What claims ask of the catalogue, which knows accounts and not the other way round; `features.ts` hands it in. */
export type ArtistClaimHooks = {
  /** Makes the account the owner of the artist; one that has gone away stays so. Answers whether that changed anything. */
  assignArtist(tx: Executor, given: { artistId: number; accountId: string }): Promise<boolean>;
  /** Whether there is such an artist; it is not deleted until `tx` ends. */
  holdArtist(tx: Executor, artistId: number): Promise<boolean>;
};

export type Invitation = {
  /** A valid address, as it was typed. */
  email: string;
  name: string;
  /** Of the mail, and of the account until its owner chooses. */
  language: Language;
  /** The artist that is handed over. */
  artistId?: number;
  /** Artists that are handed over besides. */
  furtherArtistIds?: readonly number[];
};

/**
 * Creates an account for somebody in the caller's transaction, and sends them the link to claim it. Asked again for an
 * account that is not claimed yet, it makes a new link, and the old one ends. Where the address belongs to an account
 * whose owner has proved it, no mail is sent and the artist is theirs at once.
 *
 * Answers the account, and what came of it.
 */
export async function createInvitedAccount(
  context: Context,
  claims: ArtistClaimHooks,
  tx: Executor,
  { artistId, furtherArtistIds = [], ...invited }: Invitation,
): Promise<{ accountId: string; outcome: "invited" | "handed over" | "unchanged" }> {
  await insertUnclaimedAccount(tx, { ...invited, now: context.clock.now() });
  const contact = await lockContactByEmail(tx, invited.email);
  if (contact === undefined) throw new Error("an account that was created is not there");
  const { id: accountId, verified } = contact;
  const artistIds = [...(artistId === undefined ? [] : [artistId]), ...furtherArtistIds];
  if (verified) {
    let isChanged = false;
    for (const one of artistIds)
      isChanged = (await claims.assignArtist(tx, { artistId: one, accountId })) || isChanged;
    return { accountId, outcome: isChanged ? "handed over" : "unchanged" };
  }
  await sendClaimLink(context, tx, contact);
  for (const one of artistIds) await insertClaimArtist(tx, accountId, one);
  return { accountId, outcome: "invited" };
}

/** Sends the owner of an account that was created for them a new link to claim it. */
export async function sendClaimLink(context: Context, tx: Executor, contact: Contact): Promise<void> {
  const { id, email, name, language } = contact;
  const code = makeToken();
  const expiresAt = new Date(context.clock.now().getTime() + lifetimes["claim-account"] * 1000);
  await replaceClaim(tx, { accountId: id, codeHash: hashToken(code), expiresAt });
  const mail = { kind: "claim-account", name, link: claimLink(context, { id, code }) } as const;
  await postMail(context, tx, { to: email, language, mail });
}
