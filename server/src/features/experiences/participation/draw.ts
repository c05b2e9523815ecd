import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database.ts";
import { notifyPagesChanged } from "../../../platform/pages-changed.ts";
import { signatureOf } from "../../artwork/index.ts";
import { type ComponentRow, listComponents } from "../campaigns.data.ts";
import { drawSeries, scoresOf } from "../drawing.ts";
import { markClosed } from "../studio/campaigns.data.ts";
import {
  countDrawn,
  type DrawingCampaign,
  insertParticipants,
  listUndrawn,
  lockDrawing,
  type ParticipantToInsert,
  readTaken,
  readUsed,
  type Undrawn,
} from "./draw.data.ts";
import { placesOf } from "./places.ts";
import { renderArtworkJob } from "./render.ts";

/** How pictures are drawn from a seed; another way gets another number. */
const algorithm = 1;

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
  const campaign = await lockDrawing(tx, campaignId);
  if (campaign === undefined) throw new Error(`there is no campaign ${campaignId}`);
  const waiting = await listUndrawn(tx, { campaignId, ids: orders });
  if (waiting.length === 0) return { left: [] };
  const components = await listComponents(tx, campaignId);
  const { participants, times, left } = await drawAll(context, tx, { campaign, components, waiting });
  const now = context.clock.now();
  const ids = await insertParticipants(tx, campaignId, { participants, algorithm, now });
  await countDrawn(tx, campaignId, { times, participants: ids.length });
  const isFull = campaign.participants + ids.length >= placesOf(campaign, components);
  if (campaign.isActive && (isFull || left.length > 0)) await markClosed(tx, campaignId, now);
  if (campaign.isShown) await notifyPagesChanged(tx);
  for (const participantId of ids) {
    await context.queue.enqueue(tx, renderArtworkJob, { campaignId, participantId });
  }
  return { left };
}

type Drawing = {
  campaign: DrawingCampaign;
  components: readonly ComponentRow[];
  waiting: readonly Undrawn[];
};

/** Each with its picture in the order in which places were taken, and those for whom nothing is left. */
async function drawAll(context: Context, tx: Executor, { campaign, components, waiting }: Drawing) {
  const seeds = waiting.map(({ id }) => `${campaign.seed} ${id}`);
  const draws = await drawFor(tx, campaign, { components, seeds });
  const score = scoresFor(context, campaign, components);
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
    const picture = participantOf(campaign, draw, { number, photos });
    participants.push({ ...owner, ...picture, participationId: id, seed, score: score(draw) });
    for (const part of draw) times.set(part.id, (times.get(part.id) ?? 0) + 1);
  }
  return { participants, times, left };
}

/** Rounds in which only what a draw met is looked up; who still meets something new is near the last combination. */
const mostRounds = 3;

/**
 * A draw meets few of the pictures that there are, so they are not all read: what is met for the first time is taken for free, looked
 * up, and all is drawn again, until nothing new is met. It is what knowing them all would have drawn.
 */
async function drawFor(
  tx: Executor,
  { id, type }: DrawingCampaign,
  { components, seeds }: { components: readonly ComponentRow[]; seeds: readonly string[] },
): Promise<(ComponentRow[] | undefined)[]> {
  const used = await readUsed(tx, id);
  const known = new Map<string, boolean>();
  for (let round = 0; round < mostRounds; round += 1) {
    const met = new Set<string>();
    const has = (signature: string) => {
      if (!known.has(signature)) met.add(signature);
      return known.get(signature) ?? false;
    };
    const draws = drawSeries(type, components, { seeds, drawn: { used, taken: { has } } });
    if (met.size === 0) return draws;
    const taken = await readTaken(tx, id, met);
    for (const signature of met) known.set(signature, taken.has(signature));
  }
  return drawSeries(type, components, { seeds, drawn: { used, taken: await readTaken(tx, id) } });
}

/** Pictures of FIXED_IMAGE may be like each other, so they have no signature. */
function participantOf(
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

type Score = ReturnType<typeof scoresOf<ComponentRow>>;
/** Campaigns whose scores are held, the latest last: what they are counted from takes long, and no longer changes. */
const mostHeld = 50;
const held = new WeakMap<Context["db"], Map<number, Score>>();

function scoresFor(
  { db }: Context,
  { id, type }: DrawingCampaign,
  components: readonly ComponentRow[],
): Score {
  const known = held.get(db) ?? new Map<number, Score>();
  held.set(db, known);
  const score = known.get(id) ?? scoresOf(type, components);
  known.delete(id);
  known.set(id, score);
  const [oldest] = known.keys();
  if (known.size > mostHeld && oldest !== undefined) known.delete(oldest);
  return score;
}
