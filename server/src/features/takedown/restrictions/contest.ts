import type { AnswerOf, BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import type { getMyRestrictions, postContest } from "@wrapsody/shared/operations/takedown.ts";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { listAdministratorContacts, readContact, recordEvent } from "../../accounts/index.ts";
import { listNoticeSenders } from "../reports/reports.data.ts";
import { findThing } from "../things.data.ts";
import { listOwners, ownPath } from "./restrict.ts";
import {
  keepRestrictionRow,
  listOwnRestrictions,
  lockOwnRestriction,
  lockRestriction,
  storeContest,
} from "./restrictions.data.ts";

/** Returns the restrictions in force of what the caller owns. */
export async function showOwnRestrictions(
  { db }: Context,
  accountId: string,
): Promise<AnswerOf<typeof getMyRestrictions>> {
  const rows = await listOwnRestrictions(db, accountId);
  const data = [];
  for (const row of rows) {
    const found = await findThing(db, row.kind, row.target);
    data.push({ ...row, title: found?.thing.title ?? "" });
  }
  return { data };
}

type OwnContest = { id: number; body: BodyOf<typeof postContest>; session: Session; device: Device };

/**
 * Stores the owner's counter-notice, and sends it to the administrators and to the senders of copyright notices; a repeat does nothing.
 *
 * @throws Failure E0001 if the restriction is not the caller's, E0005 if it has ended or was contested otherwise
 */
export async function contestRestriction(
  context: Context,
  { id, body, session, device }: OwnContest,
): Promise<void> {
  const { statement, signature, address } = body;
  await context.db.transaction().execute(async (tx) => {
    const restriction = await lockOwnRestriction(tx, session.accountId, id);
    if (restriction === undefined) throw notFound();
    if (restriction.contested_at !== null) {
      const isRepeat =
        restriction.contest_statement === statement &&
        restriction.contest_signature === signature &&
        restriction.contest_address === address;
      if (!isRepeat) throw new Failure("E0005");
      return;
    }
    if (restriction.ended_at !== null) throw new Failure("E0005");
    const by = session.accountId;
    await storeContest(tx, id, { statement, signature, address, by, now: context.clock.now() });
    await recordEvent(context, tx, {
      accountId: session.accountId,
      kind: "restriction-contested",
      device,
      detail: { restriction: id },
    });
    const title = (await findThing(tx, restriction.kind, restriction.target))?.thing.title ?? "";
    const link = `${context.publicUrl}/admin/reports?contested=true`;
    for (const administrator of await listAdministratorContacts(tx))
      await notify(context, tx, "restriction-contested", administrator, { thing: title, statement, link });
    for (const { id: report, name, email, language } of await listNoticeSenders(tx, id))
      await notify(
        context,
        tx,
        "counter-notice-sent",
        { name: name ?? "", email, language },
        { thing: title, report, statement, signature, address, link: `${context.publicUrl}/terms` },
      );
  });
}

type Keeping = { id: number; reason: string; session: Session; device: Device };

/**
 * Keeps a contested restriction and notifies its owners.
 *
 * @throws Failure E0001 if there is none, E0005 if no counter-notice awaits a decision
 */
export async function keepRestriction(
  context: Context,
  { id, reason, session, device }: Keeping,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const restriction = await lockRestriction(tx, id);
    if (restriction === undefined) throw notFound();
    const { contested_at, kept_at, ended_at } = restriction;
    if (contested_at === null || kept_at !== null || ended_at !== null) throw new Failure("E0005");
    await keepRestrictionRow(tx, id, { reason, now: context.clock.now() });
    const found = await findThing(tx, restriction.kind, restriction.target);
    const title = found?.thing.title ?? "";
    const by = session.accountId;
    await recordEvent(context, tx, {
      accountId: found?.ownerId ?? undefined,
      kind: "restriction-kept",
      device,
      detail: { restriction: id, name: title, by },
    });
    if (found === undefined) return;
    for (const owner of listOwners(found))
      await notify(context, tx, "restriction-kept", await readContact(tx, owner), {
        thing: title,
        reason,
        link: `${context.publicUrl}${ownPath(found, owner)}`,
      });
  });
}
