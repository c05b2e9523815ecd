import type { PlanUse } from "@wrapsody/shared/subscriptions.ts";
import type { Context } from "../../../../platform/context.ts";
import { listCurrentPlans } from "../../../subscriptions/index.ts";
import { readTokenUsage } from "../../wnft/token-quota.ts";
import { readPlanUsage } from "./plan-limits.ts";

/** Returns the account's plan, the longest-lasting if there are several, and its usage. */
export async function showPlan(context: Context, accountId: string): Promise<PlanUse> {
  const { db, clock } = context;
  const { artists, songsThisMonth: songs_this_month } = await readPlanUsage(context, db, accountId);
  const { used, most } = await readTokenUsage(context, db, accountId);
  const plan = (await listCurrentPlans(db, [accountId], clock.now())).get(accountId);
  return {
    ...(plan ?? { plan: "FREE", expires_at: null, is_canceled: false }),
    artists,
    songs_this_month,
    wnfts: { used, most },
  };
}
