import type { ChangeField, ListingState } from "@wrapsody/shared/studio/studio.ts";
import type { Device } from "../../../../platform/api/routing.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { isTrustedPublisher, recordEvent } from "../../../accounts/index.ts";
import { withdrawImage } from "../../../artwork/index.ts";
import { discardPendingAudio, promoteAudio } from "../../audio/pending-audio.data.ts";
import { keepEncodedMaster } from "../../masters/masters.data.ts";
import { updateArtwork, updateSong } from "../songs/edit-songs.data.ts";
import {
  type ChangeEnd,
  endWaitingChange,
  findWaitingValue,
  insertChange,
  listWaitingChanges,
  type RequestedChange,
} from "./changes.data.ts";

/** A locked song, and the account whose change it is. */
export type ChangedSong = {
  id: number;
  name: string;
  status: string;
  ownerId: string | null;
  device: Device;
};

type Admitted = Pick<Context, "clock" | "site">;

/** States of wraps that were approved and are public, or become so without another review. */
const listedStates: ReadonlySet<string> = new Set<ListingState>([
  "ACTIVE",
  "SCHEDULED",
  "HIDDEN",
  "RESTRICTED",
]);

/**
 * Decides about a change of a field of a locked song. Returns true if the caller applies it now; otherwise it waits for an administrator,
 * in place of an earlier change of the same field. The value that the song has withdraws the one that waits.
 */
export async function admitChange(
  context: Admitted,
  tx: Executor,
  song: ChangedSong,
  { field, from, to }: { field: ChangeField; from: string | null; to: string },
): Promise<boolean> {
  const change: RequestedChange = { songId: song.id, field, from, to };
  const now = context.clock.now();
  if (from === to) {
    if (await endWaitingChange(tx, change, { state: "WITHDRAWN", now }))
      await recordChange(context, tx, song, { kind: "change-withdrawn", field });
    return true;
  }
  const admission = await readAdmission(context, tx, song);
  if (admission === "review" && (await findWaitingValue(tx, song.id, field)) === to) return false;
  await endWaitingChange(tx, change, { state: "REPLACED", now });
  if (admission === "unlisted") return true;
  const isWaiting = admission === "review";
  await insertChange(tx, change, { state: isWaiting ? "WAITING" : "APPLIED", now });
  await recordChange(context, tx, song, { kind: isWaiting ? "change-requested" : "change-applied", field });
  return !isWaiting;
}

/** Records what the publisher did to a change of a wrap. */
export function recordChange(
  context: Pick<Context, "clock">,
  tx: Executor,
  { id, name, ownerId, device }: ChangedSong,
  { kind, field }: { kind: "change-requested" | "change-applied" | "change-withdrawn"; field: ChangeField },
): Promise<void> {
  return recordEvent(context, tx, {
    accountId: ownerId ?? undefined,
    kind,
    device,
    detail: { song: id, name, field },
  });
}

/** `trusted`: applied at once and recorded, also if the site reviews nothing. */
async function readAdmission(
  { site }: Admitted,
  tx: Executor,
  { status, ownerId }: ChangedSong,
): Promise<"unlisted" | "trusted" | "review"> {
  if (!listedStates.has(status)) return "unlisted";
  if (ownerId !== null && (await isTrustedPublisher(tx, ownerId))) return "trusted";
  return (await site.readIn(tx)).listing_review === "manual" ? "review" : "trusted";
}

/** Ends a change that waits by applying it to its locked song. */
export async function applyChange(
  tx: Executor,
  change: RequestedChange,
  end: ChangeEnd & { state: "APPROVED" | "APPLIED" },
): Promise<void> {
  const { songId, field, to } = change;
  const { now } = end;
  await endWaitingChange(tx, change, end);
  switch (field) {
    case "TITLE":
      return updateSong(tx, songId, { name: to, now });
    case "ARTWORK":
      return replaceImage(tx, songId, { imageId: to, now });
    case "RECORDING":
      return promoteAudio(tx, songId, now);
  }
}

/** Sets the artwork of a locked song, and withdraws the public copies of the former one. */
export async function replaceImage(
  tx: Executor,
  songId: number,
  artwork: { imageId: string; now: Date },
): Promise<void> {
  const replaced = await updateArtwork(tx, songId, artwork);
  if (replaced !== null) await withdrawImage(tx, replaced);
}

/** Ends a change that waits without applying it. Nothing keeps its file any more, so that the file collection deletes it. */
export async function discardChange(
  tx: Executor,
  change: RequestedChange,
  end: ChangeEnd & { state: "REJECTED" | "WITHDRAWN" },
): Promise<void> {
  await endWaitingChange(tx, change, end);
  if (change.field !== "RECORDING") return;
  await discardPendingAudio(tx, change.songId, end.now);
  await keepEncodedMaster(tx, change.songId);
}

/** Applies what waits for a locked song that is not listed any more: its next review shows the wrap as it then is. */
export async function applyWaitingChanges(tx: Executor, songId: number, now: Date): Promise<void> {
  for (const change of await listWaitingChanges(tx, songId))
    await applyChange(tx, change, { state: "APPLIED", now });
}
