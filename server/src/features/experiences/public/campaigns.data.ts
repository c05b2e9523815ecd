import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import type { Campaign, Component, Participant } from "@wrapsody/shared/experiences/experiences.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../../platform/database/database.ts";
import {
  buildOrderBy,
  buildWhere,
  type Columns,
  type Rows,
  readListPage,
} from "../../../platform/database/list-query.ts";
import { imageColumn } from "../../artwork/index.ts";
import {
  containsWords,
  isPublicArtist,
  isRestricted,
  matchesReference,
  resolveText,
  searchedText,
} from "../../catalogue/index.ts";
import { type PhaseRow, phasesColumn } from "../phases/phases.data.ts";

/** A component, as far as counting pictures depends on it. */
export type ComponentSummary = Pick<Component, "id" | "slot_number" | "component_type" | "max_permitted"> & {
  has_image: boolean;
};
type PresentedField =
  | "promo_image"
  | "cost_per_nft"
  | "phases"
  | "current_phase"
  | "next_phase"
  | "suggested_price"
  | "royalty_rate"
  | "places"
  | "places_left"
  | "is_alike";
export type CampaignRow = Omit<Campaign, PresentedField> & {
  cost_cents: number;
  suggested_cents: number | null;
  royalty_basis_points: number;
  stage: OwnCampaign["stage"];
  /** Spots reserved or drawn; see `CampaignCapacity`. */
  taken: number;
  parts: ComponentSummary[];
  phases: PhaseRow[];
};
export type ComponentRow = Omit<Component, "s3_bucket_uri">;
export type ParticipantRow = Omit<Participant, "rendered_nft_image">;

/** Selects the components of `campaign c`, as far as counting pictures depends on them. */
export const componentSummaries = sql`(
  select coalesce(json_agg(json_build_object('id', p.id, 'slot_number', p.slot_number, 'component_type', p.component_type,
    'max_permitted', p.max_permitted, 'has_image', p.image_id is not null) order by p.slot_number, p.id), '[]')
  from component p where p.campaign_id = c.id)`;
/** Selects the names of the slots of `campaign c`. The type of a draft with names may have become RANDOM. */
export const slotNames = sql`case when c.type = 'RANDOM' then '[]' else c.slot_names end`;
/** For a selection from `campaign c`, `song s` and the promo image as `i`. */
export const campaignColumns = sql`
  c.id, c.pretty_id, c.name, c.description, c.song_id, c.type, ${slotNames} as slot_names, c.max_nfts, c.participants as nfts, c.cost_cents, c.pricing, c.suggested_cents, c.royalty_basis_points, c.royalty_receiver,
  c.reward_points, c.is_public_mintable, c.network, c.contract_address, c.contract_network, c.nft_id, c.nft_hash,
  c.nft_network, c.is_active, c.activated_at, c.created_at, c.last_batch_sent_at, c.state as stage, c.taken, ${imageColumn(sql`i`)} as image, ${componentSummaries} as parts,
  ${phasesColumn} as phases, json_build_object('pretty_id', s.pretty_id, 'name', s.name, 'artist', s.artist) as song`;

/** Campaigns before activation are shown as upcoming once they have a promo image. */
export const isShown = sql`(c.is_active or c.contract_address is not null or c.promo_image_id is not null)`;
/** Selects whether `campaign c` is neither deleted nor restricted. It is public if its song is active, too. */
export const isKept = sql`(c.deleted_at is null and not ${isRestricted("experience", sql`c.id::text`)})`;
/** Selects whether `participant p` is neither withdrawn nor restricted. It is public if its campaign is, too. */
export const isKeptArtwork = sql`(p.withdrawn_at is null
  and not ${isRestricted("artwork", sql`p.campaign_id::text || '-' || p.id::text`)})`;
/** Selects whether `campaign c` has a page, if its song is active. */
export const isPublicCampaign = sql`(${isKept} and ${isShown})`;
/** Selects whether `participant p` of `campaign c` can be opened by its owner, also after its song was withdrawn. */
export const isPublicParticipant = sql`(p.id is not null and ${isKeptArtwork} and ${isKept})`;
/** Public campaigns belong to an active song, and are neither deleted nor restricted. */
const campaignTables = sql`
  campaign c join song s on s.id = c.song_id and s.status = 'ACTIVE' left join image i on i.id = c.promo_image_id`;

