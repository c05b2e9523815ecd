import type { Language } from "@wrapsody/shared/api/language.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { accountPorts } from "../ports.ts";
import { hashToken, makeToken } from "../sessions/tokens.ts";
import { claimLink, lifetimes } from "../site-links.ts";
import { type Contact, lockContactByEmail } from "../users/users.data.ts";
import { insertClaimArtist, insertUnclaimedAccount, replaceClaim } from "./account-claims.data.ts";

type Invitation = {
  /** A valid email address, as typed. */
  email: string;
  name: string;
  /** Language of the mail, and of the account until its owner chooses one. */
  language: Language;
  /** The artist to assign. */
  artistId?: number;
  /** Further artists to assign. */
  furtherArtistIds?: readonly number[];
};

/**
 * Creates an account in the caller's transaction and sends its owner the link to claim it. Repeated for an
 * unclaimed account, it sends a new link that replaces the old one. If the address belongs to a confirmed
 * account, no mail is sent and the artists are assigned immediately.
 * Returns the account and the outcome.
 */
export async function createInvitedAccount(
  context: Context,
  tx: Executor,
  { artistId, furtherArtistIds = [], ...invited }: Invitation,
): Promise<{ accountId: string; outcome: "invited" | "handed over" | "unchanged" }> {
  await insertUnclaimedAccount(tx, { ...invited, now: context.clock.now() });
  const contact = await lockContactByEmail(tx, invited.email);
  if (contact === undefined) throw new Error("created account not found");
  const { id: accountId, verified } = contact;
  const artistIds = [...(artistId === undefined ? [] : [artistId]), ...furtherArtistIds];
  if (verified) {
    let isChanged = false;
    for (const id of artistIds)
      isChanged = (await accountPorts().catalogue.assignArtist(tx, { artistId: id, accountId })) || isChanged;
    return { accountId, outcome: isChanged ? "handed over" : "unchanged" };
  }
  await sendClaimLink(context, tx, contact);
  for (const id of artistIds) await insertClaimArtist(tx, accountId, id);
  return { accountId, outcome: "invited" };
}

/** Sends the owner of an unclaimed account a new claim link. */
export async function sendClaimLink(context: Context, tx: Executor, contact: Contact): Promise<void> {
  const { id } = contact;
  const code = makeToken();
  const lifetimeSeconds = lifetimes["claim-account"];
  const expiresAt = new Date(context.clock.now().getTime() + lifetimeSeconds * 1000);
  await replaceClaim(tx, { accountId: id, codeHash: hashToken(code), expiresAt });
  const link = claimLink(context, { id, code });
  await notify(context, tx, "claim-account", contact, { link, lifetimeSeconds });
}
