import { Readable } from "node:stream";
import type { Follow, FollowerCounts, getMyFollows } from "@wrapsody/shared/accounts/followers.ts";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import { formulaStart } from "@wrapsody/shared/text/tsv.ts";
import { FileDownload } from "../../../platform/api/streamed-json.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { notFound } from "../../../platform/failure.ts";
import {
  countFollowers,
  deleteFollowRow,
  findOwnArtistId,
  findPublicArtistId,
  insertFollow,
  listFollows,
  listSharedAddresses,
  readFollow,
  updateConsent,
} from "./follows.data.ts";

type OfCaller = { accountId: string; artist: string };

/** @throws Failure E0001 if there is no such public artist */
async function requireArtist(db: Executor, { accountId, artist }: OfCaller) {
  const artistId = await findPublicArtistId(db, artist);
  if (artistId === undefined) throw notFound();
  return { accountId, artistId };
}

/** @throws Failure E0001 if there is no such public artist */
export async function showFollow({ db }: Context, call: OfCaller): Promise<Follow> {
  return readFollow(db, await requireArtist(db, call));
}

/** Follows a public artist. A repeat has no effect. @throws Failure E0001 if there is none */
export async function followArtist({ db, clock }: Context, call: OfCaller): Promise<Follow> {
  const key = await requireArtist(db, call);
  await insertFollow(db, { ...key, now: clock.now() });
  return readFollow(db, key);
}

/** Stops following, which revokes the consent. A repeat has no effect. @throws Failure E0001 if there is no such public artist */
export async function unfollowArtist({ db }: Context, call: OfCaller): Promise<Follow> {
  const key = await requireArtist(db, call);
  await deleteFollowRow(db, key);
  return readFollow(db, key);
}

/** Gives or revokes consent to share the address. @throws Failure E0001 unless the caller follows the artist */
export async function changeConsent(
  { db, clock }: Context,
  { shares, ...call }: OfCaller & { shares: boolean },
): Promise<Follow> {
  const key = await requireArtist(db, call);
  if (!(await updateConsent(db, { ...key, shares, now: clock.now() }))) throw notFound();
  return readFollow(db, key);
}

/** Returns the public artists whom the account follows. */
export function showOwnFollows(
  { db }: Context,
  { accountId, list }: { accountId: string; list: ListQuery },
): Promise<AnswerOf<typeof getMyFollows>> {
  return listFollows(db, accountId, list);
}

async function requireOwnArtist(db: Executor, { accountId, artist }: OfCaller): Promise<number> {
  const artistId = await findOwnArtistId(db, accountId, artist);
  if (artistId === undefined) throw notFound();
  return artistId;
}

/** @throws Failure E0001 if the artist is not the caller's */
export async function showFollowerCounts({ db }: Context, call: OfCaller): Promise<FollowerCounts> {
  return countFollowers(db, await requireOwnArtist(db, call));
}

/** Addresses per query. */
const PAGE_SIZE = 1_000;

/**
 * Returns the addresses that followers share with an artist as a CSV file (RFC 4180), generated while it is sent.
 *
 * @throws Failure E0001 if the artist is not the caller's
 */
export async function exportFollowers({ db }: Context, call: OfCaller): Promise<FileDownload> {
  const artistId = await requireOwnArtist(db, call);
  return new FileDownload({
    contentType: "text/csv; charset=utf-8",
    name: "followers.csv",
    content: Readable.from(writeAddresses(db, artistId), { objectMode: false }),
  });
}

async function* writeAddresses(db: Executor, artistId: number): AsyncGenerator<string> {
  yield "email\r\n";
  let after: string | undefined;
  do {
    const rows = await listSharedAddresses(db, artistId, { limit: PAGE_SIZE, after });
    if (rows.length > 0) yield rows.map(({ email }) => `${csvCell(email)}\r\n`).join("");
    after = rows.length < PAGE_SIZE ? undefined : rows.at(-1)?.account_id;
  } while (after !== undefined);
}

/** Puts an apostrophe before what a spreadsheet would evaluate. */
function csvCell(text: string): string {
  const guarded = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
