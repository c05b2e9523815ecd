import { getMyPlan } from "@wrapsody/shared/subscriptions.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { showPlan } from "./plan/plan.ts";

export function planRoutes(context: Context): Route[] {
  return [route(getMyPlan, ({ session }) => showPlan(context, session.accountId))];
}
