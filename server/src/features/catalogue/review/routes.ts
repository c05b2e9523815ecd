import { getReview, getReviewQueue, postReview } from "@wrapsody/shared/review.ts";
import type { Context } from "../../../platform/context.ts";
import { type Route, route } from "../../../platform/routing.ts";
import { requireAdmin } from "../../accounts/index.ts";
import type { StudioNeeds } from "../studio/needs.ts";
import { decide } from "./decisions.ts";
import { reviewQueue, showReview } from "./queue.ts";

/** The calls of reviewers. */
export function reviewRoutes(context: Context, needs: StudioNeeds): Route[] {
  return [
    route(getReviewQueue, ({ session, list }) => {
      requireAdmin(session);
      return reviewQueue(context, needs, list);
    }),
    route(getReview, ({ session, params }) => {
      requireAdmin(session);
      return showReview(context, needs, params.id);
    }),
    route(postReview, async ({ session, device, params, body }) => {
      requireAdmin(session);
      await decide(context, { ...body, reference: params.id, session, device });
      return {};
    }),
  ];
}
