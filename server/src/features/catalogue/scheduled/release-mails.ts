import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { readContact } from "../../accounts/index.ts";
import { REMINDER_TTL_MS } from "./reminder-links.ts";
import {
  deleteStaleReminders,
  deleteUnneededReminders,
  hasReminders,
  type ReleaseMail,
  takeReminders,
} from "./reminders.data.ts";

/** Mails per transaction. */
const BATCH_SIZE = 100;
/** How long reminders of a wrap without a date wait for another one. */
const UNSCHEDULED_TTL_MS = 90 * 24 * 60 * 60 * 1000;

/** Enqueues the mails of a wrap that has just been listed, in the transaction that lists it. */
export async function requestReleaseMails(
  { queue }: Pick<Context, "queue">,
  tx: Executor,
  songId: number,
): Promise<void> {
  if (await hasReminders(tx, songId)) await queue.enqueue(tx, sendReleaseMailsJob, { songId });
}

/** Sends one mail to everyone who asked for it. Each transaction deletes the reminders whose mails it enqueues, so a repeat sends none twice. */
export const sendReleaseMailsJob = job({
  name: "send-release-mails",
  payload: z.object({ songId: z.number().int() }),
  tries: 25,
  async run(context, { songId }) {
    await deleteUnneededReminders(context.db, songId);
    while ((await sendBatch(context, songId)) > 0);
  },
});

function sendBatch(context: Context, songId: number): Promise<number> {
  return context.db.transaction().execute(async (tx) => {
    const reminders = await takeReminders(tx, songId, BATCH_SIZE);
    for (const reminder of reminders) {
      const { song } = reminder;
      const link = `${context.publicUrl}/wrap/${encodeURIComponent(song.pretty_id)}`;
      const recipient = await readRecipient(tx, reminder);
      await notify(context, tx, "wrap-released", recipient, { wrap: song.name, artist: song.artist, link });
    }
    return reminders.length;
  });
}

async function readRecipient(tx: Executor, { account_id, email, language }: ReleaseMail) {
  return account_id === null ? { email, language, name: "" } : readContact(tx, account_id);
}

export const deleteStaleRemindersJob = job({
  name: "delete-stale-reminders",
  payload: z.object({}),
  tries: 3,
  cron: "23 3 * * *",
  async run({ db, clock }) {
    const now = clock.now().getTime();
    await deleteStaleReminders(db, {
      unconfirmedBefore: new Date(now - REMINDER_TTL_MS),
      unscheduledBefore: new Date(now - UNSCHEDULED_TTL_MS),
    });
  },
});
