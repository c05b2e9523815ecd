import type { BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import type { postSuspensionContest, Suspension } from "@wrapsody/shared/operations/suspensions.ts";
import type { Device } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { hashToken, listAdministratorContacts, recordEvent } from "../../accounts/index.ts";
import { storeContest } from "../restrictions/restrictions.data.ts";
import { findSuspension, lockSuspensionByCode } from "./suspensions.data.ts";

/** Returns the suspension that a mail links to. @throws Failure E0001 for an unknown code */
export async function showSuspension({ db }: Context, code: string): Promise<Suspension> {
  const suspension = await findSuspension(db, hashToken(code));
  if (suspension === undefined) throw notFound();
  return suspension;
}

type CodedContest = { code: string; body: BodyOf<typeof postSuspensionContest>; device: Device };

/**
 * Stores a suspended user's counter-notice, and notifies the administrators; a repeat does nothing.
 *
 * @throws Failure E0001 for an unknown code, E0005 if the suspension has ended or was contested otherwise
 */
export async function contestSuspension(
  context: Context,
  { code, body, device }: CodedContest,
): Promise<void> {
  const { statement, signature, address } = body;
  await context.db.transaction().execute(async (tx) => {
    const suspension = await lockSuspensionByCode(tx, hashToken(code));
    if (suspension === undefined) throw notFound();
    const { id, accountId, contested_at, ended_at } = suspension;
    if (contested_at !== null) {
      const isRepeat =
        suspension.contest_statement === statement &&
        suspension.contest_signature === signature &&
        suspension.contest_address === address;
      if (!isRepeat) throw new Failure("E0005");
      return;
    }
    if (ended_at !== null) throw new Failure("E0005");
    await storeContest(tx, id, { statement, signature, address, by: accountId, now: context.clock.now() });
    const detail = { restriction: id };
    await recordEvent(context, tx, { accountId, kind: "suspension-contested", device, detail });
    const link = `${context.publicUrl}/admin/user/${accountId}`;
    for (const administrator of await listAdministratorContacts(tx))
      await notify(context, tx, "suspension-contested", administrator, { statement, link });
  });
}
