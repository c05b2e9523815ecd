import { type Executor, sql } from "../../../platform/database/database.ts";
import { type ExportTable, paged } from "../../accounts/index.ts";
import { releaseDate } from "../songs/partial-dates.data.ts";

/** Lyrics may have 64 kB, so a page of them is small. */
const LYRICS_PAGE_SIZE = 50;

/** Playlists may have hundreds of songs. */
const PLAYLISTS_PAGE_SIZE = 50;

/** Exports the plays, playlists, likes, release reminders, artists, albums, wraps with their changes, masters and wNFTs of an account, and the splits that name it. */
export const catalogueExport = {
  plays: paged(listOwnPlays),
  playlists: paged(listOwnPlaylists, PLAYLISTS_PAGE_SIZE),
  likes: paged(listOwnLikes),
  release_reminders: paged(listOwnReminders),
  artists: paged(listOwnArtists),
  albums: paged(listOwnAlbums),
  songs: paged(listOwnSongs),
  song_changes: paged(listOwnChanges),
  masters: paged(listOwnMasters),
  lyrics: paged(listOwnLyrics, LYRICS_PAGE_SIZE),
  wnfts: paged(listOwnIssues),
  wnft_transfers: paged(listOwnTransfers),
  splits: paged(listNamingSplits),
} satisfies ExportTable;

/** A play as its listener may see it. The song's names are null once the song is gone. */
type OwnPlay = {
  id: string;
  song_id: number;
  song: string | null;
  artist: string | null;
  started_at: string;
  /** Null if it was not counted. */
  counted_at: string | null;
  /** Seconds, as far as the server believed them. */
  heard: number | null;
  visitor: string | null;
  sharer: string | null;
  /** How the visit began; null if that is not known. */
  source: string | null;
};

async function listOwnPlays(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnPlay | undefined },
): Promise<OwnPlay[]> {
  // The bare condition on the time lets the planner skip whole months.
  const further =
    after === undefined
      ? sql`true`
      : sql`p.started_at >= ${after.started_at} and (p.started_at, p.id) > (${after.started_at}, ${after.id})`;
  const { rows } = await sql<OwnPlay>`
    select p.id, p.song_id, s.name as song, s.artist, p.started_at, p.counted_at, p.heard, p.visitor, p.sharer, p.source
    from play p left join song s on s.id = p.song_id
    where p.account_id = ${accountId} and ${further}
    order by p.started_at, p.id limit ${limit}`.execute(db);
  return rows;
}

/** A playlist with its songs in order. */
type OwnPlaylist = {
  id: number;
  public_id: string;
  name: string;
  description: string;
  is_public: boolean;
  songs: { song_id: number; song: string; artist: string; added_at: string }[];
  created_at: string;
  updated_at: string;
};

async function listOwnPlaylists(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnPlaylist | undefined },
): Promise<OwnPlaylist[]> {
  const { rows } = await sql<OwnPlaylist>`
    select p.id, p.public_id, p.name, p.description, p.is_public, p.created_at, p.updated_at,
      coalesce((select json_agg(json_build_object('song_id', s.id, 'song', s.name, 'artist', s.artist, 'added_at', t.added_at)
        order by t.position, s.id) from playlist_song t join song s on s.id = t.song_id where t.playlist_id = p.id), '[]') as songs
    from playlist p where p.account_id = ${accountId} and p.id > ${after?.id ?? 0} order by p.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

type OwnLike = { song_id: number; song: string; artist: string; created_at: string };

async function listOwnLikes(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnLike | undefined },
): Promise<OwnLike[]> {
  const { rows } = await sql<OwnLike>`
    select l.song_id, s.name as song, s.artist, l.created_at from song_like l join song s on s.id = l.song_id
    where l.account_id = ${accountId} and l.song_id > ${after?.song_id ?? 0} order by l.song_id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** A scheduled wrap about which the account, or its own address, gets a mail. */
type OwnReminder = {
  id: string;
  song_id: number;
  song: string;
  artist: string;
  email: string | null;
  language: string;
  confirmed_at: string | null;
  created_at: string;
};

async function listOwnReminders(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnReminder | undefined },
): Promise<OwnReminder[]> {
  const { rows } = await sql<OwnReminder>`
    select r.id, r.song_id, s.name as song, s.artist, r.email, r.language, r.confirmed_at, r.created_at
    from release_reminder r join song s on s.id = r.song_id
    where (r.account_id = ${accountId}
        or lower(r.email) = (select lower(email) from account where id = ${accountId} and verified_at is not null))
      and r.id > ${after?.id ?? 0}::bigint
    order by r.id limit ${limit}`.execute(db);
  return rows;
}

