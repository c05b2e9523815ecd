import type { OwnerInput } from "@wrapsody/shared/studio/studio.ts";
import type { Device } from "../../../../platform/api/routing.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { Failure } from "../../../../platform/failure.ts";
import { recordEvent } from "../../../accounts/index.ts";
import { cataloguePorts } from "../../ports.ts";
import { invalidateSongs } from "../../songs/page-entities.ts";
import { mailDecision, mailOwners } from "./split-mails.ts";
import {
  confirmDraft,
  countProposalsSince,
  type Decision,
  declineRevision,
  deleteRevision,
  insertApprovals,
  insertRevision,
  isAwaitingApproval,
  mirrorOwners,
  type OwnerRow,
  putRevisionInForce,
  type RevisionRow,
  readOwners,
  readProposal,
  readRevisionInForce,
  readSplitSong,
  type SplitSong,
} from "./splits.data.ts";

/** Proposals of a wrap within a day: each sends mails to addresses that the publisher chose. */
const MAX_PROPOSALS_A_DAY = 20;
const DAY_S = 24 * 60 * 60;

/**
 * Changes the owners of a wrap that the caller has locked. A wrap that was never listed or sold gets them immediately;
 * otherwise they are proposed to the named owners. Owners equal to those in force or proposed change nothing.
 *
 * @throws Failure E0010 after too many proposals within a day
 */
export async function changeOwners(
  context: Context,
  tx: Executor,
  change: { songId: number; accountId: string; device: Device; owners: readonly OwnerInput[] },
): Promise<void> {
  const { songId, accountId, device } = change;
  const song = await readSplitSong(tx, songId);
  const inForce = await readRevisionInForce(tx, songId);
  const present = inForce === undefined ? [] : await readOwners(tx, inForce.id);
  const owners = toOwnerRows(change.owners, present);
  if (isSameOwners(owners, present)) return;
  if (await isFreeToChange(tx, song)) return replaceDraft(context, tx, { song, inForce, accountId, owners });
  const pending = await readProposal(tx, songId);
  if (pending !== undefined) {
    // A repeat finds a proposal without confirmations to wait for if an owner's account was deleted meanwhile.
    if (isSameOwners(owners, await readOwners(tx, pending.id)))
      return settleProposal(context, tx, song, pending);
    const now = context.clock.now();
    await declineRevision(tx, pending.id, { as: "PUBLISHER", by: accountId, now });
  }
  await proposeOwners(context, tx, { song, inForce, accountId, owners });
  await recordEvent(context, tx, { accountId, kind: "splits-proposed", device, detail: { song: songId } });
}

/** Stores the addresses of a new wrap's owners; its other data are in `song_owner` already. */
export async function addOwnerAddresses(
  context: Context,
  tx: Executor,
  { songId, accountId, owners }: { songId: number; accountId: string; owners: readonly OwnerInput[] },
): Promise<void> {
  if (owners.every(({ email }) => email === undefined || email === null)) return;
  const now = context.clock.now();
  const revision = {
    songId,
    state: "DRAFT",
    proposedBy: accountId,
    owners: toOwnerRows(owners, []),
    now,
  } as const;
  await insertRevision(tx, revision);
}

/** Converts percent to basis points. A missing address is that of the present owner with the same name. */
function toOwnerRows(owners: readonly OwnerInput[], present: readonly OwnerRow[]): OwnerRow[] {
  return owners.map(({ name, ownership, royalty, email }) => ({
    name,
    email: email === undefined ? (present.find((owner) => owner.name === name)?.email ?? null) : email,
    ownership_points: Math.round(ownership * 100),
    royalty_points: Math.round(royalty * 100),
  }));
}

function isSameOwners(first: readonly OwnerRow[], second: readonly OwnerRow[]): boolean {
  const key = ({ name, email, ownership_points, royalty_points }: OwnerRow) => [
    name,
    email?.toLowerCase() ?? null,
    ownership_points,
    royalty_points,
  ];
  return JSON.stringify(first.map(key)) === JSON.stringify(second.map(key));
}

async function isFreeToChange(tx: Executor, { id, is_listed }: SplitSong): Promise<boolean> {
  return !is_listed && !(await cataloguePorts().listSoldSongs(tx, [id])).has(id);
}

type OwnersChange = {
  song: SplitSong;
  inForce: RevisionRow | undefined;
  accountId: string;
  owners: readonly OwnerRow[];
};

/** Drafts have no history: no order refers to the replaced revision. */
async function replaceDraft(
  { clock }: Context,
  tx: Executor,
  { song, inForce, accountId, owners }: OwnersChange,
): Promise<void> {
  if (inForce !== undefined) await deleteRevision(tx, inForce.id);
  const now = clock.now();
  const id = await insertRevision(tx, {
    songId: song.id,
    state: "DRAFT",
    proposedBy: accountId,
    owners,
    now,
  });
  await mirrorOwners(tx, song.id, id);
}

async function proposeOwners(
  context: Context,
  tx: Executor,
  { song, inForce, accountId, owners }: OwnersChange,
): Promise<void> {
  const now = context.clock.now();
  const dayAgo = new Date(now.getTime() - DAY_S * 1000);
  if ((await countProposalsSince(tx, song.id, dayAgo)) >= MAX_PROPOSALS_A_DAY)
    throw new Failure("E0010", { retryAfter: DAY_S });
  const proposal = { songId: song.id, state: "PROPOSED", proposedBy: accountId, owners, now } as const;
  const id = await insertRevision(tx, proposal);
  const { publisher_id: publisherId } = song;
  const needsApproval = await insertApprovals(tx, {
    revisionId: id,
    inForceId: inForce?.id ?? null,
    publisherId,
  });
  if (!needsApproval) {
    const revision = { id, song_id: song.id };
    await bringIntoForce(tx, song, revision, { as: "PUBLISHER", by: accountId, now });
  }
  await mailOwners(context, tx, song, id);
}

/** Brings a revision into force, and drops the pages that show the former owners. */
async function bringIntoForce(
  tx: Executor,
  song: SplitSong,
  revision: Pick<RevisionRow, "id" | "song_id">,
  decision: Decision,
): Promise<void> {
  await putRevisionInForce(tx, revision, decision);
  if (song.status === "ACTIVE") await invalidateSongs(tx, [song.id]);
}

/** Brings a proposal into force that an administrator confirmed, or that awaits no owner any more; notifies the publisher. */
export async function acceptProposal(
  context: Context,
  tx: Executor,
  { song, revision, decision }: { song: SplitSong; revision: RevisionRow; decision: Decision },
): Promise<void> {
  await bringIntoForce(tx, song, revision, decision);
  await mailDecision(context, tx, song, { kind: "splits-confirmed" });
}

/** Brings a proposal into force unless a confirmation is missing. `by` is the account whose confirmation was the last. */
export async function settleProposal(
  context: Context,
  tx: Executor,
  song: SplitSong,
  revision: RevisionRow,
  by: string | null = null,
): Promise<void> {
  if (await isAwaitingApproval(tx, revision.id)) return;
  const decision = { as: "OWNERS", by, now: context.clock.now() } as const;
  await acceptProposal(context, tx, { song, revision, decision });
}

/** Confirms the draft of a wrap that is listed, and notifies its owners; each once, however often it is listed. */
export async function confirmDraftSplits(context: Context, tx: Executor, songId: number): Promise<void> {
  const inForce = await readRevisionInForce(tx, songId);
  if (inForce === undefined) return;
  await confirmDraft(tx, inForce.id, context.clock.now());
  await mailOwners(context, tx, await readSplitSong(tx, songId), inForce.id);
}
