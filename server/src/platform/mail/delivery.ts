import { randomUUID } from "node:crypto";
import { languages } from "@wrapsody/shared/language.ts";
import { z } from "zod";
import type { Context } from "../context.ts";
import type { Executor } from "../database/database.ts";
import { job } from "../jobs/queue.ts";
import { content } from "./content.ts";
import { renderEmail } from "./render.ts";

const purpose = "letter";

const posted = z.object({
  /** Stable across retries. */
  id: z.string(),
  to: z.string(),
  language: z.enum(languages),
  content,
  until: z.iso.datetime().optional(),
});
type Posted = z.output<typeof posted>;

export type EmailRequest = Pick<Posted, "to" | "language" | "content"> & {
  /** When the content expires; the email is not sent after it. */
  until?: Date;
};

/**
 * Sends an email if and only if the caller's transaction commits. The payload is encrypted, because emails contain links
 * and codes that grant access to accounts.
 */
export async function enqueueEmail(
  { queue, encryption }: Context,
  tx: Executor,
  { until, ...letter }: EmailRequest,
): Promise<void> {
  const payload: Posted = {
    id: randomUUID(),
    ...letter,
    ...(until === undefined ? {} : { until: until.toISOString() }),
  };
  const sealed = encryption.encrypt(purpose, JSON.stringify(payload)).toString("base64");
  await queue.enqueue(tx, sendEmailJob, { sealed });
}

/** Retries for about three days. */
export const sendEmailJob = job({
  name: "send-letter",
  payload: z.object({ sealed: z.string() }),
  tries: 21,
  async run({ encryption, clock, log, mail, publicUrl }, { sealed }) {
    const opened = encryption.decrypt(purpose, Buffer.from(sealed, "base64"));
    const { id, to, language, content: emailContent, until } = posted.parse(JSON.parse(opened));
    // An expired code is useless to its recipient.
    if (until !== undefined && clock.now().getTime() >= Date.parse(until)) {
      log.warn({ letter: id }, "email skipped: its content has expired");
      return;
    }
    await mail.deliver(await renderEmail({ id, to, language, publicUrl }, emailContent));
  },
});
