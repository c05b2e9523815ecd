import type { Campaign, Component } from "@wrapsody/shared/experiences.ts";
import {
  createPrng,
  type DrawState,
  drawGenerative,
  drawRandom,
  isAvailable,
  type Prng,
  rarityScores,
  signatureOf,
} from "../../artwork/index.ts";
import { isNineTiles } from "./combinations.ts";

/** What is drawn from. */
export type DrawableComponent = Pick<
  Component,
  "id" | "slot_number" | "component_type" | "rarity" | "max_permitted"
>;
type CampaignType = Campaign["type"];

const NO_SIGNATURES: DrawState["taken"] = new Set<string>();

/**
 * Draws a picture for each of the seeds, one after the other as places are taken; `drawn` is what was drawn before them. Undefined for
 * those for which nothing is left. The same seeds draw the same.
 */
export function drawSeries<P extends DrawableComponent>(
  type: CampaignType,
  parts: readonly P[],
  { seeds, drawn }: { seeds: readonly string[]; drawn: DrawState },
): (P[] | undefined)[] {
  const used = new Map(drawn.used);
  const own = new Set<string>();
  const taken = { has: (signature: string) => own.has(signature) || drawn.taken.has(signature) };
  return seeds.map((seed) => {
    const draw = drawComponents(type, parts, { used, taken }, createPrng(seed));
    if (draw === undefined) return undefined;
    own.add(signatureOf(draw));
    for (const { id } of draw) used.set(id, (used.get(id) ?? 0) + 1);
    return draw;
  });
}

/**
 * Draws what a participant's picture is made of: a component of each slot, or the nine tiles in the order of their places
 * for RANDOM, each of which every picture holds. Pictures of FIXED_IMAGE may be like each other. Undefined where nothing is
 * left to be drawn.
 */
function drawComponents<P extends DrawableComponent>(
  type: CampaignType,
  parts: readonly P[],
  drawn: DrawState,
  chance: Prng,
): P[] | undefined {
  if (type === "RANDOM") {
    const canBeShuffled = isNineTiles(parts) && parts.every((part) => isAvailable(part, drawn.used));
    return canBeShuffled ? drawRandom(parts, drawn, chance) : undefined;
  }
  if (type === "GENERATIVE") return drawGenerative(parts, drawn, chance);
  return parts.length === 0 ? [] : drawGenerative(parts, { ...drawn, taken: NO_SIGNATURES }, chance);
}

/** Answers how rare a draw is, 0 to 99. Every order of RANDOM is as likely as any other. */
export function buildRarityScorer<P extends DrawableComponent>(
  type: CampaignType,
  parts: readonly P[],
): (draw: readonly P[]) => number {
  return type === "RANDOM" ? () => 0 : rarityScores(parts);
}
