import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { invalidatePageCache } from "../../../../platform/pages/page-invalidation.ts";
import { signatureOf } from "../../../artwork/index.ts";
import { buildRarityScorer, drawSeries } from "../../drawing/draw-series.ts";
import { type ComponentRow, listComponents } from "../../public/campaigns.data.ts";
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
} from "./draw.data.ts";
import { renderArtworkJob } from "./render.ts";

/** How pictures are drawn from a seed; another way gets another number. */
const ALGORITHM_VERSION = 1;

/**
 * Draws the pictures of orders of a campaign whose places are taken, in the caller's transaction; what has a picture keeps
 * it. Pictures are composed and minted by jobs. The campaign completes with its last place, or when nothing is left to be
 * drawn. Answers the orders for which nothing was left.
 */
export async function drawParticipants(
  context: Context,
  tx: Executor,
  { campaignId, orders }: { campaignId: number; orders: readonly number[] },
): Promise<{ left: number[] }> {
  const campaign = await lockForDrawing(tx, campaignId);
  if (campaign === undefined) throw new Error(`there is no campaign ${campaignId}`);
  const waiting = await listUndrawnOrders(tx, { campaignId, ids: orders });
  if (waiting.length === 0) return { left: [] };
  const components = await listComponents(tx, campaignId);
  const { participants, times, left } = await drawForOrders(context, tx, { campaign, components, waiting });
  const now = context.clock.now();
  const ids = await insertParticipants(tx, campaignId, { participants, algorithm: ALGORITHM_VERSION, now });
  await incrementDrawn(tx, campaignId, { times, participants: ids.length });
  const isFull = campaign.participants + ids.length >= countSpots(campaign, components);
  if (campaign.isActive && (isFull || left.length > 0)) await markClosed(tx, campaignId, now);
  if (campaign.isShown) await invalidatePageCache(tx);
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

/** Each with its picture in the order in which places were taken, and those for whom nothing is left. */
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

/** Rounds in which only what a draw met is looked up; who still meets something new is near the last combination. */
const MAX_LOOKUP_ROUNDS = 3;

/**
 * A draw meets few of the pictures that there are, so they are not all read: what is met for the first time is taken for free, looked
 * up, and all is drawn again, until nothing new is met. It is what knowing them all would have drawn.
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

/** Pictures of FIXED_IMAGE may be like each other, so they have no signature. */
function describePicture(
  { name, type }: DrawingCampaign,
  draw: readonly ComponentRow[],
  { number, photos }: { number: number; photos: readonly number[] },
) {
  // Who got a place by a list of wallets gave no photo: there is nothing of it in their picture.
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
/** Campaigns whose scores are held, the latest last: what they are counted from takes long, and no longer changes. */
const MAX_CACHED_SCORERS = 50;
const scorerCache = new WeakMap<Context["db"], Map<number, RarityScorer>>();

function getScorer(
  { db }: Context,
  { id, type }: DrawingCampaign,
  components: readonly ComponentRow[],
): RarityScorer {
  const known = scorerCache.get(db) ?? new Map<number, RarityScorer>();
  scorerCache.set(db, known);
  const score = known.get(id) ?? buildRarityScorer(type, components);
  known.delete(id);
  known.set(id, score);
  const [oldest] = known.keys();
  if (known.size > MAX_CACHED_SCORERS && oldest !== undefined) known.delete(oldest);
  return score;
}
