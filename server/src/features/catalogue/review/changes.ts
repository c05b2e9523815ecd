import type { AnswerOf, BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import {
  type ChangeState,
  changeStates,
  type getChanges,
  type postChange,
  type ReviewedChange,
} from "@wrapsody/shared/studio/song-changes.ts";
import type { ChangeField } from "@wrapsody/shared/studio/studio.ts";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { readAccountSummaries, readContact, recordEvent } from "../../accounts/index.ts";
import { approvePendingAudio } from "../audio/assign-audio.ts";
import { ownAudioPath } from "../scheduled/audio-links.ts";
import { invalidateChangedSong } from "../songs/page-entities.ts";
import { findChange } from "../studio/changes/changes.data.ts";
import { applyChange, discardChange } from "../studio/changes/changes.ts";
import { presentOwnSongs } from "../studio/songs/own-songs.ts";
import { type ChangeRow, listChanges } from "./changes.data.ts";
import { lockForReview, type SongInReview } from "./decisions.data.ts";

/**
 * Lists changes in one state: without a requested order, waiting ones oldest first, others latest first.
 *
 * @throws Failure E0007 for anything but one state
 */
export async function showChanges(context: Context, list: ListQuery): Promise<AnswerOf<typeof getChanges>> {
  const state = readState(list);
  const sortDir =
    list.sortRequested === true ? list.sortDir : state === "WAITING" ? ("ASC" as const) : ("DESC" as const);
  const { data, total } = await listChanges(context.db, state, { ...list, sortDir });
  return { data: await presentChanges(context, data), total };
}

function readState({ filters }: ListQuery): ChangeState {
  const [filter, ...others] = filters;
  if (filter === undefined) return "WAITING";
  const state = changeStates.find((name) => name === filter.value);
  if (state !== undefined && filter.operator === "==" && others.length === 0) return state;
  throw new Failure("E0007", {
    errors: [{ field: "state", message: `Must be == one of: ${changeStates.join(", ")}.` }],
  });
}

async function presentChanges(context: Context, rows: readonly ChangeRow[]): Promise<ReviewedChange[]> {
  const songs = await presentOwnSongs(context.db, rows);
  const ids = rows.flatMap(({ owner_id, decided_by }) => [owner_id, decided_by]).filter((id) => id !== null);
  const people = await readAccountSummaries(context.db, ids);
  return rows.flatMap((row, place) => {
    const song = songs[place];
    if (song === undefined) return [];
    const { change_id, change_state, owner_id, requested_at, decided_at, decided_by, reason } = row;
    return [
      {
        id: change_id,
        state: change_state,
        song,
        publisher: owner_id === null ? null : (people.get(owner_id) ?? null),
        ...presentValues(context, row),
        requested_at,
        decided_at,
        decided_by: decided_by === null ? null : (people.get(decided_by)?.name ?? null),
        reason,
      },
    ];
  });
}

type Values = Pick<ReviewedChange, "title" | "artwork" | "recording">;

function presentValues(context: Context, row: ChangeRow): Values {
  const nothing: Values = { title: null, artwork: null, recording: null };
  const { before, after, listed_from } = row;
  switch (row.field) {
    case "TITLE":
      return { ...nothing, title: { before, after } };
    case "ARTWORK":
      return { ...nothing, artwork: { before: row.before_image, after: row.after_image } };
    case "RECORDING": {
      const recordingOf = (key: string | null, isStored: boolean, duration: number | null) => ({
        uri: isStored ? ownAudioPath(context, { audio_key: key, listed_from }) : null,
        duration,
      });
      return {
        ...nothing,
        recording: {
          before: before === null ? null : recordingOf(before, row.has_before, row.before_duration),
          after: recordingOf(after, row.has_after, row.after_duration),
        },
      };
    }
  }
}

type Decision = BodyOf<typeof postChange> & { id: string; session: Session; device: Device };

/**
 * Approves a change, which is then public if its wrap is, or rejects it. Notifies the publisher by mail, if there still is one.
 *
 * @throws Failure E0001 if there is no such change, E0078 if it does not wait any more, E0079 for an approval while the wrap is restricted
 */
export async function decideChange(context: Context, { id, ...decision }: Decision): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const songId = (await findChange(tx, id))?.songId;
    const song = songId === undefined ? undefined : await lockForReview(tx, String(songId));
    // Again, because it may have ended before the song was locked.
    const change = song === undefined ? undefined : await findChange(tx, id);
    if (song === undefined || change === undefined) throw notFound();
    if (change.state !== "WAITING" || isStale(song, change)) throw new Failure("E0078");
    const by = decision.session.accountId;
    const now = context.clock.now();
    if (decision.decision === "APPROVED") {
      if (song.status === "RESTRICTED") throw new Failure("E0079");
      await applyChange(tx, change, { state: "APPROVED", by, now });
      if (change.field === "RECORDING") await approvePendingAudio(context, tx, song.id);
      const isRenamed = change.field === "TITLE";
      await invalidateChangedSong(tx, song, { isRenamed, hasOtherAlbums: false, hasOtherTags: false });
    } else await discardChange(tx, change, { state: "REJECTED", by, reason: decision.reason, now });
    await recordEvent(context, tx, {
      accountId: song.owner_id ?? undefined,
      kind: decision.decision === "APPROVED" ? "change-approved" : "change-rejected",
      device: decision.device,
      detail: { song: song.id, name: song.name, field: change.field, by },
    });
    await notifyPublisher(context, tx, { song, field: change.field, decision });
  });
}

/** A node of an earlier version may have replaced the recording without ending the change. */
function isStale(song: SongInReview, { field, to }: { field: ChangeField; to: string }): boolean {
  return field === "RECORDING" && song.incoming_audio_key !== to;
}

const mailKinds = {
  TITLE: { approved: "title-approved", rejected: "title-rejected" },
  ARTWORK: { approved: "cover-approved", rejected: "cover-rejected" },
  RECORDING: { approved: "recording-approved", rejected: "audio-rejected" },
} as const satisfies Record<ChangeField, { approved: string; rejected: string }>;

async function notifyPublisher(
  context: Context,
  tx: Executor,
  { song, field, decision }: { song: SongInReview; field: ChangeField; decision: Omit<Decision, "id"> },
): Promise<void> {
  const publisher = await readContact(tx, song.owner_id);
  const wrap = song.name;
  const link = `${context.publicUrl}/my/wrap/${encodeURIComponent(song.pretty_id)}`;
  const kinds = mailKinds[field];
  if (decision.decision === "APPROVED") await notify(context, tx, kinds.approved, publisher, { wrap, link });
  else await notify(context, tx, kinds.rejected, publisher, { wrap, comment: decision.reason ?? "", link });
}