type OwnArtist = {
  id: number;
  artist_clean_id: string;
  name: string;
  metadata: unknown;
  links: unknown;
  created_at: string;
};

async function listOwnArtists(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnArtist | undefined },
): Promise<OwnArtist[]> {
  const { rows } = await sql<OwnArtist>`
    select id, artist_clean_id, name, metadata, links, created_at from artist
    where owner_id = ${accountId} and id > ${after?.id ?? 0} order by id limit ${limit}`.execute(db);
  return rows;
}

type OwnAlbum = {
  id: number;
  pretty_id: string;
  artist_id: number;
  name: string;
  release_date: string | null;
  type: string;
  tracks: { song_id: number; track_number: number; isrc: string | null; languages: string[] }[];
  created_at: string;
};

async function listOwnAlbums(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnAlbum | undefined },
): Promise<OwnAlbum[]> {
  const { rows } = await sql<OwnAlbum>`
    select al.id, al.pretty_id, al.artist_id, al.name, ${releaseDate("al.")} as release_date, al.type, al.created_at,
      coalesce((select json_agg(json_build_object('song_id', t.song_id, 'track_number', t.track_number, 'isrc', t.isrc,
        'languages', t.languages) order by t.track_number, t.song_id) from song_album t where t.album_id = al.id), '[]') as tracks
    from album al join artist a on a.id = al.artist_id
    where a.owner_id = ${accountId} and al.id > ${after?.id ?? 0} order by al.id limit ${limit}`.execute(db);
  return rows;
}

type OwnSong = {
  id: number;
  pretty_id: string;
  artist_id: number;
  name: string;
  status: string;
  /** The reviewer's reason; null unless the song is REJECTED. */
  rejection: string | null;
  /** When it was added to the catalogue. */
  added_at: string;
  submitted_at: string | null;
  listed_at: string | null;
  /** When it will be listed, and in which time zone its publisher chose that. */
  listed_from: string | null;
  listed_zone: string | null;
  deleted_at: string | null;
  created_at: string;
};

async function listOwnSongs(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnSong | undefined },
): Promise<OwnSong[]> {
  const { rows } = await sql<OwnSong>`
    select s.id, s.pretty_id, s.artist_id, s.name, s.status, s.rejection, coalesce(s.added_at, s.created_at) as added_at,
      s.submitted_at, s.listed_at, s.listed_from, s.listed_zone, s.deleted_at, s.created_at
    from song s join artist a on a.id = s.artist_id
    where a.owner_id = ${accountId} and s.id > ${after?.id ?? 0} order by s.id limit ${limit}`.execute(db);
  return rows;
}

/** A change of title, artwork or recording of a listed wrap. Values are titles, ids of images or keys of recordings. */
type OwnChange = {
  id: string;
  song_id: number;
  field: string;
  state: string;
  old_value: string | null;
  new_value: string;
  /** The administrator's reason. */
  reason: string | null;
  requested_at: string;
  decided_at: string | null;
};

