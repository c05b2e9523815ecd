import { randomUUID } from "node:crypto";
import type { MailTopic } from "@wrapsody/shared/accounts/mail-topics.ts";
import { type Language, languages } from "@wrapsody/shared/api/language.ts";
import { z } from "zod";
import { parseSender } from "../config/config.ts";
import type { Context } from "../context.ts";
import type { Executor } from "../database/database.ts";
import { type JobPriority, job } from "../jobs/queue.ts";
import { composeMail } from "./compose.ts";
import { content } from "./content.ts";
import type { MailData, MailKind } from "./mail-data.ts";
import type { Rejection } from "./mailer.ts";
import { listOptOuts } from "./opt-outs.data.ts";
import { renderEmail } from "./render.ts";
import { insertSuppression, isSuppressed } from "./suppressed-addresses.data.ts";
import { isSentToSuppressed } from "./suppression.ts";
import { type Subscription, topicOf, unsubscribeUrl } from "./unsubscribe.ts";

const ENCRYPTION_PURPOSE = "letter";

/** Payload of the job, also of jobs that an older version queued. */
const emailPayload = z.object({
  /** Stable across retries. */
  id: z.string(),
  to: z.string(),
  language: z.enum(languages),
  content,
  /** Turns such mails off. */
  unsubscribeUrl: z.string().optional(),
  /** Not sent to a suppressed address. */
  suppressible: z.boolean().optional(),
  until: z.iso.datetime().optional(),
});
type EmailPayload = z.output<typeof emailPayload>;

/** An account with its `id`, or a person who is about to get one. The mail is in `language`. */
export type Recipient = { id?: string; email: string | null; language: Language; name: string };

export type NotifyOptions = {
  /** The first part of the Message-ID; without it, a random one. */
  id?: string;
  /** By default `urgent` for mails that expire, `normal` for others. */
  priority?: JobPriority;
};

/**
 * Sends a mail if and only if the caller's transaction commits; the only way to send one. Does nothing without an
 * address, if the account is gone (undefined), and if it turned off mails of this topic. The payload is encrypted, because mails contain links and codes that
 * grant access to accounts.
 */
export async function notify<Kind extends MailKind>(
  context: Context,
  tx: Executor,
  kind: Kind,
  recipient: Recipient | undefined,
  data: MailData[Kind],
  options: NotifyOptions = {},
): Promise<void> {
  if (recipient === undefined || recipient.email === null) return;
  const { queue, encryption, clock } = context;
  const { email: to, language, id: accountId } = recipient;
  const topic = topicOf(kind);
  if (topic !== undefined && accountId !== undefined && (await listOptOuts(tx, accountId)).includes(topic))
    return;
  const subscription = toSubscription(topic, { accountId, address: to });
  // Within the transaction: a caller that waited for another connection could exhaust the pool.
  const { name: site } = await context.site.readIn(tx);
  const mail = composeFor(context, kind, { ...recipient, site }, data);
  const { id = randomUUID() } = options;
  const payload: EmailPayload = { id, to, language, content: mail.content };
  if (!isSentToSuppressed(kind)) payload.suppressible = true;
  if (subscription !== undefined) payload.unsubscribeUrl = unsubscribeUrl(context, subscription);
  if (mail.lifetimeSeconds !== undefined)
    payload.until = new Date(clock.now().getTime() + mail.lifetimeSeconds * 1000).toISOString();
  const sealed = encryption.encrypt(ENCRYPTION_PURPOSE, JSON.stringify(payload)).toString("base64");
  // Codes and links that expire are waited for.
  const { priority = mail.lifetimeSeconds === undefined ? "normal" : "urgent" } = options;
  await queue.enqueue(tx, sendEmailJob, { sealed }, { priority });
}

function toSubscription(
  topic: MailTopic | undefined,
  { accountId, address }: { accountId: string | undefined; address: string },
): Subscription | undefined {
  if (topic === undefined) return undefined;
  if (accountId !== undefined) return { accountId, topic };
  return topic === "RELEASES" ? { address, topic } : undefined;
}

/**
 * Sends an email without the queue and without retries, for an administrator who waits for the result.
 *
 * @throws Error if the mail server does not accept it
 */
export async function sendImmediately<Kind extends MailKind>(
  context: Context,
  kind: Kind,
  recipient: Recipient & { email: string },
  data: MailData[Kind],
): Promise<void> {
  const { email: to, language } = recipient;
  const { name: site } = await context.site.read();
  const mail = composeFor(context, kind, { ...recipient, site }, data);
  const rejection = await renderAndDeliver(context, {
    id: randomUUID(),
    to,
    language,
    content: mail.content,
  });
  if (rejection !== undefined) throw new Error(`email not sent: the server answered ${rejection.status}`);
}

function composeFor<Kind extends MailKind>(
  { publicUrl }: Context,
  kind: Kind,
  { language, name, site }: Recipient & { site: string },
  data: MailData[Kind],
) {
  return composeMail(kind, data, { language, name, site, host: new URL(publicUrl).host });
}

async function renderAndDeliver(
  { config, mail, publicUrl, site }: Context,
  { id, to, language, unsubscribeUrl: link, content: emailContent }: EmailPayload,
): Promise<Rejection | undefined> {
  const { name: siteName, mail_sender: address } = await site.read();
  const name = config.mail.from === undefined ? undefined : parseSender(config.mail.from).name;
  const from = { name: name ?? siteName, address };
  const frame = { language, publicUrl, siteName, unsubscribeUrl: link };
  return mail.deliver(await renderEmail({ id, to, from, ...frame }, emailContent));
}

/** Retries for about three days. Suppresses an address that its mail server rejects permanently. */
export const sendEmailJob = job({
  name: "send-letter",
  sends: "mails",
  payload: z.object({ sealed: z.string() }),
  tries: 21,
  priority: "urgent",
  async run(context, { sealed }) {
    const { db, encryption, clock, log } = context;
    const decrypted = encryption.decrypt(ENCRYPTION_PURPOSE, Buffer.from(sealed, "base64"));
    const payload = emailPayload.parse(JSON.parse(decrypted));
    const { id, to, until, suppressible = false } = payload;
    // An expired code is useless to its recipient.
    if (until !== undefined && clock.now().getTime() >= Date.parse(until)) {
      log.warn({ emailId: id }, "email skipped: its content has expired");
      return;
    }
    if (suppressible && (await isSuppressed(db, to))) {
      log.info({ emailId: id }, "email skipped: its address is suppressed");
      return;
    }
    const rejection = await renderAndDeliver(context, payload);
    if (rejection?.isOfAddress === true)
      await insertSuppression(db, {
        email: to,
        reason: "REJECTED",
        status: rejection.status,
        now: clock.now(),
      });
  },
});
