import { type MailPreferences, type MailTopic, mailTopics } from "@wrapsody/shared/mail-topics.ts";
import type { Context } from "../../../platform/context.ts";
import { listOptOuts, writeOptOut } from "../../../platform/mail/opt-outs.data.ts";

export async function readMailPreferences({ db }: Context, accountId: string): Promise<MailPreferences> {
  const off = await listOptOuts(db, accountId);
  return { topics: mailTopics.map((topic) => ({ topic, on: !off.includes(topic) })) };
}

export async function setMailPreference(
  context: Context,
  { accountId, topic, on }: { accountId: string; topic: MailTopic; on: boolean },
): Promise<MailPreferences> {
  await writeOptOut(context.db, { accountId, topic, on, now: context.clock.now() });
  return readMailPreferences(context, accountId);
}