async function listOwnChanges(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnChange | undefined },
): Promise<OwnChange[]> {
  const { rows } = await sql<OwnChange>`
    select c.id, c.song_id, c.field, c.state, c.old_value, c.new_value, c.reason, c.requested_at, c.decided_at
    from song_change c join song s on s.id = c.song_id join artist a on a.id = s.artist_id
    where a.owner_id = ${accountId} and c.id > ${after?.id ?? 0}::bigint order by c.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

type OwnMaster = {
  song_id: number;
  file_name: string;
  format: string;
  bytes: number;
  sha256: string;
  state: string;
  uploaded_at: string;
};

async function listOwnMasters(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnMaster | undefined },
): Promise<OwnMaster[]> {
  const { rows } = await sql<OwnMaster>`
    select m.song_id, m.file_name, m.format, m.bytes, substring(m.file_key from '[0-9a-f]{64}') as sha256, m.state, m.uploaded_at
    from song_master m join song s on s.id = m.song_id join artist a on a.id = s.artist_id
    where a.owner_id = ${accountId} and m.song_id > ${after?.song_id ?? 0} order by m.song_id limit ${limit}`.execute(
    db,
  );
  return rows;
}

type OwnLyrics = {
  song_id: number;
  /** BCP 47; null if none was chosen. */
  language: string | null;
  lyrics: string;
  /** LRC as entered; null for plain lyrics. */
  lyrics_synced: string | null;
};

async function listOwnLyrics(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnLyrics | undefined },
): Promise<OwnLyrics[]> {
  const { rows } = await sql<OwnLyrics>`
    select l.song_id, s.lyrics_language as language, l.lyric as lyrics, l.synced as lyrics_synced
    from song_lyric l join song s on s.id = l.song_id join artist a on a.id = s.artist_id
    where a.owner_id = ${accountId} and l.song_id > ${after?.song_id ?? 0} order by l.song_id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** A token that an account requested. */
type OwnIssue = {
  song_id: number;
  network: string;
  state: string;
  owner: string;
  use_ipfs: boolean;
  metadata_cid: string | null;
  royalty_basis_points: number;
  royalty_receiver: string | null;
  asked_at: string;
  ended_at: string | null;
};

async function listOwnIssues(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnIssue | undefined },
): Promise<OwnIssue[]> {
  const { rows } = await sql<OwnIssue>`
    select song_id, network, state, owner, use_ipfs, metadata_cid, royalty_basis_points, royalty_receiver, asked_at,
      ended_at
    from wrap_token
    where account_id = ${accountId} and song_id > ${after?.song_id ?? 0} order by song_id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** A transfer from custody that an account requested. */
type OwnTransfer = {
  id: number;
  song_id: number;
  wallet: string;
  state: string;
  problem: string | null;
  hash: string | null;
  requested_at: string;
  ended_at: string | null;
};

async function listOwnTransfers(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnTransfer | undefined },
): Promise<OwnTransfer[]> {
  const { rows } = await sql<OwnTransfer>`
    select id, song_id, wallet, state, problem, hash, requested_at, ended_at from wrap_token_transfer
    where account_id = ${accountId} and id > ${after?.id ?? 0} order by id limit ${limit}`.execute(db);
  return rows;
}

/** A revision of splits that names the account as an owner, by its account or its confirmed address. */
type NamingSplit = {
  revision: number;
  position: number;
  song_id: number;
  song: string;
  state: string;
  name: string;
  email: string | null;
  /** Percent. */
  ownership: number;
  royalty: number;
  proposed_at: string;
  effective_from: string | null;
  confirmed_at: string | null;
};

async function listNamingSplits(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: NamingSplit | undefined },
): Promise<NamingSplit[]> {
  const { rows } = await sql<NamingSplit>`
    select r.id as revision, o.position, r.song_id, s.name as song, r.state, o.name, o.email,
      (o.ownership_points / 100.0)::float8 as ownership, (o.royalty_points / 100.0)::float8 as royalty, r.proposed_at, r.effective_from,
      (select p.confirmed_at from song_split_approval p where p.revision_id = r.id and p.account_id = ${accountId}) as confirmed_at
    from song_split o join song_split_revision r on r.id = o.revision_id join song s on s.id = r.song_id
    where (o.account_id = ${accountId} or (o.account_id is null and lower(o.email)
        = (select lower(email) from account where id = ${accountId} and verified_at is not null)))
      and (r.id, o.position) > (${after?.revision ?? 0}::bigint, ${after?.position ?? -1}::smallint)
    order by r.id, o.position limit ${limit}`.execute(db);
  return rows;
}
