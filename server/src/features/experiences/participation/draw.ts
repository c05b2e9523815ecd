import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database.ts";
import { notifyPagesChanged } from "../../../platform/pages-changed.ts";
import { chanceOf, signatureOf } from "../../artwork/index.ts";
import { type ComponentRow, listComponents } from "../campaigns.data.ts";
import { drawParts, scoresOf } from "../drawing.ts";
import { markClosed } from "../studio/campaigns.data.ts";
import {
  countDrawn,
  type DrawingCampaign,
  insertParticipants,
  listUndrawn,
  lockDrawing,
  type ParticipantToInsert,
  readDrawn,
  type Undrawn,
} from "./draw.data.ts";
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
  const isFull = campaign.max_nfts > 0 && campaign.participants + ids.length >= campaign.max_nfts;
  if (campaign.isActive && (isFull || left.length > 0)) await markClosed(tx, campaignId, now);
  if (campaign.isShown) await notifyPagesChanged(tx);
  for (const participantId of ids) {
    await context.queue.enqueue(tx, renderArtworkJob, { campaignId, participantId });
  }
  return { left };
}

/** One after the other, as places were taken. */
async function drawAll(
  context: Context,
  tx: Executor,
  given: { campaign: DrawingCampaign; components: readonly ComponentRow[]; waiting: readonly Undrawn[] },
) {
  const { campaign, components, waiting } = given;
  const { used, taken } = await readDrawn(tx, campaign.id);
  const score = scoresFor(context, campaign, components);
  const participants: ParticipantToInsert[] = [];
  const times = new Map<number, number>();
  const left: number[] = [];
  for (const { id, ...owner } of waiting) {
    const seed = `${campaign.seed} ${id}`;
    const draw = drawParts(campaign.type, components, { used, taken }, chanceOf(seed));
    if (draw === undefined) {
      left.push(id);
      continue;
    }
    const number = campaign.participants + participants.length + 1;
    const drawn = participantOf(campaign, draw, number);
    participants.push({ ...owner, ...drawn, participationId: id, seed, score: score(draw) });
    if (drawn.signature !== null) taken.add(drawn.signature);
    for (const part of draw) {
      used.set(part.id, (used.get(part.id) ?? 0) + 1);
      times.set(part.id, (times.get(part.id) ?? 0) + 1);
    }
  }
  return { participants, times, left };
}

/** Pictures of FIXED_IMAGE may be like each other, so they have no signature. */
function participantOf({ name, type }: DrawingCampaign, draw: readonly ComponentRow[], number: number) {
  return {
    name: `${name} No. ${number}`,
    signature: type === "FIXED_IMAGE" ? null : signatureOf(draw),
    drawn: draw.map(({ id }) => id),
    traits: draw.map((part, place) => ({
      slot_number: type === "RANDOM" ? place + 1 : part.slot_number,
      component: part.name,
    })),
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
