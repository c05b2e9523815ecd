import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { notify, type Recipient } from "../../../../platform/mail/notify.ts";
import { readContact } from "../../../accounts/index.ts";
import { claimNotice, listApprovers, listOwnersWithAddress, type SplitSong } from "./splits.data.ts";

/** The page on which named owners decide, and see what they are owed. */
const splitsLink = ({ publicUrl }: Context) => `${publicUrl}/my/earnings?view=splits`;

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
  for (const owner of await listOwnersWithAddress(tx, revisionId)) {
    if (owner.account_id !== null && owner.account_id === publisherId) continue;
    if (!(await claimNotice(tx, revisionId, owner.email))) continue;
    const withoutAccount = { email: owner.email, language: publisher?.language ?? "en", name: "" } as const;
    const recipient: Recipient = (await readContact(tx, owner.account_id)) ?? withoutAccount;
    const { ownership_points: ownershipPoints, royalty_points: royaltyPoints } = owner;
    await notify(context, tx, "splits-named", recipient, {
      wrap,
      artist,
      ownershipPoints,
      royaltyPoints,
      link,
    });
  }
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
