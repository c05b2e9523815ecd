import type { Context } from "../../context.ts";
import type { Mailer } from "../mailer.ts";
import { deleteOldEmails, insertEmail } from "./outbox.data.ts";

/** Older emails are deleted. */
export const MAX_OUTBOX_EMAILS = 500;

/** Stores emails in the database instead of sending them, so that a preview needs no mail server. */
export function createOutboxMailer({ db, clock }: Pick<Context, "db" | "clock">): Mailer {
  return {
    deliver: (email) =>
      db.transaction().execute(async (tx) => {
        await insertEmail(tx, email, clock.now());
        await deleteOldEmails(tx, MAX_OUTBOX_EMAILS);
        return undefined;
      }),
  };
}
