import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { readContact } from "../../accounts/index.ts";
import { REMINDER_TTL_MS } from "../../catalogue/index.ts";
import {
  deleteStaleLists,
  deleteStaleReminders,
  deleteUnneededReminders,
  listOpenedPhases,
  type OpenedPhase,
  type PhaseMail,
  takeReminders,
} from "./reminders.data.ts";

/** Mails per transaction. */
const BATCH_SIZE = 100;
/** How long reminders of a phase wait after its start, for example while its experience is not active. */
const UNOPENED_TTL_MS = 30 * 24 * 60 * 60 * 1000;
/** How long the lists of phases stay after their experience was completed. */
const LIST_TTL_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Sends one mail to everyone who asked for it, about each phase that has opened. Each transaction deletes the reminders whose mails it
 * enqueues, so a repeat sends none twice.
 */
export const sendOpeningMailsJob = job({
  name: "send-opening-mails",
  payload: z.object({}),
  tries: 3,
  cron: "* * * * *",
  async run(context) {
    for (const phase of await listOpenedPhases(context.db, context.clock.now())) {
      await deleteUnneededReminders(context.db, phase.id);
      while ((await sendBatch(context, phase)) > 0);
    }
  },
});

function sendBatch(context: Context, phase: OpenedPhase): Promise<number> {
  return context.db.transaction().execute(async (tx) => {
    const now = context.clock.now();
    const reminders = await takeReminders(tx, { phaseId: phase.id, limit: BATCH_SIZE, now });
    const link = `${context.publicUrl}/experiences/${encodeURIComponent(phase.pretty_id)}`;
    for (const reminder of reminders) {
      const recipient = await readRecipient(tx, reminder);
      await notify(context, tx, "phase-opened", recipient, {
        experience: phase.campaign,
        phase: phase.name,
        link,
      });
    }
    return reminders.length;
  });
}

async function readRecipient(tx: Executor, { account_id, email, language }: PhaseMail) {
  return account_id === null ? { email, language, name: "" } : readContact(tx, account_id);
}

export const deleteStalePhaseRemindersJob = job({
  name: "delete-stale-phase-reminders",
  payload: z.object({}),
  tries: 3,
  cron: "27 3 * * *",
  async run({ db, clock }) {
    const now = clock.now().getTime();
    await deleteStaleReminders(db, {
      unconfirmedBefore: new Date(now - REMINDER_TTL_MS),
      openedBefore: new Date(now - UNOPENED_TTL_MS),
    });
    await deleteStaleLists(db, new Date(now - LIST_TTL_MS));
  },
});