const CAMPAIGN_COLUMNS: Columns = {
  name: sql`c.name collate "unicode"`,
  song_id: sql`c.song_id`,
  is_active: sql`c.is_active`,
  type: sql`c.type`,
  created_at: sql`c.created_at`,
};

/** Finds names by their words, as the search does. */
async function hasName(db: Executor, typed: string): Promise<RawBuilder<unknown>> {
  const query = await resolveText(db, typed);
  if (query === undefined) return sql`false`;
  return containsWords(searchedText("c", "name", sql`c.name_folded`), query);
}

/** `artist` (id or clean id) filters by artist. */
export async function listCampaigns(
  db: Executor,
  list: ListQuery,
  artist?: string,
): Promise<Rows<CampaignRow>> {
  const fuzzy = list.filters.filter((filter) => filter.operator === "~~");
  const exact = list.filters.filter((filter) => filter.operator !== "~~");
  const conditions = [isPublicCampaign, buildWhere(exact, CAMPAIGN_COLUMNS)];
  for (const { key, value } of fuzzy) {
    if (key === "name") conditions.push(await hasName(db, String(value)));
    else conditions.push(sql`c.type ilike ${`%${value}%`}`);
  }
  if (artist !== undefined)
    conditions.push(
      sql`s.artist_id = (select id from artist a where ${matchesReference("artist_clean_id", artist, "a.")})`,
    );
  const where = sql.join(conditions, sql` and `);
  // Ties are sorted newest first.
  const tie = list.sortKey === "created_at" ? sql`c.id` : sql`c.created_at desc, c.id`;
  return readListPage(db, list, {
    rows: sql<CampaignRow>`select ${campaignColumns} from ${campaignTables} where ${where}
      order by ${buildOrderBy(list, CAMPAIGN_COLUMNS, tie)} limit ${list.limit} offset ${list.offset}`,
    counted: sql`select from ${campaignTables} where ${where}`,
  });
}

