import { z } from "zod";
import { type Job, job } from "../../platform/jobs/queue.ts";
import { notifyFollowersJob } from "./announcements/announce.ts";
import { deleteMailsBefore } from "./mails/follower-mails.data.ts";
import { sendFollowerMailsJob } from "./mails/send-follower-mails.ts";
import { planWeeklyDigestsJob } from "./mails/weekly-digests.ts";
import { deleteNotificationsBefore } from "./notifications/notifications.data.ts";

/** How long notifications, and what was mailed to followers, are kept (ms). */
const RETENTION_MS = 90 * 24 * 60 * 60 * 1000;

const deleteOldNotificationsJob = job({
  name: "delete-old-notifications",
  payload: z.object({}),
  tries: 3,
  cron: "57 3 * * *",
  async run({ db, clock }) {
    const before = new Date(clock.now().getTime() - RETENTION_MS);
    await deleteNotificationsBefore(db, before);
    await deleteMailsBefore(db, before);
  },
});

export const followerJobs: readonly Job[] = [
  notifyFollowersJob,
  sendFollowerMailsJob,
  planWeeklyDigestsJob,
  deleteOldNotificationsJob,
];
