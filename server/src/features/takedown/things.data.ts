import type { ReportedKind } from "@wrapsody/shared/operations/takedown.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../platform/database/database.ts";
import { imageColumn } from "../artwork/index.ts";
import { isPublicArtist, isShownPlaylist, matchesReference } from "../catalogue/index.ts";
import { isKept, isKeptArtwork, isShown } from "../experiences/index.ts";

/** Something that can be restricted. */
export type Thing = {
  kind: ReportedKind;
  /** Its id; of an artwork `{experience}-{artwork}`. */
  target: string;
  title: string;
  /** Its page. */
  path: string;
};

/** Something that can be reported, with what it belongs to. */
export type FoundThing = {
  thing: Thing;
  /** The thing itself and all that it belongs to, up to its artist. */
  things: Thing[];
  isPublic: boolean;
  /** The publisher's account. */
  ownerId: string | null;
  /** The fan's account, of an artwork. */
  collectorId: string | null;
};

type Found = {
  things: Thing[];
  is_public: boolean;
  owner_id: string | null;
  collector_id: string | null;
};

const artistThing = sql`json_build_object('kind', 'artist', 'target', a.id::text,
  'title', coalesce(nullif(a.metadata ->> 'name', ''), a.name), 'path', '/artist/' || a.artist_clean_id)`;
const wrapThing = sql`json_build_object('kind', 'wrap', 'target', s.id::text, 'title', s.name || ', ' || s.artist,
  'path', '/wrap/' || s.pretty_id)`;
const experienceThing = sql`json_build_object('kind', 'experience', 'target', c.id::text, 'title', c.name,
  'path', '/experiences/' || c.pretty_id)`;
const artworkThing = sql`json_build_object('kind', 'artwork', 'target', c.id || '-' || p.id, 'title', p.name,
  'path', '/experiences/' || c.pretty_id || '/participant/' || p.id)`;

const playlistThing = sql`json_build_object('kind', 'playlist', 'target', p.public_id, 'title', p.name,
  'path', '/playlist/' || p.public_id)`;

/** Selects the picture of a thing; that of an experience is its poster, else the cover of its wrap. */
export function imageOfThing({
  kind,
  target,
}: Record<"kind" | "target", RawBuilder<unknown>>): RawBuilder<unknown> {
  const part = (at: 1 | 2) => sql`nullif(split_part(${target}, '-', ${sql.lit(at)}), '')::int`;
  return sql`(select ${imageColumn(sql`i`)} from image i where i.id = case ${kind}
    when 'wrap' then (select image_id from song where id = ${part(1)})
    when 'artist' then (select image_id from artist where id = ${part(1)})
    when 'experience' then (select coalesce(c.promo_image_id, s.image_id)
      from campaign c join song s on s.id = c.song_id where c.id = ${part(1)})
    when 'artwork' then (select rendered_image_id from participant where campaign_id = ${part(1)} and id = ${part(2)}) end)`;
}

/** Finds what a report is about, by id or pretty id; also what is not public. */
export async function findThing(
  db: Executor,
  kind: ReportedKind,
  reference: string,
): Promise<FoundThing | undefined> {
  const { rows } = await queryThing(kind, reference).execute(db);
  const [row] = rows;
  const [thing] = row?.things ?? [];
  if (row === undefined || thing === undefined) return undefined;
  return {
    thing,
    things: row.things,
    isPublic: row.is_public,
    ownerId: row.owner_id,
    collectorId: row.collector_id,
  };
}

function queryThing(kind: ReportedKind, reference: string) {
  switch (kind) {
    case "wrap":
      return sql<Found>`
        select json_build_array(${wrapThing}, ${artistThing}) as things, s.status in ('ACTIVE', 'SCHEDULED') as is_public, a.owner_id,
          null as collector_id
        from song s join artist a on a.id = s.artist_id
        where s.status <> 'DELETED' and ${matchesReference("pretty_id", reference, "s.")}`;
    case "artist":
      return sql<Found>`
        select json_build_array(${artistThing}) as things, ${isPublicArtist} as is_public, a.owner_id,
          null as collector_id
        from artist a where ${matchesReference("artist_clean_id", reference, "a.")}`;
    case "experience":
      return sql<Found>`
        select json_build_array(${experienceThing}, ${wrapThing}, ${artistThing}) as things,
          s.status = 'ACTIVE' and ${isKept} and ${isShown} as is_public, a.owner_id, null as collector_id
        from campaign c join song s on s.id = c.song_id join artist a on a.id = s.artist_id
        where c.deleted_at is null and ${matchesReference("pretty_id", reference, "c.")}`;
    case "playlist":
      return sql<Found>`
        select json_build_array(${playlistThing}) as things, ${isShownPlaylist} as is_public, p.account_id as owner_id,
          null as collector_id
        from playlist p where p.public_id = ${reference}`;
    case "artwork": {
      const [, experience = "", number = "0"] = /^(.+)-(\d{1,9})$/.exec(reference) ?? [];
      return sql<Found>`
        select json_build_array(${artworkThing}, ${experienceThing}, ${wrapThing}, ${artistThing}) as things,
          s.status = 'ACTIVE' and ${isKept} and ${isKeptArtwork} as is_public, a.owner_id, p.account_id as collector_id
        from participant p join campaign c on c.id = p.campaign_id join song s on s.id = c.song_id
          join artist a on a.id = s.artist_id
        where p.id = ${Number(number)} and p.withdrawn_at is null and c.deleted_at is null
          and ${matchesReference("pretty_id", experience, "c.")}`;
    }
  }
}

/** Lists the wraps whose files and pages a restriction of the thing concerns. */
export async function listConcernedSongs(
  db: Executor,
  { kind, target }: Pick<Thing, "kind" | "target">,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from song s where s.status <> 'DELETED' and ${
      {
        wrap: sql`s.id = ${target}::int`,
        artist: sql`s.artist_id = ${target}::int`,
        experience: sql`s.id = (select song_id from campaign where id = ${target}::int)`,
        playlist: sql`false`,
        artwork: sql`s.id = (select song_id from campaign where id = split_part(${target}, '-', 1)::int)`,
      }[kind]
    } order by s.id`.execute(db);
  return rows.map(({ id }) => id);
}
