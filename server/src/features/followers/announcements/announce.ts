import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { job } from "../../../platform/jobs/queue.ts";
import type { Announced } from "../../accounts/index.ts";
import { sendFollowerMailsJob } from "../mails/send-follower-mails.ts";
import {
  insertArtworkNotification,
  insertClaimNotification,
  insertRewardNotification,
} from "../notifications/notifications.data.ts";
import {
  insertCampaignAnnouncement,
  insertSongAnnouncement,
  isAnnouncementPublic,
  lockAnnouncement,
  markFinished,
  notifyNextFollowers,
} from "./announcements.data.ts";

/**
 * Notifies people of what happened, in the transaction in which it did. Followers of an artist are notified by a job, because there may be
 * many; of a wrap or an experience once, however often it is listed again.
 */
export async function announce(context: Context, tx: Executor, announced: Announced): Promise<void> {
  const now = context.clock.now();
  switch (announced.kind) {
    case "ARTWORK":
      return insertArtworkNotification(tx, { ...announced, now });
    case "CLAIM":
      return insertClaimNotification(tx, { ...announced, now });
    case "REWARD":
      return insertRewardNotification(tx, { ...announced, now });
    case "WRAP":
      return notifyFollowers(context, tx, await insertSongAnnouncement(tx, { ...announced, now }));
    case "EXPERIENCE":
    case "ALMOST_SOLD_OUT":
      return notifyFollowers(context, tx, await insertCampaignAnnouncement(tx, { ...announced, now }));
  }
}

async function notifyFollowers({ queue }: Context, tx: Executor, id: number | undefined): Promise<void> {
  if (id !== undefined) await queue.enqueue(tx, notifyFollowersJob, { announcementId: id });
}

/** Followers per transaction. */
const BATCH_SIZE = 500;

/**
 * Notifies the followers of an artist, batch by batch. The announcement keeps its place, so that a killed job continues there. Wraps that are no
 * longer public are not announced further.
 */
export const notifyFollowersJob = job({
  name: "notify-followers",
  payload: z.object({ announcementId: z.number().int() }),
  tries: 25,
  priority: "bulk",
  async run(context, { announcementId }) {
    while (await notifyBatch(context, announcementId));
  },
});

/** Returns whether there may be more. */
function notifyBatch(context: Context, id: number): Promise<boolean> {
  return context.db.transaction().execute(async (tx) => {
    const announcement = await lockAnnouncement(tx, id);
    if (announcement === undefined) return false;
    const now = context.clock.now();
    const isPublic = await isAnnouncementPublic(tx, id);
    const followers = isPublic ? await notifyNextFollowers(tx, { id, limit: BATCH_SIZE, now }) : 0;
    if (followers < BATCH_SIZE) await markFinished(tx, id, now);
    if (followers > 0 && announcement.kind === "WRAP")
      await context.queue.enqueue(tx, sendFollowerMailsJob, {}, { key: sendFollowerMailsJob.name });
    return followers === BATCH_SIZE;
  });
}
