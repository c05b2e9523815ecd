import type { Campaign, Participant } from "@wrapsody/shared/experiences/experiences.ts";
import type { WebhookData } from "@wrapsody/shared/operations/webhooks.ts";
import { type Executor, sql } from "../../../../platform/database/database.ts";
import { imageColumn } from "../../../artwork/index.ts";

/** A campaign, as far as drawing depends on it. */
export type DrawingCampaign = Pick<Campaign, "id" | "name" | "type" | "max_nfts"> & {
  seed: string;
  /** Drawn participants. */
  participants: number;
  isActive: boolean;
  /** Whether it has public pages. */
  isShown: boolean;
};

/** Locks a campaign, so that nothing else draws for it until the transaction ends. */
export async function lockForDrawing(tx: Executor, campaignId: number): Promise<DrawingCampaign | undefined> {
  const { rows } = await sql<DrawingCampaign>`
    select c.id, c.name, c.type, c.max_nfts, c.seed, c.participants, c.state = 'ACTIVE' as "isActive",
      c.deleted_at is null and s.status = 'ACTIVE' as "isShown"
    from campaign c join song s on s.id = c.song_id where c.id = ${campaignId} for no key update of c`.execute(
    tx,
  );
  return rows[0];
}

/** Reads how often each component was drawn. To draw an artwork, the campaign must be locked. */
export async function readDrawCounts(tx: Executor, campaignId: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; drawn: number }>`
    select id, drawn from component where campaign_id = ${campaignId}`.execute(tx);
  return new Map(rows.map(({ id, drawn }) => [id, drawn]));
}

/** Reads which of the named signatures (default: all) exist in a campaign, which must be locked. */
export async function readTakenSignatures(
  tx: Executor,
  campaignId: number,
  named?: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ signature: string }>`
    select signature from participant where campaign_id = ${campaignId}
      and ${named === undefined ? sql`signature is not null` : sql`signature = any(${[...named]}::text[])`}`.execute(
    tx,
  );
  return new Set(rows.map(({ signature }) => signature));
}

export type UndrawnOrder = {
  id: number;
  wallet: string | null;
  accountId: string | null;
  /** Ids of the components that have a photo. */
  photos: number[];
};

/** Lists those of the orders that are not drawn, oldest first. Without a buyer the account that linked the wallet owns the artwork. */
export async function listUndrawnOrders(
  tx: Executor,
  { campaignId, ids }: { campaignId: number; ids: readonly number[] },
): Promise<UndrawnOrder[]> {
  const { rows } = await sql<UndrawnOrder>`
    select p.id, p.wallet, coalesce(p.account_id, account_of_wallet(p.wallet, c.network)) as "accountId",
      array(select f.component_id from participation_photo f where f.participation_id = p.id) as photos
    from participation p join campaign c on c.id = p.campaign_id
    where p.id = any(${ids}::bigint[]) and p.campaign_id = ${campaignId} and not exists (
      select from participant r where r.campaign_id = p.campaign_id and r.participation_id = p.id)
    order by p.id`.execute(tx);
  return rows;
}

export type ParticipantToInsert = Pick<Participant, "name" | "traits"> & {
  participationId: number;
  accountId: string | null;
  wallet: string | null;
  /** Component ids. */
  drawn: number[];
  seed: string;
  signature: string | null;
  score: number;
};

/** Inserts participants and returns their ids, in the same order. */
export async function insertParticipants(
  tx: Executor,
  campaignId: number,
  {
    participants,
    algorithm,
    now,
  }: { participants: readonly ParticipantToInsert[]; algorithm: number; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into participant (campaign_id, participation_id, account_id, name, owner_wallet_address, traits, drawn, seed,
      algorithm, signature, total_rarity_score, state, created_at)
    select ${campaignId}::int, d."participationId", d."accountId", d.name, d.wallet, d.traits, d.drawn, d.seed,
      ${algorithm}::smallint, d.signature, d.score, 'DRAWN', ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(participants)}::jsonb) as d ("participationId" bigint, "accountId" uuid,
      name text, wallet text, traits jsonb, drawn jsonb, seed text, signature text, score smallint)
    order by d."participationId" returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Adds to the draw counts of components (`times` by id) and of the campaign. */
