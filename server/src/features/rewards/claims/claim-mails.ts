import { isFulfilledInstantly } from "@wrapsody/shared/claims.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { readContact } from "../../accounts/index.ts";
import { type ClaimRow, findSongOwner } from "./claims.data.ts";

/** Notifies the fan of their new claim. */
export async function notifyClaimant(context: Context, tx: Executor, claim: ClaimRow): Promise<void> {
  const isReady = isFulfilledInstantly(claim.reward.reward_type);
  const fan = await readContact(tx, claim.account_id);
  await notify(context, tx, isReady ? "reward-ready" : "reward-claimed", fan, {
    ...namesOf(claim),
    details: claim.reward.details,
    link: `${context.publicUrl}${isReady ? rewardPath(claim) : "/my/rewards"}`,
  });
}

function rewardPath({ reward, song }: ClaimRow): string {
  const { dapp_id } = reward.instructions;
  if (reward.reward_type === "DAPP_ACCESS" && dapp_id !== undefined) return `/experiences/${dapp_id}`;
  return `/wrap/${encodeURIComponent(song.pretty_id)}?tab=3`;
}

/** Notifies the wrap's owner of a new claim; does nothing if the wrap has none. */
export async function notifyArtist(context: Context, tx: Executor, claim: ClaimRow): Promise<void> {
  const owner = await readContact(tx, await findSongOwner(tx, claim.song.id));
  const link = `${context.publicUrl}/my/claims`;
  await notify(context, tx, "claim-received", owner, { ...namesOf(claim), link });
}

/** Notifies the fan of the artist's decision on their claim. */
export async function notifyDecision(context: Context, tx: Executor, claim: ClaimRow): Promise<void> {
  const fan = await readContact(tx, claim.account_id);
  const data = { ...namesOf(claim), link: `${context.publicUrl}/my/rewards` };
  switch (claim.state) {
    case "CONTACTED":
      return notify(context, tx, "claim-contacted", fan, data);
    case "FULFILLED":
      return notify(context, tx, "claim-fulfilled", fan, data);
    case "REJECTED": {
      const { points, reason } = claim;
      return notify(context, tx, "claim-rejected", fan, { ...data, points, comment: reason ?? "" });
    }
    case "REQUESTED":
      return;
  }
}

const namesOf = ({ reward, song }: ClaimRow) => ({ reward: reward.name, wrap: song.name });