export async function artistExists(db: Executor, reference: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from artist a where ${isPublicArtist} and ${matchesReference("artist_clean_id", reference, "a.")}`.execute(
      db,
    );
  return rows.length > 0;
}

/** `reference` is an id or pretty id. */
export async function findPublicCampaign(db: Executor, reference: string): Promise<CampaignRow | undefined> {
  const { rows } = await sql<CampaignRow>`
    select ${campaignColumns} from ${campaignTables} where ${isPublicCampaign} and ${matchesReference("pretty_id", reference, "c.")}`.execute(
    db,
  );
  return rows[0];
}

export async function listComponents(db: Executor, campaignId: number): Promise<ComponentRow[]> {
  const { rows } = await sql<ComponentRow>`
    select c.id, c.name, c.slot_number, c.component_type, c.anchor_point, c.layer_level, c.rarity, c.width,
      c.offset_x as "offsetX", c.offset_y as "offsetY", c.max_permitted, c.qr_code_link, c.qr_code_width,
      c.secure_link, c.fg_color, c.bg_color, ${imageColumn(sql`i`)} as image
    from component c left join image i on i.id = c.image_id
    where c.campaign_id = ${campaignId} order by c.slot_number, c.id`.execute(db);
  return rows;
}

/** Selects the rank of `participant p` among the drawn artworks of its campaign. Without traits that differ in chance there is none. */
const rankColumn = sql`(
  select json_build_object('rank', 1 + coalesce(sum(r.artworks) filter (where r.score > p.total_rarity_score), 0),
    'total', sum(r.artworks), 'rarer_than', coalesce(sum(r.artworks) filter (where r.score < p.total_rarity_score), 0))
  from rarity_count r join campaign k on k.id = r.campaign_id and k.type = 'GENERATIVE'
  where r.campaign_id = p.campaign_id and p.total_rarity_score is not null
  having sum(r.artworks) > 0)`;
export const participantColumns = sql`
  p.id, p.nft_id, p.name, p.traits, p.total_rarity_score, ${rankColumn} as rarity_rank, p.campaign_id as song_campaign_id,
  p.owner_wallet_address, (p.owner_wallet_address is null and p.account_id is null) as is_forfeited, p.created_at, p.minted_at, ${imageColumn(sql`i`)} as image`;

const PARTICIPANT_COLUMNS: Columns = {
  owner_wallet_address: sql`lower(p.owner_wallet_address)`,
  song_campaign_id: sql`p.campaign_id`,
  id: sql`p.id`,
  created_at: sql`p.created_at`,
  // Participants without a score are sorted last.
  total_rarity_score: sql`coalesce(p.total_rarity_score, -1)`,
};

export async function listParticipants(db: Executor, list: ListQuery): Promise<Rows<ParticipantRow>> {
  const filters = list.filters.map((filter) =>
    filter.key === "owner_wallet_address" ? { ...filter, value: String(filter.value).toLowerCase() } : filter,
  );
  const from = sql`participant p
    join campaign c on c.id = p.campaign_id and ${isKept}
    join song s on s.id = c.song_id and s.status = 'ACTIVE'
    left join image i on i.id = p.rendered_image_id`;
  const where = sql`${isKeptArtwork} and ${buildWhere(filters, PARTICIPANT_COLUMNS)}`;
  return readListPage(db, list, {
    rows: sql<ParticipantRow>`select ${participantColumns} from ${from} where ${where}
      order by ${buildOrderBy(list, PARTICIPANT_COLUMNS, sql`p.id`)} limit ${list.limit} offset ${list.offset}`,
    counted: sql`select from ${from} where ${where}`,
  });
}

export async function findParticipant(
  db: Executor,
  campaignId: number,
  participantId: number,
): Promise<ParticipantRow | undefined> {
  const { rows } = await sql<ParticipantRow>`
    select ${participantColumns} from participant p left join image i on i.id = p.rendered_image_id
    where p.campaign_id = ${campaignId} and p.id = ${participantId} and ${isKeptArtwork}`.execute(db);
  return rows[0];
}

/** Finds an artwork by its number alone, also one that is not public. */
export async function findParticipantById(
  db: Executor,
  participantId: number,
): Promise<ParticipantRow | undefined> {
  const { rows } = await sql<ParticipantRow>`
    select ${participantColumns} from participant p left join image i on i.id = p.rendered_image_id
    where p.id = ${participantId}`.execute(db);
  return rows[0];
}

/** Returns whether an experience of the song is active or activating. Locks the song's experiences until the transaction ends. */
export async function hasActiveCampaign(tx: Executor, songId: number): Promise<boolean> {
  const { rows } = await sql<{ active: boolean }>`
    select is_active or state = 'ACTIVATING' as active from campaign
    where song_id = ${songId} and deleted_at is null for update`.execute(tx);
  return rows.some(({ active }) => active);
}

/** Counts the experiences of each song; songs without any are omitted. */
export async function countExperiences(
  db: Executor,
  songIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select song_id as id, count(*)::int as count from campaign
    where song_id = any(${songIds}) and deleted_at is null group by song_id`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Returns which of the songs have experiences with a paid order, refunded or not. */
export async function listSoldSongs(db: Executor, songIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select song.id from unnest(${songIds}::int[]) song(id)
    where exists (
      select from campaign c join participation p on p.campaign_id = c.id and p.total_cents > 0
        join payment y on y.kind = 'PARTICIPATION' and y.reference = p.id::text and y.paid_at is not null
      where c.song_id = song.id)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export async function findLastCampaignId(db: Executor): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from campaign`.execute(db);
  return rows[0]?.id ?? 0;
}

export async function listPublicCampaignsBetween(
  db: Executor,
  from: number,
  to: number,
): Promise<{ reference: string; changedAt: string }[]> {
  const { rows } = await sql<{ reference: string; changedAt: string }>`
    select c.pretty_id as reference, coalesce(c.activated_at, c.created_at) as "changedAt"
    from campaign c join song s on s.id = c.song_id and s.status = 'ACTIVE'
    where c.id >= ${from} and c.id < ${to} and ${isPublicCampaign} order by c.id`.execute(db);
  return rows;
}
