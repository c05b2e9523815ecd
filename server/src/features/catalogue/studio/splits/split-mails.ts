import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { notify, type Recipient } from "../../../../platform/mail/notify.ts";
import { hasImprint } from "../../../../platform/site/site-settings.ts";
import { readContact } from "../../../accounts/index.ts";
import { claimNotice, listApprovers, listOwnersWithAddress, type SplitSong } from "./splits.data.ts";

/** The page on which named owners decide, and see what they are owed. */
const splitsLink = ({ publicUrl }: Context) => `${publicUrl}/my/earnings?view=splits`;

const imprintLink = ({ publicUrl }: Context) => `${publicUrl}/imprint`;

/**
 * Mails the owners of a revision: the accounts that have to confirm it, and every address that the publisher entered. Each
 * address gets one mail about a revision.
 */
export async function mailOwners(
  context: Context,
  tx: Executor,
  { name: wrap, artist, publisher_id: publisherId }: SplitSong,
  revisionId: number,
): Promise<void> {
  const link = splitsLink(context);
  for (const approver of await listApprovers(tx, revisionId)) {
    const contact = await readContact(tx, approver);
    if (contact !== undefined && (await claimNotice(tx, revisionId, contact.email)))
      await notify(context, tx, "splits-proposed", contact, { wrap, artist, link });
  }
  const publisher = await readContact(tx, publisherId);
  const wayWithoutAccount = await findWayWithoutAccount(context, tx);
  for (const owner of await listOwnersWithAddress(tx, revisionId)) {
    if (owner.account_id !== null && owner.account_id === publisherId) continue;
    if (!(await claimNotice(tx, revisionId, owner.email))) continue;
    const withoutAccount = { email: owner.email, language: publisher?.language ?? "en", name: "" } as const;
    const recipient: Recipient = (await readContact(tx, owner.account_id)) ?? withoutAccount;
    const { ownership_points: ownershipPoints, royalty_points: royaltyPoints } = owner;
    const way = owner.has_account ? ({ access: "account", link } as const) : wayWithoutAccount;
    const data = { wrap, artist, ownershipPoints, royaltyPoints, ...way };
    await notify(context, tx, "splits-named", recipient, data);
  }
}

/** Returns how someone without an account gets to their statement. Only administrators invite people to sign up, so naming an owner does not. */
async function findWayWithoutAccount(context: Context, tx: Executor) {
  const settings = await context.site.readIn(tx);
  const { sign_up: access, contact } = settings;
  if (access === "open") return { access, link: splitsLink(context) };
  const link = hasImprint(settings) ? imprintLink(context) : null;
  return { access, link, contact: contact === "" ? null : contact };
}

/** Mails the publisher what became of a proposal. */
export async function mailDecision(
  context: Context,
  tx: Executor,
  { pretty_id, name: wrap, publisher_id: publisherId }: SplitSong,
  decision: { kind: "splits-confirmed" } | { kind: "splits-declined"; reason: string | null },
): Promise<void> {
  const link = `${context.publicUrl}/my/wrap/${encodeURIComponent(pretty_id)}?tab=ownership`;
  const publisher = await readContact(tx, publisherId);
  if (decision.kind === "splits-confirmed")
    await notify(context, tx, "splits-confirmed", publisher, { wrap, link });
  else await notify(context, tx, "splits-declined", publisher, { wrap, comment: decision.reason, link });
}
