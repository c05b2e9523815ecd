import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import {
  findSplitWarnings,
  type getSongSplits,
  type SongSplits,
  type SplitRevision,
} from "@wrapsody/shared/studio/splits.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import type { Rows } from "../../../../platform/database/list-query.ts";
import { notFound } from "../../../../platform/failure.ts";
import { cataloguePorts } from "../../ports.ts";
import {
  findSongId,
  isNamedOwner,
  listNamingSongs,
  listRevisions,
  listWaitingSongs,
  type RevisionDetail,
  readRevisionInForce,
  readSplitSongs,
  type SplitSongDetail,
} from "./splits.data.ts";

/** Viewer of splits: the account, and whether it is the publisher's. */
type Reader = { accountId: string; isPublisher: boolean };

/**
 * Returns the splits of a wrap with their history.
 *
 * @throws Failure E0001 unless the caller is its publisher or a named owner
 */
export async function showSongSplits(
  { db }: Context,
  { reference, accountId }: { reference: string; accountId: string },
): Promise<AnswerOf<typeof getSongSplits>> {
  const songId = await findReadableSong(db, reference, accountId);
  if (songId === undefined) throw notFound();
  await readRevisionInForce(db, songId);
  const [splits] = await presentSplits(db, [songId], accountId);
  if (splits === undefined) throw notFound();
  const past = await listRevisions(db, { songIds: [songId], states: ["REPLACED", "DECLINED"] });
  const reader = { accountId, isPublisher: splits.is_publisher };
  const shown = splits.is_publisher ? past : past.filter(({ state }) => state === "REPLACED");
  return { ...splits, history: shown.map((revision) => presentRevision(revision, reader)) };
}

async function findReadableSong(
  db: Executor,
  reference: string,
  accountId: string,
): Promise<number | undefined> {
  const song = await findSongId(db, reference);
  if (song === undefined) return undefined;
  const isReadable = song.publisher_id === accountId || (await isNamedOwner(db, song.id, accountId));
  return isReadable ? song.id : undefined;
}

/** Lists the wraps of other publishers that name the caller as an owner. */
export async function showNamingSplits(
  { db }: Context,
  accountId: string,
  { limit, offset }: ListQuery,
): Promise<Rows<SongSplits>> {
  const { songIds, total } = await listNamingSongs(db, accountId, { limit, offset });
  return { data: await presentSplits(db, songIds, accountId), total };
}

/** Lists the proposals that administrators may decide about. */
export async function showWaitingSplits(
  { db }: Context,
  { accountId, before, list }: { accountId: string; before: Date; list: ListQuery },
): Promise<Rows<SongSplits>> {
  const { limit, offset } = list;
  const { songIds, total } = await listWaitingSongs(db, { before, limit, offset });
  return { data: await presentSplits(db, songIds, accountId), total };
}

/** Presents the splits in force and proposed of wraps, in the order of the ids; deleted wraps are omitted. */
export async function presentSplits(
  db: Executor,
  songIds: readonly number[],
  accountId: string,
): Promise<SongSplits[]> {
  const songs = await readSplitSongs(db, songIds);
  const current = await listRevisions(db, { songIds, states: ["DRAFT", "CONFIRMED", "PROPOSED"] });
  const revisions = Map.groupBy(current, ({ song_id }) => song_id);
  const unlisted = [...songs.values()].filter(({ is_listed }) => !is_listed).map(({ id }) => id);
  const sold = await cataloguePorts().listSoldSongs(db, unlisted);
  return songIds.flatMap((id) => {
    const song = songs.get(id);
    if (song === undefined) return [];
    return [presentSong(song, { revisions: revisions.get(id) ?? [], isSold: sold.has(id), accountId })];
  });
}

function presentSong(
  { id, pretty_id, name, artist, publisher, publisher_id, is_listed }: SplitSongDetail,
  {
    revisions,
    isSold,
    accountId,
  }: { revisions: readonly RevisionDetail[]; isSold: boolean; accountId: string },
): SongSplits {
  const reader = { accountId, isPublisher: publisher_id === accountId };
  const present = (isShown: (revision: RevisionDetail) => boolean) => {
    const revision = revisions.find(isShown);
    return revision === undefined ? null : presentRevision(revision, reader);
  };
  const in_force = present(({ state }) => state === "CONFIRMED" || state === "DRAFT");
  const proposal = present(({ state }) => state === "PROPOSED");
  return {
    song: { id, pretty_id, name, artist },
    publisher,
    is_publisher: reader.isPublisher,
    is_free: !is_listed && !isSold,
    in_force,
    proposal,
    awaits_you: !reader.isPublisher && proposal !== null && isAwaitingReader(proposal),
    warnings: findSplitWarnings(in_force?.owners ?? []),
  };
}

function isAwaitingReader({ owners, leaving }: SplitRevision): boolean {
  return [...owners, ...leaving].some(({ is_you, confirmed_at }) => is_you && confirmed_at === null);
}

function presentRevision(revision: RevisionDetail, { accountId, isPublisher }: Reader): SplitRevision {
  const { id, state, proposed_at, proposer, effective_from, decided_at, decided_as, reason } = revision;
  const presentHolder = ({
    holder,
    confirmed_at,
  }: {
    holder: string | null;
    confirmed_at: string | null;
  }) => ({
    is_you: holder === accountId,
    confirmed_at: confirmed_at === null ? null : new Date(confirmed_at).toISOString(),
  });
  return {
    id,
    state,
    proposed_at,
    proposed_by: proposer,
    effective_from,
    decided_at,
    decided_as,
    reason,
    owners: revision.owners.map((owner) => ({
      name: owner.name,
      ownership: owner.ownership,
      royalty: owner.royalty,
      email: isPublisher ? owner.email : null,
      has_account: owner.holder !== null,
      ...presentHolder(owner),
    })),
    leaving: revision.leaving.map((owner) => ({ name: owner.name, ...presentHolder(owner) })),
  };
}
