import { getReview, getReviewQueue, postReview } from "@wrapsody/shared/studio/review.ts";
import { getChanges, postChange } from "@wrapsody/shared/studio/song-changes.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { requireAdmin } from "../../accounts/index.ts";
import { decideChange, showChanges } from "./changes.ts";
import { decideReview } from "./decisions.ts";
import { showReview, showReviewQueue } from "./queue.ts";

/** Returns the routes of reviewers. */
export function reviewRoutes(context: Context): Route[] {
  return [
    route(getReviewQueue, ({ session, list }) => {
      requireAdmin(session);
      return showReviewQueue(context, list);
    }),
    route(getReview, ({ session, params }) => {
      requireAdmin(session);
      return showReview(context, params.id);
    }),
    route(postReview, async ({ session, device, params, body }) => {
      requireAdmin(session);
      await decideReview(context, { ...body, reference: params.id, session, device });
      return {};
    }),
    route(getChanges, ({ session, list }) => {
      requireAdmin(session);
      return showChanges(context, list);
    }),
    route(postChange, async ({ session, device, params, body }) => {
      requireAdmin(session);
      await decideChange(context, { ...body, id: params.id, session, device });
      return {};
    }),
  ];
}
