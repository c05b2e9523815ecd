import type { PlanUse } from "@wrapsody/shared/subscriptions.ts";
import type { Context } from "../../../platform/context.ts";
import { listSubscriptions } from "../../subscriptions/index.ts";
import { readUse } from "./limits.ts";

/** The plan an account has now, and how much of it is used up. Of several, the one that lasts longest is told. */
export async function showPlan(context: Context, accountId: string): Promise<PlanUse> {
  const { db, clock } = context;
  const { artists, songsThisMonth: songs_this_month } = await readUse(context, db, accountId);
  const [longest] = await listSubscriptions(db, accountId);
  const use = { artists, songs_this_month };
  if (longest === undefined || new Date(longest.expires_at) <= clock.now()) {
    return { plan: "FREE", expires_at: null, is_canceled: false, ...use };
  }
  const { plan, expires_at, is_canceled } = longest;
  return { plan, expires_at, is_canceled, ...use };
}
