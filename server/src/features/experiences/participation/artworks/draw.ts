import { LRUCache } from "lru-cache";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { announce } from "../../../accounts/index.ts";
import { signatureOf } from "../../../artwork/index.ts";
import { buildRarityScorer, drawSeries } from "../../drawing/draw-series.ts";
import { type ComponentRow, listComponents } from "../../public/campaigns.data.ts";
import { invalidateDrawnExperience } from "../../public/page-entities.ts";
import { markClosed } from "../../studio/campaigns/campaigns.data.ts";
import { countSpots } from "../spots.ts";
import {
  type DrawingCampaign,
  incrementDrawn,
  insertParticipants,
  listUndrawnOrders,
  lockForDrawing,
  type ParticipantToInsert,
  readDrawCounts,
  readTakenSignatures,
  type UndrawnOrder,
} from "./artworks.data.ts";
import { renderArtworkJob } from "./render-and-mint.ts";

/** Stored with each picture, so that it stays reproducible. Increase it when drawing changes. */
const ALGORITHM_VERSION = 1;

/** Followers of the artist are notified when at most this share of the spots is left. */
const ALMOST_SOLD_OUT = 0.1;

/**
 * Draws the components of orders, in the caller's transaction, and enqueues rendering. Skips orders that are already drawn.
 * Completes the campaign with its last spot, or when no combination is left. Returns the orders that got none.
 */
export async function drawParticipants(
  context: Context,
  tx: Executor,
  { campaignId, orders }: { campaignId: number; orders: readonly number[] },
): Promise<{ left: number[] }> {
  const campaign = await lockForDrawing(tx, campaignId);
  if (campaign === undefined) throw new Error(`campaign ${campaignId} not found`);
  const waiting = await listUndrawnOrders(tx, { campaignId, ids: orders });
  if (waiting.length === 0) return { left: [] };
  const components = await listComponents(tx, campaignId);
  const { participants, times, left } = await drawForOrders(context, tx, { campaign, components, waiting });
  const now = context.clock.now();
  const ids = await insertParticipants(tx, campaignId, { participants, algorithm: ALGORITHM_VERSION, now });
  await incrementDrawn(tx, campaignId, { times, participants: ids.length });
  const spots = countSpots(campaign, components);
  const unsold = spots - campaign.participants - ids.length;
  const isFull = unsold <= 0;
  const isClosed = campaign.isActive && (isFull || left.length > 0);
  if (isClosed) await markClosed(tx, campaignId, now);
  if (campaign.isShown) await invalidateDrawnExperience(tx, { id: campaignId, isClosed });
  if (campaign.isActive && !isClosed && Number.isFinite(spots) && unsold <= spots * ALMOST_SOLD_OUT)
    await announce(context, tx, { kind: "ALMOST_SOLD_OUT", campaignId });
  for (const participantId of ids) {
    await context.queue.enqueue(tx, renderArtworkJob, { campaignId, participantId });
  }
  return { left };
}

type Drawing = {
  campaign: DrawingCampaign;
  components: readonly ComponentRow[];
  waiting: readonly UndrawnOrder[];
};

/** Draws in the order in which the spots were reserved. */
async function drawForOrders(context: Context, tx: Executor, { campaign, components, waiting }: Drawing) {
  const seeds = waiting.map(({ id }) => `${campaign.seed} ${id}`);
  const draws = await drawUnique(tx, campaign, { components, seeds });
  const score = getScorer(context, campaign, components);
  const participants: ParticipantToInsert[] = [];
  const times = new Map<number, number>();
  const left: number[] = [];
  for (const [index, { id, photos, ...owner }] of waiting.entries()) {
    const [draw, seed = ""] = [draws[index], seeds[index]];
    if (draw === undefined) {
      left.push(id);
      continue;
    }
    const number = campaign.participants + participants.length + 1;
    const picture = describePicture(campaign, draw, { number, photos });
    participants.push({ ...owner, ...picture, participationId: id, seed, score: score(draw) });
    for (const part of draw) times.set(part.id, (times.get(part.id) ?? 0) + 1);
  }
  return { participants, times, left };
}

/** After this many rounds the campaign is nearly exhausted, so all of its signatures are read. */
const MAX_LOOKUP_ROUNDS = 3;

/**
 * Draws unique pictures without reading all signatures of the campaign: assumes that an unknown signature is free, looks it
 * up afterwards, and draws again from the same seeds until every signature is known. The result is the same.
 */
async function drawUnique(
  tx: Executor,
  { id, type }: DrawingCampaign,
  { components, seeds }: { components: readonly ComponentRow[]; seeds: readonly string[] },
): Promise<(ComponentRow[] | undefined)[]> {
  const used = await readDrawCounts(tx, id);
  const known = new Map<string, boolean>();
  for (let round = 0; round < MAX_LOOKUP_ROUNDS; round += 1) {
    const met = new Set<string>();
    const has = (signature: string) => {
      if (!known.has(signature)) met.add(signature);
      return known.get(signature) ?? false;
    };
    const draws = drawSeries(type, components, { seeds, drawn: { used, taken: { has } } });
    if (met.size === 0) return draws;
    const taken = await readTakenSignatures(tx, id, met);
    for (const signature of met) known.set(signature, taken.has(signature));
  }
  return drawSeries(type, components, { seeds, drawn: { used, taken: await readTakenSignatures(tx, id) } });
}

/** FIXED_IMAGE pictures may be identical, so they have no signature. */
function describePicture(
  { name, type }: DrawingCampaign,
  draw: readonly ComponentRow[],
  { number, photos }: { number: number; photos: readonly number[] },
) {
  // Lines of a wallet list have no photo, so the trait is left out.
  const isLaid = ({ id, component_type }: ComponentRow) =>
    component_type !== "PRESELECTED" || photos.includes(id);
  return {
    name: `${name} No. ${number}`,
    signature: type === "FIXED_IMAGE" ? null : signatureOf(draw),
    drawn: draw.map(({ id }) => id),
    traits: draw
      .map((part, place) => ({ part, slot_number: type === "RANDOM" ? place + 1 : part.slot_number }))
      .filter(({ part }) => isLaid(part))
      .map(({ part, slot_number }) => ({ slot_number, component: part.name })),
  };
}

type RarityScorer = ReturnType<typeof buildRarityScorer<ComponentRow>>;
/** Least recently used campaigns are evicted. Scorers are expensive to build and never change once a campaign is active. */
const MAX_CACHED_SCORERS = 50;
const scorerCache = new WeakMap<Context["db"], LRUCache<number, RarityScorer>>();

function getScorer(
  { db }: Context,
  { id, type }: DrawingCampaign,
  components: readonly ComponentRow[],
): RarityScorer {
  const cache = scorerCache.get(db) ?? new LRUCache<number, RarityScorer>({ max: MAX_CACHED_SCORERS });
  scorerCache.set(db, cache);
  const scorer = cache.get(id) ?? buildRarityScorer(type, components);
  cache.set(id, scorer);
  return scorer;
}
