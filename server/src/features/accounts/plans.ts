import type { Subscription } from "@wrapsody/shared/subscriptions.ts";
import type { Executor } from "../../platform/database.ts";

/** What accounts ask of subscriptions, which know accounts and not the other way round; `features.ts` hands it in. */
export type Plans = {
  listSubscriptions(db: Executor, accountId: string): Promise<Subscription[]>;
  isPremium(db: Executor, accountId: string, now: Date): Promise<boolean>;
};
