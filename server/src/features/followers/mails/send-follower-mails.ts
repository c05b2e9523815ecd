import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { readContact } from "../../accounts/index.ts";
import {
  hasWaitingMails,
  listReleases,
  lockPace,
  type Release,
  readRelease,
  takeMails,
  updatePace,
  type WaitingMail,
} from "./follower-mails.data.ts";
import { weekFrom } from "./weekly-digests.ts";

/** The pause between two batches (ms). */
const PAUSE_MS = 1_000;
/** After a pause, at most the mails of this time are queued without another one (ms). */
const MAX_BURST_MS = 5_000;
/** Mails per transaction. */
const BATCH_SIZE = 100;
/** Releases that a digest names. */
const MAX_RELEASES = 20;

/**
 * Queues waiting mails to followers, at most as many a second as the operator allows, whatever the number of nodes. It never holds a slot
 * while it waits. The mails have the lowest priority, so that no login code waits for them.
 */
export const sendFollowerMailsJob = job({
  name: "send-follower-mails",
  payload: z.object({}),
  tries: 25,
  priority: "bulk",
  // A safeguard: each batch enqueues the next one.
  cron: "*/5 * * * *",
  run: queueBatch,
});

async function queueBatch(context: Context): Promise<void> {
  const { db, clock, config, queue } = context;
  await db.transaction().execute(async (tx) => {
    const now = clock.now();
    const pace = Math.max((await lockPace(tx)).getTime(), now.getTime() - MAX_BURST_MS);
    const msPerMail = 1_000 / config.mail.followerMailsPerSecond;
    const allowed = Math.floor((now.getTime() - pace) / msPerMail);
    const mails = allowed < 1 ? [] : await takeMails(tx, Math.min(allowed, BATCH_SIZE), now);
    for (const mail of mails) await queueMail(context, tx, mail);
    if (mails.length > 0) await updatePace(tx, new Date(pace + mails.length * msPerMail));
    if (!(await hasWaitingMails(tx))) return;
    const pauseMs = mails.length < allowed ? 0 : PAUSE_MS;
    const options = { key: sendFollowerMailsJob.name, runAt: new Date(Date.now() + pauseMs) };
    await queue.enqueue(tx, sendFollowerMailsJob, {}, options);
  });
}

/** Every attempt to send the mail has the same Message-ID. */
async function queueMail(context: Context, tx: Executor, mail: WaitingMail): Promise<void> {
  const { account_id: accountId, announcement_id: announcementId, message_id: id } = mail;
  const options = { id, priority: "bulk" } as const;
  const recipient = await readContact(tx, accountId);
  if (announcementId !== null) {
    const release = await readRelease(tx, { announcementId, accountId });
    if (release === undefined) return;
    const { wrap, artist } = release;
    const data = { wrap, artist, link: linkTo(context, release) };
    return notify(context, tx, "followed-release", recipient, data, options);
  }
  const week = weekFrom(new Date(mail.week ?? 0));
  const { releases, total } = await listReleases(tx, { accountId, ...week, limit: MAX_RELEASES });
  if (total === 0) return;
  const data = {
    releases: releases.map((release) => ({ ...release, link: linkTo(context, release) })),
    more: total - releases.length,
    link: `${context.publicUrl}/my/notifications`,
  };
  return notify(context, tx, "followed-digest", recipient, data, options);
}

function linkTo({ publicUrl }: Context, { pretty_id }: Release): string {
  return `${publicUrl}/wrap/${encodeURIComponent(pretty_id)}`;
}
