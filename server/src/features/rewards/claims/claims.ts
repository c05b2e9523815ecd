import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import { type ClaimAnswer, checkAnswers } from "@wrapsody/shared/rewards/claim-questions.ts";
import { type Claim, claimTexts, isFulfilledInstantly } from "@wrapsody/shared/rewards/claims.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { emitWebhookEvent, readContact } from "../../accounts/index.ts";
import { isAvailable, lockTargets } from "../levels/availability.ts";
import { lockBalance } from "../points/ledger.data.ts";
import { addEntry } from "../points/ledger.ts";
import { issueTicket } from "../tickets/tickets.ts";
import { openAnswers, sealAnswers } from "./answers.ts";
import {
  type ClaimableLevel,
  type ClaimRow,
  decrementStock,
  findClaim,
  findClaimableLevel,
  findSongOwner,
  insertClaim,
  listClaims,
  storeAnswers,
} from "./claims.data.ts";

/** Idempotency key of the ledger entry that a claim of this level creates. */
export const claimKey = (levelId: number) => `claim ${levelId}`;

type ClaimInput = {
  accountId: string;
  song: string;
  level: string;
  /** By the position of the question. */
  answers: Readonly<Record<string, string>>;
};

/**
 * Claims a reward and spends its points; a repeat returns the same claim. A ticket is issued with its claim.
 *
 * @throws Failure E0001 if a public wrap has no such level, E0007 if the artist could not contact the fan or an answer is missing, E0041 without enough points, E0042 if the level is deleted, out of stock or its promise cannot be fulfilled
 */
export async function claimReward(
  context: Context,
  { accountId, song, level, answers }: ClaimInput,
): Promise<Claim> {
  const id = /^\d{1,9}$/.test(level) ? Number(level) : 0;
  const claimable = await findClaimableLevel(context.db, { accountId, song, level: id });
  if (claimable === undefined) throw notFound();
  return context.db.transaction().execute(async (tx) => {
    // Locks the experience before the balance, in the same order as a participation.
    const about = { songId: claimable.song_id, about: claimable };
    const isThere =
      claimable.isActive && isAvailable(claimable, await lockTargets(tx, about), context.evm.networks);
    // Serializes concurrent claims of an account: the others see the first.
    await lockBalance(tx, { accountId, songId: claimable.song_id });
    const existingClaim = await findClaim(tx, { accountId, levelId: id });
    if (existingClaim !== undefined) return toClaim(context, existingClaim);
    const answered = requireAnswers(claimable, answers);
    const claimId = await spendPoints(context, tx, { accountId, level: { ...claimable, isActive: isThere } });
    if (answered.length > 0) await storeAnswers(tx, claimId, sealAnswers(context, claimId, answered));
    if (claimable.reward_type === "TICKET") await issueTicket(context, tx, claimId);
    const claimed = await findClaim(tx, { accountId, levelId: id });
    if (claimed === undefined) throw new Error("claim was not inserted");
    await notifyClaimant(context, tx, claimed);
    if (!isFulfilledInstantly(claimable.reward_type)) await notifyArtist(context, tx, claimed);
    await emitClaimRequested(context, tx, claimed);
    return toClaim(context, claimed);
  });
}

/** @throws Failure E0007 on each answer that is missing or not allowed */
function requireAnswers(
  { questions }: ClaimableLevel,
  sent: Readonly<Record<string, string>>,
): readonly ClaimAnswer[] {
  const { errors, answers } = checkAnswers(questions, sent);
  if (errors.length > 0) throw new Failure("E0007", { errors });
  return answers;
}

async function spendPoints(
  { clock }: Context,
  tx: Executor,
  { accountId, level }: { accountId: string; level: ClaimableLevel },
): Promise<number> {
  const { id: levelId, song_id: songId, reward_points_earned: points } = level;
  const now = clock.now();
  const entry = { accountId, songId, key: claimKey(levelId), kind: "CLAIM", points: -points, now } as const;
  if (!level.isActive) throw new Failure("E0042");
  if (!isFulfilledInstantly(level.reward_type)) await assertContactable(tx, accountId);
  // Spends before locking the level, which many accounts share: a claim without enough points blocks no other.
  const { status } = await addEntry(tx, entry);
  if (status === "insufficient") throw new Failure("E0041");
  if (!(await decrementStock(tx, levelId))) throw new Failure("E0042");
  const first = isFulfilledInstantly(level.reward_type) ? "FULFILLED" : "REQUESTED";
  return insertClaim(tx, { accountId, levelId, songId, points, state: first, now });
}

/**
 * Requires an email address of the fan.
 *
 * @throws Failure E0007 if the account has none
 */
async function assertContactable(tx: Executor, accountId: string): Promise<void> {
  if ((await readContact(tx, accountId)) !== undefined) return;
  const message = claimTexts.noAddress;
  throw new Failure("E0007", { message, errors: [{ field: "email", message }] });
}

/** Notifies the fan of their new claim. */
async function notifyClaimant(context: Context, tx: Executor, claim: ClaimRow): Promise<void> {
  const isReady = isFulfilledInstantly(claim.reward.reward_type);
  const fan = await readContact(tx, claim.account_id);
  await notify(context, tx, isReady ? "reward-ready" : "reward-claimed", fan, {
    ...toMailData(claim),
    details: claim.reward.details,
    link: `${context.publicUrl}${isReady ? rewardPath(claim) : claimPath(claim)}`,
  });
}

function rewardPath({ reward, song }: ClaimRow): string {
  const { dapp_id } = reward.instructions;
  if (reward.reward_type === "DAPP_ACCESS" && dapp_id !== undefined) return `/experiences/${dapp_id}`;
  return `/wrap/${encodeURIComponent(song.pretty_id)}?tab=3`;
}

function claimPath({ id, reward }: ClaimRow): string {
  return reward.reward_type === "TICKET" ? `/my/rewards/ticket/${id}` : "/my/rewards";
}

/** Notifies the wrap's owner of a new claim; does nothing if the wrap has none. */
async function notifyArtist(context: Context, tx: Executor, claim: ClaimRow): Promise<void> {
  const owner = await readContact(tx, await findSongOwner(tx, claim.song.id));
  const link = `${context.publicUrl}/my/claims`;
  await notify(context, tx, "claim-received", owner, { ...toMailData(claim), link });
}

/** Sends `claim.requested` to the owner of the wrap, also for claims that need nothing of them. */
async function emitClaimRequested(
  context: Context,
  tx: Executor,
  { id, reward, song }: ClaimRow,
): Promise<void> {
  const data = {
    claim_id: id,
    song_id: song.id,
    reward_id: reward.id,
    reward_name: reward.name,
    reward_type: reward.reward_type,
  };
  const accountId = await findSongOwner(tx, song.id);
  await emitWebhookEvent(context, tx, { accountId, type: "claim.requested", data });
}

/** Returns what the mails about a claim name. */
export const toMailData = ({ reward, song }: ClaimRow) => ({ reward: reward.name, wrap: song.name });

/** Lists the claims of an account. */
export async function listOwnClaims(
  context: Context,
  { accountId, list }: { accountId: string; list: ListQuery },
): Promise<Rows<Claim>> {
  const { data, total } = await listClaims(context.db, accountId, list);
  return { data: data.map((row) => toClaim(context, row)), total };
}

export function toClaim(context: Context, { account_id: _, answersSealed, ...claim }: ClaimRow): Claim {
  return { ...claim, answers: openAnswers(context, claim.id, answersSealed) };
}
