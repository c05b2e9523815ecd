import { planEntitlements } from "@wrapsody/shared/plan-entitlements.ts";
import type { OwnToken } from "@wrapsody/shared/wnft.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure } from "../../../platform/failure.ts";
import { isPremium } from "../../subscriptions/index.ts";
import { countIssued } from "./tokens.data.ts";

/** Returns the tokens an account has had issued, with the plan's limit. Failed ones do not count. */
export async function readTokenUsage(
  { clock }: Pick<Context, "clock">,
  db: Executor,
  accountId: string,
): Promise<OwnToken["plan"]> {
  const is_premium = await isPremium(db, accountId, clock.now());
  const { wnfts: most } = planEntitlements[is_premium ? "PREMIUM" : "FREE"];
  return { is_premium, used: await countIssued(db, accountId), most };
}

/** Checks the limit in a `tx` that holds the account. @throws Failure E0030 if it is reached */
export async function checkTokenQuota(context: Context, tx: Executor, accountId: string): Promise<void> {
  const { used, most } = await readTokenUsage(context, tx, accountId);
  if (most === null || used < most) return;
  const message = `Your plan includes ${most} wNFT, and you have issued ${used}. Premium includes wNFTs for all your songs.`;
  throw new Failure("E0030", { message });
}
