import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import { imagePath } from "@wrapsody/shared/api/media.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import {
  countBySlot,
  countCombinations,
  isIdenticalForAll,
} from "@wrapsody/shared/experiences/combinations.ts";
import type {
  Campaign,
  Component,
  getComponents,
  getDropMetadata,
  getDropNfts,
  getDrops,
  getMyArt,
  Participant,
} from "@wrapsody/shared/experiences/experiences.ts";
import {
  countPhaseSpotsLeft,
  currentPhase,
  nextPhase,
  pricedPhase,
} from "@wrapsody/shared/experiences/phase-rules.ts";
import type { Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { countSpots } from "../participation/spots.ts";
import { presentPhase } from "../phases/presenter.ts";
import {
  artistExists,
  type CampaignRow,
  type ComponentRow,
  findParticipant,
  findPublicCampaign,
  listCampaigns,
  listComponents,
  listParticipants,
  type ParticipantRow,
} from "./campaigns.data.ts";
import { listCollected } from "./collection.data.ts";

export async function listPublicCampaigns(
  { replica, clock }: Context,
  list: ListQuery,
): Promise<AnswerOf<typeof getDrops>> {
  const { data, total } = await listCampaigns(replica, list);
  return { data: data.map((row) => presentCampaign(row, clock.now())), total };
}

export async function listArtistCampaigns(
  { replica, clock }: Context,
  artist: string,
  list: ListQuery,
): Promise<AnswerOf<typeof getDrops>> {
  if (!(await artistExists(replica, artist))) throw notFound();
  const { data, total } = await listCampaigns(replica, list, artist);
  return { data: data.map((row) => presentCampaign(row, clock.now())), total };
}

export async function readCampaign({ replica, clock }: Context, reference: string): Promise<Campaign> {
  return presentCampaign(await requirePublicCampaign(replica, reference), clock.now());
}

/** Names the campaign for the pages that show its part; not in the response. */
type PartOfCampaign = { campaign: Pick<Campaign, "id" | "song_id"> };

export async function readCampaignStats(
  { replica }: Context,
  reference: string,
): Promise<AnswerOf<typeof getDropMetadata> & PartOfCampaign> {
  const campaign = await requirePublicCampaign(replica, reference);
  const components = await listComponents(replica, campaign.id);
  return {
    campaign,
    nfts: campaign.nfts,
    possibleCombinations: countCombinations(campaign.type, components),
    slots: countBySlot(components),
  };
}

export async function listPublicComponents(
  { replica }: Context,
  reference: string,
): Promise<AnswerOf<typeof getComponents> & PartOfCampaign> {
  const campaign = await requirePublicCampaign(replica, reference);
  const rows = await listComponents(replica, campaign.id);
  return { campaign, data: rows.map((row) => hideSecureLink(presentComponent(row))), total: rows.length };
}

/** Hides the target of a secure code, which only the proven owner of the artwork may learn. */
function hideSecureLink(component: Component): Component {
  return component.secure_link ? { ...component, qr_code_link: null } : component;
}

const REQUIRED_FILTER_KEYS = new Set(["song_campaign_id", "owner_wallet_address"]);

/** Requires a filter by campaign or wallet, so that no caller can list the participants of all campaigns. */
export async function listPublicParticipants(
  { replica }: Context,
  list: ListQuery,
): Promise<AnswerOf<typeof getDropNfts>> {
  if (!list.filters.some(({ key, operator }) => operator === "==" && REQUIRED_FILTER_KEYS.has(key))) {
    throw new Failure("E0007", {
      errors: [{ field: "filters", message: "Filter by song_campaign_id or owner_wallet_address." }],
    });
  }
  const { data, total } = await listParticipants(replica, list);
  return { data: data.map(presentParticipant), total };
}

export async function readParticipant(
  { replica }: Context,
  reference: string,
  participantId: number,
): Promise<Participant> {
  const campaign = await requirePublicCampaign(replica, reference);
  const row = await findParticipant(replica, campaign.id, participantId);
  if (row === undefined) throw notFound();
  return presentParticipant(row);
}

async function requirePublicCampaign(db: Context["db"], reference: string): Promise<CampaignRow> {
  const row = await findPublicCampaign(db, reference);
  if (row === undefined) throw notFound();
  return row;
}

/** Converts a campaign to its API shape, as it is at a time. */
export function presentCampaign(campaign: CampaignRow, now: Date): Campaign {
  const { cost_cents, suggested_cents, royalty_basis_points, stage, taken, parts, phases, ...row } = campaign;
  // A draft's components still change, so only its own limit counts.
  const places = stage === "DRAFT" ? row.max_nfts || Number.POSITIVE_INFINITY : countSpots(row, parts);
  const left = finiteOrNull(Math.max(0, places - taken));
  const phase = currentPhase(phases, now.getTime());
  const costCents = pricedPhase(phases, now.getTime())?.price_cents ?? cost_cents;
  return {
    ...row,
    promo_image: largestImageUrl(row.image),
    cost_per_nft: costCents / 100,
    phases: phases.map((phase) => presentPhase(phase, left)),
    current_phase: phase?.id ?? null,
    next_phase: nextPhase(phases, now.getTime())?.id ?? null,
    // A phase may cost more than the experience suggests.
    suggested_price: suggested_cents === null ? null : Math.max(suggested_cents, costCents) / 100,
    royalty_rate: royalty_basis_points / 100,
    places: finiteOrNull(Math.max(places, row.nfts)),
    places_left: phase === undefined ? left : countPhaseSpotsLeft(phase, left),
    is_alike: isIdenticalForAll(row.type, parts),
  };
}

function finiteOrNull(places: number): number | null {
  return Number.isFinite(places) ? places : null;
}

/** Converts a component to its API shape. */
export function presentComponent(row: ComponentRow): Component {
  return { ...row, s3_bucket_uri: largestImageUrl(row.image) };
}

export function presentParticipant(row: ParticipantRow): Participant {
  return { ...row, rendered_nft_image: largestImageUrl(row.image) };
}

function largestImageUrl(image: Campaign["image"]): string | null {
  return image === null ? null : imagePath(image.id, 960, "jpeg");
}

/** Lists the artworks of the session's account: from its own orders and in its linked wallets. */
export async function listCollection(
  { db }: Context,
  session: Session,
  list: ListQuery,
): Promise<AnswerOf<typeof getMyArt>> {
  const { data, total } = await listCollected(db, session.accountId, list);
  return { data: data.map(({ campaign, ...row }) => ({ ...presentParticipant(row), campaign })), total };
}
