import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type {
  getOwnerStatement,
  getUnassignedIncome,
  OwnerStatementLine,
  UnassignedIncome,
} from "@wrapsody/shared/payments/earnings.ts";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { recordEvent } from "../../accounts/index.ts";
import { lockOwnSong } from "../../catalogue/index.ts";
import {
  assignRest,
  findSongOfRevision,
  listCompleteRevisions,
  listGroups,
  type OrderGroup,
} from "./earnings.data.ts";
import { amountsOf, divideEntry, parsePeriod, toLines } from "./earnings.ts";

/**
 * Returns what an owner is owed by month and wrap; by default for the last twelve months.
 *
 * @throws Failure E0007 if `to` is before `from`, or more than five years after it
 */
export async function readOwnerStatement(
  { db, clock }: Context,
  accountId: string,
  range: { from?: string | undefined; to?: string | undefined },
): Promise<AnswerOf<typeof getOwnerStatement>> {
  const groups = await listGroups(db, { ownerId: accountId }, parsePeriod(clock.now(), range));
  const lines = new Map<string, OwnerStatementLine>();
  for (const group of groups) {
    const line = toOwnerLine(group);
    const key = `${line.month} ${line.song.id}`;
    const before = lines.get(key);
    lines.set(key, before === undefined ? line : addOwnerLines(before, line));
  }
  const data = [...lines.values()].filter(
    ({ orders, refunds, share }) => orders > 0 || refunds > 0 || share !== 0,
  );
  return { lines: data, total: { share: data.reduce((sum, { share }) => sum + share, 0) } };
}

function toOwnerLine(group: OrderGroup): OwnerStatementLine {
  const { month, kind, orders, campaign } = group;
  const own = divideEntry(group).shares.filter(({ is_reader }) => is_reader === true);
  return {
    month,
    song: campaign.song,
    orders: kind === "PAID" ? orders : 0,
    refunds: kind === "REFUNDED" ? orders : 0,
    net: amountsOf(group).net * orders,
    share: own.reduce((sum, { share }) => sum + share, 0) * orders,
  };
}

function addOwnerLines(first: OwnerStatementLine, second: OwnerStatementLine): OwnerStatementLine {
  return {
    ...first,
    orders: first.orders + second.orders,
    refunds: first.refunds + second.refunds,
    net: first.net + second.net,
    share: first.share + second.share,
  };
}

/** Before the first payment of any site. */
const BEGINNING = new Date("1970-01-01T00:00:00Z");
const DAY_MS = 24 * 60 * 60 * 1000;

/** Lists the wraps of a publisher with income that no owner gets. */
export async function listUnassignedIncome(
  { db, clock }: Context,
  accountId: string,
): Promise<AnswerOf<typeof getUnassignedIncome>> {
  const until = new Date(clock.now().getTime() + DAY_MS);
  const groups = await listGroups(db, { publisherId: accountId }, { from: BEGINNING, until });
  const songs = new Map<number, UnassignedIncome>();
  for (const { campaign, rest } of toLines(groups)) {
    const { song } = campaign;
    const amount = (songs.get(song.id)?.amount ?? 0) + rest;
    songs.set(song.id, { song, amount, revision: null });
  }
  const unassigned = [...songs.values()].filter(({ amount }) => amount !== 0);
  const revisions = await listCompleteRevisions(
    db,
    unassigned.map(({ song }) => song.id),
  );
  return {
    data: unassigned.map((income) => ({ ...income, revision: revisions.get(income.song.id) ?? null })),
  };
}

/**
 * Assigns the unassigned income of a wrap of the caller to its splits in force. It is booked now, so that earlier statements
 * stay.
 *
 * @throws Failure E0001 if it is not the caller's, E0005 if other splits are in force, E0027 if their royalties do not add up to
 * 100 % or nothing is unassigned
 */
export function assignIncome(
  context: Context,
  { id, session: { accountId }, device }: { id: string; session: Session; device: Device },
): Promise<{ orders: number }> {
  const revisionId = Number(id);
  return context.db.transaction().execute(async (tx) => {
    const songId = await findSongOfRevision(tx, revisionId);
    const song = songId === undefined ? undefined : await lockOwnSong(tx, accountId, String(songId));
    if (song === undefined) throw notFound();
    const complete = (await listCompleteRevisions(tx, [song.id])).get(song.id);
    if (complete === undefined)
      throw new Failure("E0027", { message: "The royalties of the splits in force don’t add up to 100%." });
    if (complete !== revisionId) throw new Failure("E0005");
    const now = context.clock.now();
    const orders = await assignRest(tx, { songId: song.id, revisionId, accountId, now });
    if (orders === 0) throw new Failure("E0027", { message: "This wrap has no unassigned income." });
    const detail = { song: song.id, name: song.name, orders };
    await recordEvent(context, tx, { accountId, kind: "income-assigned", device, detail });
    return { orders };
  });
}
