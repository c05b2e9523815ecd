import { randomUUID } from "node:crypto";
import { languages } from "@wrapsody/shared/language.ts";
import { z } from "zod";
import type { Context } from "../context.ts";
import type { Executor } from "../database.ts";
import { job } from "../queue.ts";
import { content } from "./content.ts";
import { writeLetter } from "./write.ts";

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

export type Posting = Pick<Posted, "to" | "language" | "content"> & {
  /** When what the letter brings has expired: it is not sent after that. */
  until?: Date;
};

/**
 * Sends a letter if and only if the caller's transaction commits. Letters may hold links and codes that open accounts,
 * so they wait sealed in the queue.
 */
export async function postLetter(
  { queue, seal }: Context,
  tx: Executor,
  { until, ...letter }: Posting,
): Promise<void> {
  const kept: Posted = {
    id: randomUUID(),
    ...letter,
    ...(until === undefined ? {} : { until: until.toISOString() }),
  };
  const sealed = seal.close(purpose, JSON.stringify(kept)).toString("base64");
  await queue.enqueue(tx, sendLetterJob, { sealed });
}

/** A mail server that does not answer is asked again for about three days. */
export const sendLetterJob = job({
  name: "send-letter",
  payload: z.object({ sealed: z.string() }),
  tries: 21,
  async run({ seal, clock, log, mail, publicUrl }, { sealed }) {
    const opened = seal.open(purpose, Buffer.from(sealed, "base64"));
    const { id, to, language, content: told, until } = posted.parse(JSON.parse(opened));
    // A code that came after its ten minutes would only puzzle its reader.
    if (until !== undefined && clock.now().getTime() >= Date.parse(until)) {
      log.warn({ letter: id }, "a mail was not sent: what it brings has expired");
      return;
    }
    await mail.deliver(await writeLetter({ id, to, language, publicUrl }, told));
  },
});
