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
  /** Of the letter; the same however often it is sent. */
  id: z.string(),
  to: z.string(),
  language: z.enum(languages),
  content,
  until: z.iso.datetime().optional(),
});
type Posted = z.output<typeof posted>;

export type EmailRequest = Pick<Posted, "to" | "language" | "content"> & {
  /** When what the letter brings has expired: it is not sent after that. */
  until?: Date;
};

/**
 * Sends a letter if and only if the caller's transaction commits. Letters may hold links and codes that open accounts,
 * so they wait sealed in the queue.
 */
export async function enqueueEmail(
  { queue, encryption }: Context,
  tx: Executor,
  { until, ...letter }: EmailRequest,
): Promise<void> {
  const kept: Posted = {
    id: randomUUID(),
    ...letter,
    ...(until === undefined ? {} : { until: until.toISOString() }),
  };
  const sealed = encryption.encrypt(purpose, JSON.stringify(kept)).toString("base64");
  await queue.enqueue(tx, sendEmailJob, { sealed });
}

/** A mail server that does not answer is asked again for about three days. */
export const sendEmailJob = job({
  name: "send-letter",
  payload: z.object({ sealed: z.string() }),
  tries: 21,
  async run({ encryption, clock, log, mail, publicUrl }, { sealed }) {
    const opened = encryption.decrypt(purpose, Buffer.from(sealed, "base64"));
    const { id, to, language, content: told, until } = posted.parse(JSON.parse(opened));
    // A code that came after its ten minutes would only puzzle its reader.
    if (until !== undefined && clock.now().getTime() >= Date.parse(until)) {
      log.warn({ letter: id }, "email skipped: its content has expired");
      return;
    }
    await mail.deliver(await renderEmail({ id, to, language, publicUrl }, told));
  },
});
