import {
  type FollowerMailChoice,
  type MailPreferences,
  type MailTopic,
  switchedTopics,
} from "@wrapsody/shared/accounts/mail-topics.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { listOptOuts, writeOptOut } from "../../../platform/mail/opt-outs.data.ts";
import { deleteChoice, readChoice, writeChoice } from "./follower-mail-choice.data.ts";

export async function readMailPreferences(
  { db }: { db: Executor },
  accountId: string,
): Promise<MailPreferences> {
  const off = await listOptOuts(db, accountId);
  return {
    topics: switchedTopics.map((topic) => ({ topic, on: !off.includes(topic) })),
    // The link of a mail turns them off.
    follower_mails: off.includes("FOLLOWS") ? "NONE" : await readChoice(db, accountId),
  };
}

export async function setMailPreference(
  context: Context,
  { accountId, topic, on }: { accountId: string; topic: MailTopic; on: boolean },
): Promise<MailPreferences> {
  await writeOptOut(context.db, { accountId, topic, on, now: context.clock.now() });
  return readMailPreferences(context, accountId);
}

/** Chooses the mails about releases of followed artists, also after they were turned off by a link. */
export function chooseFollowerMails(
  { db, clock }: Context,
  { accountId, choice }: { accountId: string; choice: FollowerMailChoice },
): Promise<MailPreferences> {
  return db.transaction().execute(async (tx) => {
    const now = clock.now();
    if (choice === "NONE") await deleteChoice(tx, accountId);
    else await writeChoice(tx, { accountId, choice, now });
    await writeOptOut(tx, { accountId, topic: "FOLLOWS", on: true, now });
    return readMailPreferences({ db: tx }, accountId);
  });
}
