import type { Context } from "../context.ts";
import type { Mail } from "./mail.ts";
import { deleteOldLetters, insertLetter } from "./outbox.data.ts";

/** Letters that the outbox keeps; older ones go. */
export const mostLetters = 500;

/** Keeps mails in the database instead of sending them, so that a preview needs no mail server and bothers nobody. */
export function outboxMail({ db, clock }: Pick<Context, "db" | "clock">): Mail {
  return {
    deliver: (letter) =>
      db.transaction().execute(async (tx) => {
        await insertLetter(tx, letter, clock.now());
        await deleteOldLetters(tx, mostLetters);
      }),
  };
}
