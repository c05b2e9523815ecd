import type { Language } from "@wrapsody/shared/api/language.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { writeOptOut } from "../../../platform/mail/opt-outs.data.ts";
import { readContact } from "../../accounts/index.ts";
import { REMINDER_TTL_MS, readReminderToken, signReminder } from "../../catalogue/index.ts";
import {
  confirmReminder,
  countUnconfirmed,
  deleteAccountReminder,
  insertAccountReminder,
  insertAddressReminder,
  lockUpcomingPhase,
  readAccountReminder,
  type UpcomingPhase,
} from "./reminders.data.ts";

/** Between two mails with the link that confirms an address, and the most of them to an address in a day, for all phases. */
const MAIL_PAUSE_MS = 15 * 60 * 1000;
const MAX_MAILS_A_DAY = 5;
const DAY_MS = 24 * 60 * 60 * 1000;
const PURPOSE = "confirm phase reminder";

type Reminder = { on: boolean };
type PhaseReference = { reference: string; phaseId: number };

/**
 * Asks for one mail when a phase opens. An account gets it at its own address; any other address has to be confirmed. The response says
 * nothing about an address.
 *
 * @throws Failure E0001 if there is no such phase or it has opened, E0007 without an address
 */
export function requestPhaseReminder(
  context: Context,
  input: PhaseReference & { accountId: string | undefined; email: string | undefined; language: Language },
): Promise<Reminder> {
  const { accountId, email, language, ...reference } = input;
  const now = context.clock.now();
  return context.db.transaction().execute(async (tx) => {
    const phase = await lockUpcomingPhase(tx, { ...reference, now });
    if (phase === undefined) throw notFound();
    const account = accountId === undefined ? undefined : await readContact(tx, accountId);
    if (account !== undefined && email === undefined) {
      await insertAccountReminder(tx, { phaseId: phase.id, accountId: account.id, language, now });
      await writeOptOut(tx, { accountId: account.id, topic: "RELEASES", on: true, now });
      return { on: true };
    }
    if (email === undefined)
      throw new Failure("E0007", { errors: [{ field: "email", message: "Required" }] });
    await requestConfirmation(context, tx, { phase, email, language, now });
    return { on: false };
  });
}

async function requestConfirmation(
  context: Context,
  tx: Executor,
  { phase, email, language, now }: { phase: UpcomingPhase; email: string; language: Language; now: Date },
): Promise<void> {
  if ((await countUnconfirmed(tx, email, new Date(now.getTime() - DAY_MS))) >= MAX_MAILS_A_DAY) return;
  const row = { phaseId: phase.id, email, language, now, pauseMs: MAIL_PAUSE_MS };
  const id = await insertAddressReminder(tx, row);
  if (id === undefined) return;
  const page = `${context.publicUrl}/experiences/${encodeURIComponent(phase.campaign.pretty_id)}`;
  await notify(
    context,
    tx,
    "phase-reminder-requested",
    { email, language, name: "" },
    {
      experience: phase.campaign.name,
      phase: phase.name,
      // Behind #, so that no log and no cache sees it.
      link: `${page}#confirm=${signReminder(context, PURPOSE, id)}`,
      lifetimeSeconds: REMINDER_TTL_MS / 1000,
    },
  );
}

/** Confirms an address. @throws Failure E0077 if the token is not valid any more */
export async function confirmPhaseReminder(context: Context, token: string): Promise<{ name: string }> {
  const id = readReminderToken(context, PURPOSE, token);
  const now = context.clock.now();
  const requestedAfter = new Date(now.getTime() - REMINDER_TTL_MS);
  const confirmed =
    id === undefined ? undefined : await confirmReminder(context.db, id, { requestedAfter, now });
  if (confirmed === undefined) throw new Failure("E0077");
  return confirmed;
}

/** @throws Failure E0001 if there is no such phase or it has opened */
export async function showPhaseReminder(
  { db, clock }: Context,
  reference: PhaseReference & { accountId: string },
): Promise<Reminder> {
  const on = await readAccountReminder(db, { ...reference, now: clock.now() });
  if (on === undefined) throw notFound();
  return { on };
}

/** A repeat does nothing. @throws Failure E0001 if there is no such phase or it has opened */
export async function cancelPhaseReminder(
  context: Context,
  reference: PhaseReference & { accountId: string },
): Promise<Reminder> {
  await deleteAccountReminder(context.db, reference.phaseId, reference.accountId);
  return showPhaseReminder(context, reference);
}
