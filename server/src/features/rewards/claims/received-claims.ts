import type { BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { patchClaim, ReceivedClaim } from "@wrapsody/shared/rewards/claims.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { announce, readAccountSummaries, readContact } from "../../accounts/index.ts";
import { reverseEntry } from "../points/ledger.ts";
import {
  type ClaimRow,
  incrementStock,
  listReceived,
  lockReceivedClaim,
  updateClaim,
} from "./claims.data.ts";
import { claimKey, toClaim, toMailData } from "./claims.ts";

/** Lists claims on rewards of an account's wraps, with their fans. */
export async function listReceivedClaims(
  context: Context,
  { accountId, list }: { accountId: string; list: ListQuery },
): Promise<Rows<ReceivedClaim>> {
  const { data, total } = await listReceived(context.db, accountId, list);
  return { data: await withFans(context, context.db, data), total };
}

async function withFans(context: Context, db: Executor, rows: readonly ClaimRow[]): Promise<ReceivedClaim[]> {
  const people = await readAccountSummaries(
    db,
    rows.flatMap(({ account_id }) => account_id ?? []),
  );
  return rows.map((row) => {
    const fan = people.get(row.account_id ?? "");
    return { ...toClaim(context, row), fan: fan === undefined ? null : { name: fan.name, email: fan.email } };
  });
}

/** Allowed transitions. FULFILLED and REJECTED are final. */
const TRANSITIONS = {
  REQUESTED: ["CONTACTED", "FULFILLED", "REJECTED"],
  CONTACTED: ["FULFILLED", "REJECTED"],
  FULFILLED: [],
  REJECTED: [],
} as const satisfies Record<ClaimRow["state"], readonly ClaimRow["state"][]>;

/**
 * Changes the state of a claim on a reward of the caller's wraps and notifies the fan; rejecting returns the
 * points. A repeat returns the same claim.
 *
 * @throws Failure E0001 for a claim on another account's wrap, E0005 if the transition is not allowed
 */
export function changeClaimState(
  context: Context,
  { accountId, id, body }: { accountId: string; id: number; body: BodyOf<typeof patchClaim> },
): Promise<ReceivedClaim> {
  return context.db.transaction().execute(async (tx) => {
    const claim = await lockReceivedClaim(tx, { accountId, id });
    if (claim === undefined) throw notFound();
    const moved = claim.state === body.state ? claim : await moveClaim(context, tx, { claim, ...body });
    if (moved !== claim) {
      await notifyDecision(context, tx, moved);
      await announce(context, tx, { kind: "CLAIM", claimId: claim.id });
    }
    const [answer] = await withFans(context, tx, [moved]);
    if (answer === undefined) throw notFound();
    return answer;
  });
}

/**
 * Changes the state of a locked claim: the only function that does. Rejecting returns the points; the final states erase the
 * answers.
 *
 * @throws Failure E0005 if the transition is not allowed
 */
export async function moveClaim(
  { clock }: Context,
  tx: Executor,
  { claim, state, reason = null }: { claim: ClaimRow } & BodyOf<typeof patchClaim>,
): Promise<ClaimRow> {
  const allowed: readonly string[] = TRANSITIONS[claim.state];
  if (!allowed.includes(state)) throw new Failure("E0005");
  const now = clock.now();
  const said = state === "REJECTED" ? reason : null;
  await updateClaim(tx, claim.id, { state, reason: said, now });
  if (state === "REJECTED") await returnPoints(tx, claim, now);
  const answersSealed = state === "CONTACTED" ? claim.answersSealed : null;
  return { ...claim, state, reason: said, changed_at: now.toISOString(), answersSealed };
}

async function returnPoints(tx: Executor, { account_id, reward, song }: ClaimRow, now: Date): Promise<void> {
  // Locks the balance before the level, in the same order as a claim.
  const holder = account_id === null ? undefined : { accountId: account_id, songId: song.id };
  if (holder !== undefined) await reverseEntry(tx, { ...holder, key: claimKey(reward.id), now });
  await incrementStock(tx, reward.id);
}

/** Notifies the fan of the artist's decision on their claim. */
async function notifyDecision(context: Context, tx: Executor, claim: ClaimRow): Promise<void> {
  const fan = await readContact(tx, claim.account_id);
  const data = { ...toMailData(claim), link: `${context.publicUrl}/my/rewards` };
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