export async function incrementDrawn(
  tx: Executor,
  campaignId: number,
  { times, participants }: { times: ReadonlyMap<number, number>; participants: number },
): Promise<void> {
  await sql`
    update component c set drawn = c.drawn + more.times
    from unnest(${[...times.keys()]}::int[], ${[...times.values()]}::int[]) as more (id, times)
    where c.id = more.id`.execute(tx);
  await sql`
    update campaign set participants = participants + ${participants}::int where id = ${campaignId}`.execute(
    tx,
  );
}

/** The input of a participant's rendering. */
export type RenderInput = Pick<Campaign, "type" | "image" | "network" | "contract_address" | "song_id"> & {
  /** Component ids. */
  drawn: number[];
  /** The buyer's photos by component. */
  photos: { componentId: number; imageId: string }[];
  isShown: boolean;
};

/** Returns undefined if the artwork is already rendered. */
export async function findRenderInput(
  db: Executor,
  campaignId: number,
  participantId: number,
): Promise<RenderInput | undefined> {
  const { rows } = await sql<RenderInput>`
    select c.type, ${imageColumn(sql`i`)} as image, coalesce(c.contract_network, c.network) as network, c.contract_address,
      c.song_id, p.drawn, c.deleted_at is null and s.status = 'ACTIVE' as "isShown",
      (select coalesce(json_agg(json_build_object('componentId', f.component_id, 'imageId', f.image_id)), '[]')
        from participation_photo f where f.participation_id = p.participation_id) as photos
    from participant p join campaign c on c.id = p.campaign_id join song s on s.id = c.song_id
      left join image i on i.id = c.promo_image_id
    where p.campaign_id = ${campaignId} and p.id = ${participantId} and p.state = 'DRAWN'`.execute(db);
  return rows[0];
}

/** Counts a failed attempt and returns the total; undefined if the artwork is already rendered. */
export async function countRenderFailure(
  tx: Executor,
  campaignId: number,
  participantId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ failures: number }>`
    update participant set render_failures = render_failures + 1
    where campaign_id = ${campaignId} and id = ${participantId} and state = 'DRAWN'
    returning render_failures as failures`.execute(tx);
  return rows[0]?.failures;
}

/**
 * Marks an artwork as rendered and returns its owner's wallet, null if it is kept until it has one. Returns undefined if it was
 * rendered before.
 */
export async function markRendered(
  tx: Executor,
  { campaignId, participantId }: { campaignId: number; participantId: number },
  { imageId, now }: { imageId: string; now: Date },
): Promise<{ owner: string | null } | undefined> {
  const { rows } = await sql<{ owner: string | null }>`
    update participant set state = case when owner_wallet_address is null then 'KEPT' else 'MINTING' end, rendered_at = ${now},
      rendered_image_id = case when withdrawn_at is null then ${imageId} end
    where campaign_id = ${campaignId} and id = ${participantId} and state = 'DRAWN'
    returning owner_wallet_address as owner`.execute(tx);
  return rows[0];
}

type MintOutcomeRow = {
  batchId: number | null;
  isShown: boolean;
  ownerId: string | null;
  /** Null unless it was minted. */
  token: WebhookData["artwork.minted"] | null;
};

/** Marks a participant MINTED, or FAILED with a problem. Returns undefined if that was recorded before. */
export async function updateMintOutcome(
  tx: Executor,
  { campaignId, participantId }: { campaignId: number; participantId: number },
  { problem, now }: { problem: string | null; now: Date },
): Promise<MintOutcomeRow | undefined> {
  const before =
    problem === null ? sql`p.state in ('MINTING', 'FAILED')` : sql`p.state in ('DRAWN', 'MINTING')`;
  const { rows } = await sql<MintOutcomeRow>`
    update participant p set problem = ${problem}, state = case when ${problem}::text is null then 'MINTED' else 'FAILED' end,
      nft_id = case when ${problem}::text is null then p.id::text end,
      minted_at = case when ${problem}::text is null then ${now}::timestamptz end
    from campaign c join song s on s.id = c.song_id join artist a on a.id = s.artist_id
    where p.campaign_id = ${campaignId} and p.id = ${participantId} and c.id = p.campaign_id and ${before}
    returning c.deleted_at is null and s.status = 'ACTIVE' as "isShown", a.owner_id as "ownerId",
      case when ${problem}::text is null then json_build_object('artwork_id', p.id, 'experience_id', c.id, 'network', coalesce(c.contract_network, c.network),
        'contract_address', c.contract_address, 'token_id', p.nft_id, 'owner_wallet_address', p.owner_wallet_address) end as token,
      (select o.batch_id from participation o where o.id = p.participation_id) as "batchId"`.execute(tx);
  return rows[0];
}
