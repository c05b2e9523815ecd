import { randomUUID } from "node:crypto";
import type { Language } from "@wrapsody/shared/language.ts";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database.ts";
import { job } from "../../../platform/queue.ts";
import { composeMail } from "./compose.ts";
import { type AccountMail, type Envelope, envelope } from "./envelope.ts";
import { expires, lifetimes } from "./lifetimes.ts";

const purpose = "account-mail";

/**
 * Sends a mail if and only if the caller's transaction commits. Links and codes in it open accounts, so it waits sealed
 * in the queue.
 */
export async function postMail(
  { queue, seal, clock }: Context,
  tx: Executor,
  given: { to: string; language: Language; mail: AccountMail },
): Promise<void> {
  const posted: Envelope = { id: randomUUID(), postedAt: clock.now().toISOString(), ...given };
  const sealed = seal.close(purpose, JSON.stringify(posted)).toString("base64");
  await queue.enqueue(tx, sendAccountMailJob, { sealed });
}

/** A mail server that does not answer is asked again for about three days. */
export const sendAccountMailJob = job({
  name: "send-account-mail",
  payload: z.object({ sealed: z.string() }),
  tries: 21,
  async run(context, { sealed }) {
    const opened = context.seal.open(purpose, Buffer.from(sealed, "base64"));
    const posted = envelope.parse(JSON.parse(opened));
    if (isTooLate(posted, context.clock.now())) {
      context.log.warn({ letter: posted.id }, "a mail was not sent: what it brings has expired");
      return;
    }
    await context.mail.deliver(await composeMail(posted, context.publicUrl));
  },
});

/** A code that came after its ten minutes would only puzzle its reader. */
function isTooLate({ mail: { kind }, postedAt }: Envelope, now: Date): boolean {
  return expires(kind) && now.getTime() >= Date.parse(postedAt) + lifetimes[kind] * 1000;
}
