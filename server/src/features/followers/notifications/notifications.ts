import type { getNotifications, getUnread, Notification } from "@wrapsody/shared/accounts/notifications.ts";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { Context } from "../../../platform/context.ts";
import { notFound } from "../../../platform/failure.ts";
import {
  countUnread,
  listNotifications,
  type NotificationRow,
  updateRead,
  updateReadUntil,
} from "./notifications.data.ts";

type Unread = AnswerOf<typeof getUnread>;

/** Returns the notifications of an account about what it can still open. */
export async function showNotifications(
  { db }: Context,
  { accountId, list }: { accountId: string; list: ListQuery },
): Promise<AnswerOf<typeof getNotifications>> {
  const [{ data, total }, unread] = await Promise.all([
    listNotifications(db, accountId, list),
    countUnread(db, accountId),
  ]);
  return { data: data.map(presentNotification), total, unread };
}

export async function showUnread({ db }: Context, accountId: string): Promise<Unread> {
  return { unread: await countUnread(db, accountId) };
}

/** @throws Failure E0001 if the notification is not the caller's */
export async function markNotification(
  context: Context,
  { accountId, id, isRead }: { accountId: string; id: number; isRead: boolean },
): Promise<Unread> {
  const { db, clock } = context;
  if (!(await updateRead(db, { accountId, id, isRead, now: clock.now() }))) throw notFound();
  return showUnread(context, accountId);
}

/** Marks all notifications of the caller up to one as read. */
export async function markNotificationsRead(
  context: Context,
  { accountId, until }: { accountId: string; until: number },
): Promise<Unread> {
  await updateReadUntil(context.db, { accountId, until, now: context.clock.now() });
  return showUnread(context, accountId);
}

function presentNotification(row: NotificationRow): Notification {
  const { id, kind, created_at, is_read, image, participant_id, claim_state } = row;
  const base = { id, created_at, is_read, image };
  const artist = row.artist ?? "";
  const experience = { experience: row.experience ?? "", pretty_id: row.experience_pretty_id ?? "", artist };
  switch (kind) {
    case "WRAP":
      return { ...base, kind, wrap: row.wrap ?? "", pretty_id: row.wrap_pretty_id ?? "", artist };
    case "EXPERIENCE":
    case "ALMOST_SOLD_OUT":
      return { ...base, kind, ...experience };
    case "ARTWORK": {
      const { pretty_id } = experience;
      return { ...base, kind, artwork: row.artwork ?? "", pretty_id, participant_id: participant_id ?? 0 };
    }
    case "REWARD": {
      const { wrap, wrap_pretty_id, reward } = row;
      const named = { reward: reward ?? "", wrap: wrap ?? "", pretty_id: wrap_pretty_id ?? "", artist };
      return { ...base, kind, ...named };
    }
    case "CLAIM":
      return { ...base, kind, reward: row.reward ?? "", state: claim_state ?? "REQUESTED" };
  }
}
