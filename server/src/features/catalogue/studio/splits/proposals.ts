import { ADMINISTRATOR_DECIDES_AFTER_DAYS, type SongSplits } from "@wrapsody/shared/studio/splits.ts";
import type { Device, Session } from "../../../../platform/api/routing.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { Failure, notFound } from "../../../../platform/failure.ts";
import { recordEvent } from "../../../accounts/index.ts";
import { acceptProposal, settleProposal } from "./change-owners.ts";
import { presentSplits } from "./present-splits.ts";
import { mailDecision } from "./split-mails.ts";
import {
  confirmRevision,
  declineRevision,
  deleteApproval,
  eraseOwnerAddress,
  listProposalsAwaiting,
  lockRevision,
  type RevisionRow,
  readRoleInRevision,
  type SplitSong,
} from "./splits.data.ts";

export type ProposalCall = { id: string; session: Session; device: Device };

/**
 * Confirms a proposal as a named owner; the last confirmation brings it into force. A repeat does nothing.
 *
 * @throws Failure E0001 unless the proposal names the caller, E0005 if it was decided otherwise
 */
export function confirmProposal(context: Context, call: ProposalCall): Promise<SongSplits> {
  return decideProposal(context, call, async (tx, { song, revision }) => {
    const { accountId } = call.session;
    const { isNamed, hasConfirmed } = await readRoleInRevision(tx, revision.id, accountId);
    if (!isNamed || revision.state === "DRAFT") throw notFound();
    if (hasConfirmed && revision.state !== "DECLINED") return;
    if (revision.state !== "PROPOSED") throw new Failure("E0005");
    await confirmRevision(tx, { revisionId: revision.id, accountId, now: context.clock.now() });
    await recordDecision(context, tx, call, { kind: "splits-confirmed", song });
    await settleProposal(context, tx, song, revision, accountId);
  });
}

/**
 * Declines a proposal as a named owner. A repeat does nothing.
 *
 * @throws Failure E0001 unless the proposal names the caller, E0005 if it was decided otherwise
 */
export function declineProposal(
  context: Context,
  call: ProposalCall & { reason: string | undefined },
): Promise<SongSplits> {
  return decideProposal(context, call, async (tx, { song, revision }) => {
    const { accountId } = call.session;
    const { isNamed } = await readRoleInRevision(tx, revision.id, accountId);
    if (!isNamed || revision.state === "DRAFT") throw notFound();
    if (revision.state === "DECLINED" && revision.decided_by === accountId) return;
    if (revision.state !== "PROPOSED") throw new Failure("E0005");
    const reason = call.reason || null;
    await declineRevision(tx, revision.id, { as: "OWNERS", by: accountId, reason, now: context.clock.now() });
    await recordDecision(context, tx, call, { kind: "splits-declined", song });
    await mailDecision(context, tx, song, { kind: "splits-declined", reason });
  });
}

/**
 * Withdraws a proposal of the caller's wrap. A repeat does nothing.
 *
 * @throws Failure E0001 if it is not the caller's, E0005 if it was decided otherwise
 */
export function withdrawProposal(context: Context, call: ProposalCall): Promise<SongSplits> {
  return decideProposal(context, call, async (tx, { song, revision }) => {
    const { accountId } = call.session;
    if (song.publisher_id !== accountId) throw notFound();
    if (revision.state === "DECLINED" && revision.decided_as === "PUBLISHER") return;
    if (revision.state !== "PROPOSED") throw new Failure("E0005");
    await declineRevision(tx, revision.id, { as: "PUBLISHER", by: accountId, now: context.clock.now() });
    await recordDecision(context, tx, call, { kind: "splits-withdrawn", song });
  });
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the time before which a proposal has to be made for administrators to decide about it. */
export function administratorDeadline({ clock }: Pick<Context, "clock">): Date {
  return new Date(clock.now().getTime() - ADMINISTRATOR_DECIDES_AFTER_DAYS * DAY_MS);
}

/**
 * Decides about a proposal that has waited long enough, as an administrator. A repeat of the decision does nothing.
 *
 * @throws Failure E0001 if there is none, E0005 if it is too early, or was decided otherwise
 */
export async function decideAsAdministrator(
  context: Context,
  call: ProposalCall & { decision: "CONFIRMED" | "DECLINED"; reason?: string | undefined },
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const { song, revision } = await requireProposal(tx, call.id);
    if (revision.decided_as === "ADMINISTRATOR" && revision.state === call.decision) return;
    const isWaiting =
      revision.state === "PROPOSED" && new Date(revision.proposed_at) <= administratorDeadline(context);
    if (!isWaiting) throw new Failure("E0005");
    const decision = { as: "ADMINISTRATOR", by: call.session.accountId, now: context.clock.now() } as const;
    if (call.decision === "CONFIRMED") {
      await acceptProposal(context, tx, { song, revision, decision });
      return recordDecision(context, tx, call, { kind: "splits-confirmed", song });
    }
    const reason = call.reason ?? null;
    await declineRevision(tx, revision.id, { ...decision, reason });
    await recordDecision(context, tx, call, { kind: "splits-declined", song });
    await mailDecision(context, tx, song, { kind: "splits-declined", reason });
  });
}

type LockedProposal = { song: SplitSong; revision: RevisionRow };

async function requireProposal(tx: Executor, id: string): Promise<LockedProposal> {
  const locked = await lockRevision(tx, Number(id));
  if (locked === undefined) throw notFound();
  return locked;
}

function decideProposal(
  context: Context,
  { id, session }: ProposalCall,
  run: (tx: Executor, locked: LockedProposal) => Promise<void>,
): Promise<SongSplits> {
  return context.db.transaction().execute(async (tx) => {
    const locked = await requireProposal(tx, id);
    await run(tx, locked);
    const [splits] = await presentSplits(tx, [locked.song.id], session.accountId);
    if (splits === undefined) throw notFound();
    return splits;
  });
}

/** The event is the publisher's; `by` is who decided. */
function recordDecision(
  context: Context,
  tx: Executor,
  { session, device }: ProposalCall,
  { kind, song }: { kind: "splits-confirmed" | "splits-declined" | "splits-withdrawn"; song: SplitSong },
): Promise<void> {
  const detail = { song: song.id, name: song.name, by: session.accountId };
  return recordEvent(context, tx, { accountId: song.publisher_id ?? undefined, kind, device, detail });
}

/**
 * Removes an account from the splits of others, in the transaction that deletes it: proposals no longer wait for it, and
 * its address is erased. Its name and shares stay, because orders refer to them.
 */
export async function detachOwner(context: Context, tx: Executor, accountId: string): Promise<void> {
  for (const { id } of await listProposalsAwaiting(tx, accountId)) {
    const locked = await lockRevision(tx, id);
    await deleteApproval(tx, id, accountId);
    if (locked?.revision.state === "PROPOSED")
      await settleProposal(context, tx, locked.song, locked.revision);
  }
  await eraseOwnerAddress(tx, accountId);
}
