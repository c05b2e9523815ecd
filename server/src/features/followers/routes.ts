import {
  deleteFollow,
  getFollow,
  getFollowers,
  getFollowersExport,
  getMyFollows,
  patchFollow,
  putFollow,
} from "@wrapsody/shared/accounts/followers.ts";
import {
  getNotifications,
  getUnread,
  patchNotification,
  postNotificationsRead,
} from "@wrapsody/shared/accounts/notifications.ts";
import { type Route, route, type Session } from "../../platform/api/routing.ts";
import type { Context } from "../../platform/context.ts";
import {
  changeConsent,
  exportFollowers,
  followArtist,
  showFollow,
  showFollowerCounts,
  showOwnFollows,
  unfollowArtist,
} from "./follows/follows.ts";
import {
  markNotification,
  markNotificationsRead,
  showNotifications,
  showUnread,
} from "./notifications/notifications.ts";

/** Returns the routes of follows and notifications. */
export function followerRoutes(context: Context): Route[] {
  return [...followRoutes(context), ...notificationRoutes(context)];
}

const ofCaller = ({ session, params }: { session: Session; params: { id: string } }) => ({
  accountId: session.accountId,
  artist: params.id,
});

function followRoutes(context: Context): Route[] {
  return [
    route(getFollow, (call) => showFollow(context, ofCaller(call))),
    route(putFollow, (call) => followArtist(context, ofCaller(call))),
    route(patchFollow, (call) =>
      changeConsent(context, { ...ofCaller(call), shares: call.body.shares_address }),
    ),
    route(deleteFollow, (call) => unfollowArtist(context, ofCaller(call))),
    route(getMyFollows, ({ session: { accountId }, list }) => showOwnFollows(context, { accountId, list })),
    route(getFollowers, (call) => showFollowerCounts(context, ofCaller(call))),
    route(getFollowersExport, (call) => exportFollowers(context, ofCaller(call))),
  ];
}

function notificationRoutes(context: Context): Route[] {
  return [
    route(getNotifications, ({ session: { accountId }, list }) =>
      showNotifications(context, { accountId, list }),
    ),
    route(getUnread, ({ session: { accountId } }) => showUnread(context, accountId)),
    route(patchNotification, ({ session: { accountId }, params: { id }, body: { is_read: isRead } }) =>
      markNotification(context, { accountId, id, isRead }),
    ),
    route(postNotificationsRead, ({ session: { accountId }, body: { until } }) =>
      markNotificationsRead(context, { accountId, until }),
    ),
  ];
}
