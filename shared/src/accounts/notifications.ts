import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { image, instant } from "../api/media.ts";
import { listOf } from "../api/page.ts";
import { claimStates } from "../rewards/claims.ts";

/** Unread notifications are counted up to this number. */
export const MAX_UNREAD = 100;

/** What happened, and to whom or what. Names are current ones. */
const base = { id: z.number().int(), created_at: instant, is_read: z.boolean(), image: image.nullable() };
const artistName = z.string();

const notification = z.discriminatedUnion("kind", [
  z.object({ ...base, kind: z.literal("WRAP"), wrap: z.string(), pretty_id: z.string(), artist: artistName }),
  z.object({
    ...base,
    kind: z.enum(["EXPERIENCE", "ALMOST_SOLD_OUT"]),
    experience: z.string(),
    pretty_id: z.string(),
    artist: artistName,
  }),
  z.object({
    ...base,
    kind: z.literal("ARTWORK"),
    artwork: z.string(),
    pretty_id: z.string(),
    participant_id: z.number().int(),
  }),
  /** The points of the caller for this wrap suffice for one of its rewards. */
  z.object({
    ...base,
    kind: z.literal("REWARD"),
    reward: z.string(),
    wrap: z.string(),
    pretty_id: z.string(),
    artist: artistName,
  }),
  z.object({ ...base, kind: z.literal("CLAIM"), reward: z.string(), state: z.enum(claimStates) }),
]);
export type Notification = z.output<typeof notification>;

const unread = z.object({ unread: z.number().int() });

export const getNotifications = endpoint({
  method: "GET",
  path: "my/notifications",
  access: "personal",
  tag: "notifications",
  summary: `The caller's notifications, the latest first. They are kept for 90 days. \`unread\` counts up to ${MAX_UNREAD}.`,
  list: { filters: {}, sortKeys: ["created_at"] },
  answer: listOf(notification).extend(unread.shape),
});

export const getUnread = endpoint({
  method: "GET",
  path: "my/notifications/unread",
  access: "personal",
  tag: "notifications",
  summary: `Counts the caller's unread notifications, up to ${MAX_UNREAD}.`,
  answer: unread,
});

const notificationId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

export const patchNotification = endpoint({
  method: "PATCH",
  path: "my/notification/:id",
  access: "personal",
  tag: "notifications",
  summary: "Marks a notification of the caller as read or unread. A repeat has no effect.",
  params: z.object({ id: notificationId }),
  body: z.object({ is_read: z.boolean() }),
  answer: unread,
});

export const postNotificationsRead = endpoint({
  method: "POST",
  path: "my/notifications/read",
  access: "personal",
  tag: "notifications",
  summary:
    "Marks all notifications of the caller up to one as read, so that later ones stay unread. A repeat has no effect.",
  body: z.object({ until: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  answer: unread,
});
