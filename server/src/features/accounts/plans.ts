import type { Plan, Subscription } from "@wrapsody/shared/subscriptions.ts";
import type { Executor } from "../../platform/database/database.ts";

/** The plan that an account has at the moment, if it is a paid one or was given. */
export type CurrentPlan = { plan: Plan; expires_at: string };

/** What accounts ask of subscriptions, which know accounts and not the other way round; `features.ts` hands it in. */
export type Plans = {
  /** Those that give an account their benefits, the one that lasts longest first. */
  listSubscriptions(db: Executor, accountId: string, now: Date): Promise<Subscription[]>;
  isPremium(db: Executor, accountId: string, now: Date): Promise<boolean>;
  /** Of many accounts at once; those on the free plan are not in it. */
  currentPlans(
    db: Executor,
    accountIds: readonly string[],
    now: Date,
  ): Promise<ReadonlyMap<string, CurrentPlan>>;
  /** Gives the premium plan until an instant, in place of what was given before. Answers whether that changed anything. */
  grant(tx: Executor, given: { accountId: string; until: Date; now: Date }): Promise<boolean>;
  /** Takes back what was given, never what was paid for. Answers whether there was anything. */
  withdraw(tx: Executor, accountId: string): Promise<boolean>;
};
